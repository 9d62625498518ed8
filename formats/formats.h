/* The formats that records are converted from and to. A reader makes a record of each document, a
   writer makes text of each record. The record is judged in between, so readers can be liberal and
   writers know the effect of each move. */
#pragma once

#include "notation/base/buffer.h"
#include "validators/replay/judge.h"
#include "validators/replay/move_reader.h"

/* The user's values for properties that a format does not specify. */
struct format_options {
    const char *game, *variant;             /* NULL: unset */
    const char *const *rules;               /* KEY=VALUE; ends with NULL; NULL: none */
    unsigned size;                          /* akron's board; 0: unset */
    const struct defaults *const *defaults; /* of the current stream (judge.h), or NULL */
    const struct said_key *keys;            /* as struct record's said */
    const struct csv_map *maps;             /* of the columns of a table */
    size_t map_count;
    enum { DATES_SAID_NOT, DATES_DAY_FIRST, DATES_MONTH_FIRST } dates; /* 3-5-2024 */
    bool whole;                /* a sheet is read only if all of it is understood */
    struct csv_claims *claims; /* of the converter, for readers */
    struct reading_purse *purse;
};

/* The parts of a move text besides the moves of the main line. A format without a bit loses that
   part; each loss is reported. */
enum {
    ZI_FORMAT_CAN_COMMENTS = 1,
    ZI_FORMAT_CAN_GLYPHS = 2,
    ZI_FORMAT_CAN_VARIATIONS = 4,
    ZI_FORMAT_CAN_PENALTIES = 8, /* `%skip`, `/k`, `%give` */
    ZI_FORMAT_CAN_FAULTS = 16    /* unplayable moves, as written */
};
#define ZI_FORMAT_CAN_ALL_MOVE_TEXT                                                                \
    (ZI_FORMAT_CAN_COMMENTS | ZI_FORMAT_CAN_GLYPHS | ZI_FORMAT_CAN_VARIATIONS |                    \
     ZI_FORMAT_CAN_PENALTIES | ZI_FORMAT_CAN_FAULTS)

#define KEY_BIT(k) (1U << (k))
#define ALL_KEYS (KEY_BIT(KEYS) - 1)

/* The conversion of one record. */
struct conversion {
    const struct format *to;
    struct record *record;
    const struct verdict *verdict;
    struct buffer *body;              /* for the output of `see`; empty at the record's start */
    struct position_series *position; /* after the last move that a table has */
    void *state; /* the format's own state, state_size bytes, zeroed at the record's start */
    struct text canonical[KEYS]; /* moves and playout in canonical form, where writes_canonical */
    bool refused;                /* by zi_format_refuse */
    struct text
        file;      /* the name of the input stream, and the number of the record in it, from 1; */
    size_t number; /* the caller sets both before the record is read */
};

struct format {
    const char *name;
    const char *about; /* a line for --help */

    /* Whether a stream that begins with `head` (at most 4096 bytes, leading blanks omitted) may be
       of this format. *failed is set when out of memory. NULL: never, or the format is the last
       one, which is the default. */
    bool (*recognise)(struct text head, bool *failed);

    /* Cuts the next document off the stream; false at its end. */
    bool (*next)(struct source *s, struct document *out);

    /* Makes *r the record of the document: begins it, and takes a tree or stops (record.h). An
       ambiguous document can be read in several ways: `attempt` numbers them from 0. The caller
       takes the first that is valid by the rules, or else the one with the most replayable plies.
       Returns false if there is no such attempt; at 0: if the document is not a record. */
    bool (*read)(struct record *r, const struct document *document,
                 const struct format_options *options, unsigned attempt);

    unsigned keys;  /* KEY_BITs of the keys that it stores; every other key of a record is lost and
                       reported. `write` itself reports losses in rules, players and result */
    unsigned holds; /* ZI_FORMAT_CAN_... */
    bool holds_other_keys; /* x- and unknown ones */
    bool holds_comments;   /* YAML comments */
    bool writes_canonical; /* it needs canonical[]; else `see` */
    bool one_line;         /* of canonical[]: without line ends */
    size_t state_size;

    /* Sees each token as it is judged (move_reader.h), in moves, variations and playout. NULL if
       not needed. */
    void (*see)(struct conversion *c, const struct move_reader *in, enum token token);

    /* Appends the record to `out`, after it was judged. */
    void (*write)(struct conversion *c, struct buffer *out);

    /* The heading, written once at the start of the output, or NULL. */
    const char *heading;
};

#define FORMAT(name) extern const struct format zi_format_##name;
#include "formats/formats.def"
#undef FORMAT

/* Reports that the target cannot represent a part of the record. */
void zi_format_loss(struct record *r, enum part part, size_t offset, const char *what);

/* The same for a key of the record, at that key. */
void zi_format_lose_key(struct conversion *c, enum key key, const char *what);

/* Reports that the target cannot represent a part of the token just seen. */
void zi_format_lose_token(const struct move_reader *in, const char *what);

/* Reports why the target cannot represent the record at all, and sets c->refused. */
void zi_format_refuse(struct conversion *c, const char *why);

/* Whether the token just seen is a turn of the main line that was played. */
static inline bool is_main_turn(const struct move_reader *in, enum token token) {
    return token == TOKEN_MOVE && in->played && in->part == PART_MOVES && in->depth == 0 &&
           move_is_turn(&in->text.move);
}
