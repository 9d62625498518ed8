/* The formats that records are converted from and to. A reader makes a record of each document, a
   writer text of each record; between them is the judgement of the rules, so that readers may
   be liberal and writers know what every move does. */
#pragma once

#include "notation/base/buffer.h"
#include "validators/replay/grammars.h"
#include "validators/replay/judge.h"
#include "validators/replay/move_reader.h"

/* What the user says where a format does not. */
struct format_options {
    const char *game, *variant;             /* NULL: not said */
    const char *const *rules;               /* KEY=VALUE; ends with NULL; NULL: none */
    unsigned size;                          /* akron's board; 0: not said */
    const struct defaults *const *defaults; /* of the present stream (judge.h), or NULL */
    const struct said_key *keys;            /* as struct record's said */
    const struct csv_map *maps;             /* of the columns of a table */
    size_t map_count;
    enum { DATES_SAID_NOT, DATES_DAY_FIRST, DATES_MONTH_FIRST } dates; /* 3-5-2024 */
    bool whole;                /* a sheet is only read if all that it says can be understood */
    struct grammars *grammars; /* of the converter, for readers */
    struct replay *replay;     /* of the converter, for readers */
};

/* What a move text can hold beside the moves of the main line. A format without a bit loses it, and
   each loss is reported. */
enum {
    ZI_FORMAT_CAN_COMMENTS = 1,
    ZI_FORMAT_CAN_GLYPHS = 2,
    ZI_FORMAT_CAN_VARIATIONS = 4,
    ZI_FORMAT_CAN_PENALTIES = 8, /* `%skip`, `/k`, `%give` */
    ZI_FORMAT_CAN_FAULTS = 16    /* moves that cannot be played, as they were written */
};
#define ZI_FORMAT_CAN_ALL_MOVE_TEXT                                                                \
    (ZI_FORMAT_CAN_COMMENTS | ZI_FORMAT_CAN_GLYPHS | ZI_FORMAT_CAN_VARIATIONS |                    \
     ZI_FORMAT_CAN_PENALTIES | ZI_FORMAT_CAN_FAULTS)

#define KEY_BIT(k) (1U << (k))
#define ALL_KEYS (KEY_BIT(KEYS) - 1)

/* One record on its way out. */
struct conversion {
    const struct format_options *options;
    struct record *record;
    const struct verdict *verdict;
    struct buffer *body; /* for what `see` gathers; empty at the record's start */
    void *state;         /* the format's own, state_size bytes, zeroed at the record's start */
    struct text canonical[KEYS]; /* moves and playout in canonical form, where writes_canonical */
    bool refused;                /* by zi_format_refuse */
    struct text file;            /* where it comes from: the name of the stream, */
    size_t number;               /* and of the record in it, from 1 */
};

struct format {
    const char *name;
    const char *about; /* a line for --help */

    /* Optional. Whether a stream that begins with `head` (at most 4096 bytes, blanks at the front
       omitted) may be of this format. */
    bool (*recognise)(struct text head);

    /* Cuts the next document off the stream; false at its end. */
    bool (*next)(struct source *s, struct document *out);

    /* Makes *r the record of the document: begins it, and takes a tree or stops (record.h).
       A document that says too little can be read in several ways: `attempt` counts them from 0;
       the caller takes the first that the rules find valid, else the one of which most plies can be
       replayed. False if there is no such attempt; at 0: where the document is no record. */
    bool (*read)(struct record *r, const struct document *document,
                 const struct format_options *options, unsigned attempt);

    unsigned keys;  /* KEY_BITs of what it holds; every other key of a record is lost and reported.
                       What it holds of rules, players and result, `write` says itself */
    unsigned holds; /* ZI_FORMAT_CAN_... */
    bool holds_other_keys; /* x- and unknown ones */
    bool holds_comments;   /* YAML comments */
    bool writes_canonical; /* canonical[] is wanted; else `see` is */
    bool one_line;         /* of canonical[]: without line ends */
    size_t state_size;

    /* Sees each token as it is judged (move_reader.h): moves, variations and playout alike. NULL
       if the format does not need to. */
    void (*see)(struct conversion *c, const struct move_reader *in, enum token token);

    /* Appends the record to `out`, after it was judged. */
    void (*write)(struct conversion *c, struct buffer *out);

    /* What is once at the front of the output, or NULL. */
    const char *heading;

    /* Appends what `write` has written to the output; it is the record with that number, from 1, of
       the file. NULL: as it is. */
    void (*join)(struct buffer *out, struct text written, struct text file, size_t number);
};

#define FORMAT(name) extern const struct format zi_format_##name;
#include "validators/formats/formats.def"
#undef FORMAT

/* Reports that the target cannot hold something of the record. */
void zi_format_loss(struct record *r, enum part part, size_t offset, const char *what);

/* The same of a key that the record has, at that key. */
void zi_format_lose_key(struct conversion *c, enum key key, const char *what);

/* Reports that the target cannot hold something of the token just seen. */
void zi_format_lose_token(const struct move_reader *in, const char *what);

/* The target cannot hold the record at all: reports why, and sets c->refused. */
void zi_format_refuse(struct conversion *c, const char *why);

/* Whether the token just seen is a turn of the main line that was played. */
static inline bool is_main_turn(const struct move_reader *in, enum token token) {
    return token == TOKEN_MOVE && in->played && in->part == PART_MOVES && in->depth == 0 &&
           move_is_turn(&in->text.move);
}
