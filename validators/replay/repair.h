/* What can be repaired in a record without guessing, as edits of its document. */
#pragma once

#include "notation/record/edits.h"
#include "validators/replay/judge.h"
#include "validators/replay/move_reader.h"

/* The repairs of one record, in the order of their places after zi_repair_end. Their texts live as
   long as the record. */
struct repair {
    struct edits edits;

    bool moves_sound, playout_sound; /* read to the end without a fault */
    struct text last;   /* the last move with its glyphs, or glyph, in its field's text */
    bool has_glyph;     /* that move has a glyph already */
    struct edit result; /* removes the result at the end of the moves; `old` is empty if there is
                           none */
};

/* Forgets the collected repairs. The list starts zeroed, and is used again until
   zi_repair_free. */
void zi_repair_begin(struct repair *p);
void zi_repair_free(struct repair *p);

/* As struct observer's see. `context` is the struct repair. Wrong numbers, moves that are not in
   their canonical form or whose annotation is missing or wrong, and separated glyphs; nothing once
   the line is no longer played. */
void zi_repair_see(void *context, const struct move_reader *in, enum token token);

/* As struct observer's see_move: nothing is to be repaired in it. */
void zi_repair_see_move(void *context, const struct move_reader *in, const struct move *canonical,
                        const struct effect *effect);

/* After the record was judged: a result, a termination or points other than those that the rules
   prove, words that are not the canonical ones, and a result at the end of the moves, which belongs
   in the header. r->out_of_memory is set when out of memory. */
void zi_repair_end(struct repair *p, struct record *r, const struct verdict *verdict);

/* Before that, where the moves stopped at a fault and their reading is known: the slips in it. */
struct deciphered;
void zi_repair_read(struct repair *p, struct record *r, const struct deciphered *reading);

/* What makes a record of the document where YAML cannot read it, as far as that is clear. */
void zi_repair_form(struct repair *p, struct record *r);

/* Gives the moves the signs of move text in place of others. */
void zi_repair_signs(struct repair *p, struct record *r, const struct ruleset *rs);

/* Replaces the whole document, a sheet, by the record that it becomes. */
void zi_repair_whole(struct repair *p, struct record *r, struct text with);

/* After that, any number of times: another text for a scalar of the record's tree. The list is then
   sorted by zi_edits_sort. `flow`: it is in brackets. */
void zi_repair_scalar(struct repair *p, struct record *r, const struct node *scalar, bool flow,
                      struct text with, const char *what);
