/* Score sheets: a record as pages to print, or, without moves, as a form to fill in. */
#pragma once

#include "diagrams/drawn_record.h"
#include "diagrams/figure.h"
#include "notation/base/buffer.h"

enum { SHEET_ROWS_MAX = 1000 };
enum paper { PAPER_NONE, PAPER_A4, PAPER_A5, PAPER_LETTER };
extern const char *const zi_papers[]; /* by enum paper from PAPER_A4 on; ends with NULL */

/* The width in mm. */
double zi_paper_width(enum paper paper);

/* A sheet that is being drawn. Starts zeroed; the caller sets the fields up to `arena`. The
   record's position must be known. */
struct score_sheet {
    const struct drawn_record *record;
    const struct setup *setup; /* of the board shown */
    struct outcome outcome;    /* by the rules, or from the record */
    enum paper paper;
    enum language language;
    uint32_t rows; /* of an empty sheet; 0: fill two pages */

    struct sheet_row *row; /* the rows of the table */
    size_t count, cap, next;
    struct arena arena;
    struct buffer words; /* to be put next */
    char side[24];       /* its name */
    const struct form *form;
    struct figure *f;
    double unit;   /* figure units per mm */
    double y;      /* where drawing continues */
    unsigned page; /* pages drawn */
    bool empty;    /* no move was played */
    bool failed;
};

/* Draws the next page, which is as wide as the figure. Returns false after the last page, or if
   memory ran out (sheet->failed). */
bool zi_score_sheet_page(struct score_sheet *sheet, struct figure *f);
void zi_score_sheet_free(struct score_sheet *sheet);
