/* Score sheets: a record as pages to print, or, without moves, as a form to fill in. */
#pragma once

#include "notation/drawing/figure.h"
#include "validators/diagrams/drawn_record.h"

enum { SHEET_ROWS_MAX = 1000 };
enum paper { PAPER_NONE, PAPER_A4, PAPER_A5, PAPER_LETTER };
extern const char *const zi_papers[]; /* by enum paper from PAPER_A4 on; ends with NULL */

/* The width in mm. */
double zi_paper_width(enum paper paper);

/* A sheet in the making. Starts zeroed; the caller sets the first block. The record's position must
   be known. */
struct score_sheet {
    const struct drawn_record *record;
    const struct setup *setup; /* of the board that is shown */
    struct outcome outcome;    /* by the rules, or as the record says */
    enum paper paper;
    enum language language;
    uint32_t rows; /* of an empty sheet; 0: as many as fill two pages */

    struct sheet_row *row; /* what the table holds */
    size_t count, cap, next;
    struct arena arena;
    double unit;   /* of the figure in a mm */
    unsigned page; /* pages drawn */
    bool empty;    /* no move was played */
    bool failed;
};

/* Draws the next page, which is as wide as the figure; false after the last one, or where memory
   ran out (sheet->failed). */
bool zi_score_sheet_page(struct score_sheet *sheet, struct figure *f);
void zi_score_sheet_free(struct score_sheet *sheet);
