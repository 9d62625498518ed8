/* The content of an interactive page for a record. The page is a diagram format (formats.def): one
   self-contained HTML file. The same input gives the same bytes. */
#pragma once

#include "diagrams/diagram.h"
#include "diagrams/figure.h"
#include "validators/replay/move_reader.h"

/* The frame of a page that is one of many. Such a page is not self-contained: its style sheet and
   script are separate files in the same folder. */
struct page_frame {
    struct text nav;       /* markup before everything else */
    struct text player[2]; /* links to the players' pages, as attribute values; or empty */
    unsigned first;        /* the side that is named first */
};

/* The files that pages share (zi_page_asset). The last is for sites that embed such pages in
   frames. */
#define PAGE_STYLE_FILE "zet-board.css"
#define PAGE_SCRIPT_FILE "zet-board.js"
#define PAGE_EMBED_FILE "zet-embed.js"

/* Appends the content of asset `index`, from 0, and returns its file name; NULL after the last. */
const char *zi_page_asset(size_t index, struct buffer *out);

/* The beginning of a page without a game up to its title, and from there to its body. */
void zi_page_head(struct buffer *out, enum language language);
void zi_page_body(struct buffer *out, enum theme theme, struct text nav);

/* Appends the findings of a record as a list, at most `most`; nothing if there are none. */
void zi_page_findings(struct buffer *out, struct record *r, size_t most, enum language language);

/* A whole record: judged and finalized, with its turns. If the verdict has no position, the page
   shows no board, only the header and the findings. */
struct drawn_record {
    struct record *record;
    const struct verdict *verdict;
    const struct turns *turns;
    bool flip;      /* the board is rotated by 180 degrees */
    uint32_t first; /* the page opens after this many turns of the main line, or after the last */
    struct text caption;            /* or empty */
    const struct page_frame *frame; /* NULL: the page is standalone */
};
