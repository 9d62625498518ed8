/* A record: a YAML document with a mapping, its values as slices with their places. Reading checks
   the form of the record; other code checks the meaning of its values for a game. */
#pragma once

#include "notation/base/arena.h"
#include "notation/base/value.h"
#include "notation/record/finding.h"
#include "notation/record/node.h"
#include "notation/record/source.h"

/* Bounds, reported with code `limit`: nesting of YAML collections, keys of one mapping, moves of
   one sequence, and findings of one record, including omitted ones. More digits of points are a bad
   value. */
enum {
    YAML_DEPTH_MAX = 64,
    DIRECTIVES_MAX = 64,
    MAPPING_KEYS_MAX = 256,
    SEQUENCE_MOVES_MAX = 65535,
    FINDINGS_MAX = 20000,
    RECORD_POINTS_MAX = 999999999
};

/* The keys of a record, in the order of keys.def. */
enum key {
#define KEY(name, text, kind, words, least, most, about) KEY_##name,
#include "notation/record/keys.def"
#undef KEY
    KEYS
};
extern const char *const zi_keys[KEYS + 1]; /* by enum key; ends with NULL */
extern const char *const zi_terminations[]; /* values of `termination`; ends with NULL */
extern const char *const zi_player_keys[];  /* of a player who is a mapping; ends with NULL */

/* The kinds of values, as in keys.def. */
enum key_kind {
    KIND_WORD,
    KIND_VERSION,
    KIND_NUMBER,
    KIND_DATE,
    KIND_TEXT,
    KIND_MOVES,
    KIND_ENTRIES
};
struct key_row {
    enum key_kind kind;
    const char *const *words; /* the allowed values, ends with NULL; NULL: any */
    uint32_t least, most;     /* of a version or number */
    const char *about;        /* a phrase */
};
extern const struct key_row zi_key_rows[KEYS];

/* A value for a key that a record lacks. */
struct said_key {
    enum key key;
    const char *value;
};

/* The key with that name, or KEYS. The search starts at `next`, the likely key in an ordered
   record. */
enum key zi_key_of(struct text name, enum key next);

/* ABSENT: missing. BROKEN: present but of the wrong kind, and reported. */
enum field_state { FIELD_ABSENT, FIELD_GIVEN, FIELD_BROKEN };

/* The value of a key. A sequence of single moves is joined by line ends: item i ends at item_end[i]
   and was at item_span[i]; other values have no items. */
struct field {
    enum field_state state;
    struct text text;
    struct text said;  /* the word as written, if `text` is its canonical form; else at is NULL */
    struct node *node; /* the scalar that was read; NULL for other values */
    uint32_t number;   /* for KIND_NUMBER */
    struct span key, span;
    size_t item_count, item_cap;
    size_t *item_end;
    struct span *item_span;
};

/* One entry of `rules` or `players`, or of a player. */
struct entry {
    struct text name;
    struct field value;
};

struct entries {
    enum field_state state;
    struct span key;
    size_t count; /* at most MAPPING_KEYS_MAX */
    struct entry *at;
};

struct findings {
    struct finding *at;
    size_t count, cap;
    size_t dropped; /* beyond FINDINGS_MAX */
    bool has_error;
};

struct record {
    struct text text;    /* the document */
    size_t line, column; /* of the document's first byte */
    size_t start_line;   /* of the record: its first directive, its `---`, or its first key */
    size_t start_offset; /* of the record's mapping, in bytes */
    bool is_yaml;        /* the document is YAML, so it can have yaml_comments */
    bool by_bytes;       /* spans count bytes, not characters */
    bool keys_repeat;    /* the mapping may have duplicate keys */
    bool broken;         /* no record could be read: every value is absent, the cause is reported */
    bool foreign;        /* the document is not a record: it has none of the keys that make one */
    bool empty;          /* foreign, and without content */
    const struct node *root; /* the mapping that was read; NULL if broken */
    struct field field[KEYS];
    struct entries rules, players;
    struct findings findings;
    bool unseen; /* findings are only counted, not shown, so they need no places and no details.
                    Persists. */
    const struct said_key *said; /* the user's values for missing keys; ends with KEYS; or NULL.
                                    Persists. */
    struct arena arena;          /* owns the data of slices outside the document */
    bool out_of_memory;

    /* The last place requested; see zi_field_offset. */
    struct {
        size_t chars, bytes;
    } mark;
    struct {
        const struct span *span;
        size_t end;
        struct locator at;
    } cursor;
};

void zi_record_open(struct record *r);
void zi_record_close(struct record *r);

/* Reads the next document of a stream into *r, replacing its record, if any. Faults of its form are
   in r->findings. False, with *r unchanged, if the document is only the rest of a broken record:
   after an error reading resumes at the next `---`. `document` must not change while *r is used. */
bool zi_record_read(struct record *r, const struct document *document);

/* Whether the document is other YAML, which is left alone: it has none of the keys `game`, `moves`,
   `players` and `position`, and no default gives its game. */
static inline bool record_is_foreign(const struct record *r, bool default_game) {
    return r->foreign && !default_game;
}

