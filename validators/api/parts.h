/* What the text of a record consists of: where its keys and values are, and the tokens of its
   moves. */
#pragma once

#include "validators/replay/move_reader.h"
#include "validators/zet.h"

/* A part, by bytes of the document; a token of the moves while they are judged by bytes of its
   field. */
struct part_seen {
    size_t from, to;
    const struct node *value; /* of a value: what it was read as; else NULL */
    uint8_t kind;             /* zet_part_kind */
    uint8_t side;
    bool flow;    /* in brackets */
    bool playout; /* of a token */
};

/* Starts zeroed but for `wanted`. */
struct parts {
    bool wanted, failed;
    struct part_seen *at;
    size_t count, cap;
};

/* As struct observer's see; and after the record was judged, with its game, or NULL. */
void zi_parts_see(struct parts *p, const struct move_reader *in, enum token token);
void zi_parts_end(struct parts *p, struct record *r, const struct rules *rules);
void zi_parts_free(struct parts *p);
