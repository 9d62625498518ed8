/* What a page to step through a record shows. The page is a format of diagrams (formats.def): one
   HTML file that needs nothing beside itself. The same input gives the same bytes. */
#pragma once

#include "notation/drawing/diagram.h"
#include "notation/drawing/theme.h"
#include "validators/replay/turns.h"

/* What a page has around it where it is one of many: it is then not one file that needs nothing
   beside itself, but has its style sheet and its script beside it. */
struct page_frame {
    struct text nav;       /* markup before everything else */
    struct text player[2]; /* the pages of the players, as attribute values; or empty */
    unsigned first;        /* the side that is named first */
};

/* The files that pages share (zi_page_asset). The last is for pages that have such pages in
 * frames. */
#define PAGE_STYLE_FILE "zet-board.css"
#define PAGE_SCRIPT_FILE "zet-board.js"
#define PAGE_EMBED_FILE "zet-embed.js"

/* Appends the file of that number, from 0, and returns its name; NULL behind the last. */
const char *zi_page_asset(size_t index, struct buffer *out);

/* The beginning of a page without a game up to its title, and from there to its body. */
void zi_page_head(struct buffer *out, enum language language);
void zi_page_body(struct buffer *out, enum theme theme, struct text nav);

/* The findings of a record as a list, at most so many of them; nothing if none exist. */
void zi_page_findings(struct buffer *out, struct record *r, size_t most, enum language language);

/* A record as a whole: judged and finalized, with its turns. Where the verdict has no position
   there is no board, only what the record says and the findings. */
struct drawn_record {
    struct record *record;
    const struct verdict *verdict;
    const struct turns *turns;
    bool flip;           /* the board is turned by 180 degrees */
    uint32_t first;      /* turns of the main line played where the page opens; the last where there
                            are fewer */
    struct text caption; /* or empty */
    const struct page_frame *frame; /* or NULL: the page is alone */
};
