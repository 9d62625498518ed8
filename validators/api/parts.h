/* The parts of a record's text: the places of keys and values, and the tokens of the moves. */
#pragma once

#include "validators/replay/move_reader.h"
#include "validators/zet.h"

/* A part, as offsets in the document. While moves are judged, a token has offsets in its field. */
struct part_seen {
    size_t from, to;
    uint8_t kind; /* zet_part_kind */
    bool playout; /* for a token: in the playout */
};

/* Starts zeroed except for `wanted`. */
struct parts {
    bool wanted, failed;
    struct part_seen *at;
    size_t count, cap;
};

/* Like see of struct observer. Call _end after judging. */
void zi_parts_see(struct parts *p, const struct move_reader *in, enum token token);
void zi_parts_end(struct parts *p, struct record *r);
void zi_parts_free(struct parts *p);
