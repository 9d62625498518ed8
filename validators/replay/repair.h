/* Unambiguous repairs of a record, as edits of its document. */
#pragma once

#include "notation/record/change.h"
#include "validators/replay/judge.h"
#include "validators/replay/move_reader.h"

/* The repairs of one record, sorted by place after zi_repair_end. Their texts live as long as the
   record. */
struct repair {
    struct edits edits;

    bool moves_sound, playout_sound; /* read to the end without a fault */
    struct text last;   /* the last move with its glyphs, or the last glyph, in its field's text */
    bool has_glyph;     /* that move already has a glyph */
    struct edit result; /* removes the result at the end of the moves; `old` is empty if absent */
};

/* Forgets the collected repairs. The list starts zeroed and can be reused until zi_repair_free. */
void zi_repair_begin(struct repair *p);
void zi_repair_free(struct repair *p);

/* As struct observer's see. `context` is the struct repair. Collects wrong numbers, non-canonical
   moves, missing or wrong annotations, and separated glyphs; nothing after the line is no longer
   played. */
void zi_repair_see(void *context, const struct move_reader *in, enum token token);

/* As struct observer's see_move. Such a move needs no repair. */
void zi_repair_see_move(void *context, const struct move_reader *in, const struct move *canonical,
                        const struct effect *effect);

/* To be called after the record was judged. Collects a result, termination or points that differ
   from those the rules prove, non-canonical words, and a result at the end of the moves, which
   belongs in the header. r->out_of_memory is set when out of memory. */
void zi_repair_end(struct repair *p, struct record *r, const struct verdict *verdict);

/* Collects unambiguous repairs that turn an invalid YAML document into a record, after
   zi_repair_begin. */
void zi_repair_form(struct repair *p, struct record *r);

/* Adds an edit before zi_repair_end. */
void zi_repair_add(struct repair *p, struct record *r, struct edit e);

/* The edit that replaces a part of a field's text on one line. A token contains no escape, so its
   last byte is known without a search. */
struct edit zi_repair_edit(struct record *r, const struct field *f, struct text old,
                           struct text with, const char *what);

/* Replaces the whole document, a sheet, by the equivalent record. */
void zi_repair_whole(struct repair *p, struct record *r, struct text with);

/* After zi_repair_end, any number of times: replaces the text of a scalar of the record's tree. The
   caller then sorts with zi_edits_sort. `flow`: the scalar is in brackets. */
void zi_repair_scalar(struct repair *p, struct record *r, const struct node *scalar, bool flow,
                      struct text with, const char *what);
