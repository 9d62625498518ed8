/* Text with places in it: numbers that count from the start of a stream. Where the stream is a
   piece of a longer one, they move. In a placed text each is between two marks, control characters
   that text for people and JSON never have. */
#ifndef ZET_NOTATION_BASE_PLACED_TEXT_H
#define ZET_NOTATION_BASE_PLACED_TEXT_H

#include "notation/base/buffer.h"

enum place_kind { PLACE_RECORD, PLACE_LINE };

/* Appends the number on the right of a column of that width (at most 9); `marked`: between marks.
 */
void zet_place_number(struct buffer *out, enum place_kind kind, uint64_t n, unsigned columns,
                      bool marked);

/* A part of a placed text: a text, or the number of a place. */
struct placed_piece {
    bool is_place;
    struct text text;
    enum place_kind kind;
    uint64_t number;
    unsigned columns;
};

/* Takes the next piece off the text. False at the end. */
bool zet_placed_next(struct text *left, struct placed_piece *out);

#endif