/* Reads a document that is not a record into a tree in the record's arena. On failure returns NULL,
   with the cause in the record's first finding; `too_long` is its sentence for documents over 1
   MiB. */
const struct node *zi_record_tree(struct record *r, const struct document *document,
                                  const char *too_long);

/* For readers of other formats. _begin resets *r for this document; _take makes a record of a
   mapping in its arena, or reports why it is not one; _stop instead reports why nothing could be
   read, as the record's only finding. */
void zi_record_begin(struct record *r, const struct document *document);
void zi_record_take(struct record *r, const struct node *root);
void zi_record_stop(struct record *r, enum finding_code code, size_t offset, const char *sentence,
                    struct text detail);

/* Whether the record's text is UTF-8; if not, stops the record at the first byte that is not. Sets
 *ascii like zi_utf8_check. */
bool zi_record_check_utf8(struct record *r, bool *ascii);

/* Creates a scalar or an empty collection in the record's arena; on failure NULL and
   r->out_of_memory. A slice is a scalar whose text is not copied and must live as long. */
static inline struct node *record_slice(struct record *r, struct text text, struct span span) {
    struct node *n = zi_arena_alloc(&r->arena, sizeof *n);
    if (!n) {
        r->out_of_memory = true;
        return NULL;
    }
    n->next = NULL;
    n->text = text;
    n->span = span;
    n->kind = NODE_SCALAR;
    return n;
}
struct node *zi_record_scalar(struct record *r, struct text text, struct span span);
struct node *zi_record_collection(struct record *r, enum node_kind kind, struct span span);

/* Copies a node that shares the content of `n`, so that two collections can contain it. */
struct node *zi_record_copy(struct record *r, const struct node *n);

/* Adds a key with its value to a mapping; adds nothing if either is NULL. */
void zi_record_put(struct record *r, struct node *mapping, const char *key, struct node *value);

/* Replaces a field's value by `canonical`, which outlives the record and means the same, with a
   style note. */
void zi_record_restate(struct record *r, struct field *f, const char *canonical);

/* The same with the entry of `words` (ends with NULL) that the value means, by its letters or as a
   word of another language. False, without a note, if it means none. */
bool zi_record_take_word(struct record *r, struct field *f, const char *const *words);

/* Adds a missing key to the record. `value` outlives the record. */
void zi_record_add(struct record *r, enum key k, const char *value);

/* A key of the record's mapping. */
struct pair {
    const struct node *key, *value;
    enum key known; /* KEYS: not a known key */
    bool again;     /* a duplicate */
};

/* Lists the keys in canonical order: known keys as in keys.def, then the others in their original
   order. Returns their number. */
size_t zi_record_pairs(const struct record *r, struct pair out[MAPPING_KEYS_MAX]);

/* A comment of the format, from its `#` to the end of its line. */
struct yaml_comment {
    struct text text;
    size_t offset; /* bytes */
    bool own_line; /* only blanks precede it */
};

/* The YAML comments of a record in order, in its arena. */
struct yaml_comments {
    const struct yaml_comment *at;
    size_t count;
};
struct yaml_comments zi_record_comments(struct record *r);

/* The offset in the document of byte `at` of a field's text; of its key if it has no text.
   Ascending requests for one field take one pass over it. 0 if findings are unseen. */
size_t zi_field_offset(struct record *r, const struct field *f, size_t at);

/* The byte offset of the character with that number, from 0. Ascending requests take one pass. */
size_t zi_record_byte(struct record *r, size_t chars);

/* Adds a finding (zi_record_finalize sets its end, lines and columns). The texts must live as long
   as the record. NULL if it was dropped. */
struct finding *zi_report_add(struct record *r, enum finding_code code, enum part part,
                              size_t offset, const char *sentence, struct text detail);

/* The same in the header, at a field's value. */
void zi_report_field(struct record *r, enum finding_code code, const struct field *f,
                     const char *sentence, struct text detail);

/* Sorts the findings by place and, if they are seen, sets their lines, columns and ends. `strict`
   turns every style note into an error. */
void zi_record_finalize(struct record *r, bool strict);

/* Copies `t` for the record's lifetime; the same for a buffer, which it frees; and for the text of
   values (value.h). */
struct text zi_record_keep(struct record *r, struct text t);
struct text zi_record_take_buffer(struct record *r, struct buffer *b);
#define record_text(r, ...) zi_record_text(r, VALUES(__VA_ARGS__))
struct text zi_record_text(struct record *r, const struct value *values, size_t count);

/* "did you mean `...`?" with the nearest of `names` (ends with NULL); lives as long as the record.
   NO_TEXT if none is near or findings are unseen. */
struct text zi_record_did_you_mean(struct record *r, struct text word, const char *const *names);

/* The same, or if none is near, all `names` after `before`, as in "known are a, b and c". */
struct text zi_record_choices(struct record *, struct text word, const char *const *names,
                              const char *before);

/* The suggested word in such a detail; NO_TEXT for other details. */
struct text zi_record_meant(struct text detail);

/* The days of a month, from 1, of that year. */
static inline unsigned month_days(unsigned year, unsigned month) {
    static const unsigned char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days[month - 1] + (unsigned)(month == 2 && leap);
}
