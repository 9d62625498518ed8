/* A record: one YAML document as a mapping, its values as slices with their places. Reading judges
   the record's form; what the values mean for a game is judged elsewhere. */
#ifndef ZET_NOTATION_RECORD_H
#define ZET_NOTATION_RECORD_H

#include "notation/arena.h"
#include "notation/finding.h"
#include "notation/locate.h"
#include "notation/source.h"

/* Bounds, reported with code `limit`: nesting of YAML collections, keys of one mapping, moves of
   one sequence, and the findings of one record, which count what they leave out. */
enum {
    YAML_DEPTH_MAX = 64,
    MAPPING_KEYS_MAX = 256,
    SEQUENCE_MOVES_MAX = 65535,
    FINDINGS_MAX = 20000
};

/* The keys of a record, in the order of keys.def. */
enum key {
#define KEY(name, text, kind) KEY_##name,
#include "notation/keys.def"
#undef KEY
    KEYS
};
extern const char *const zet_keys[KEYS + 1]; /* by enum key; ends with NULL */

/* A scalar's place: offsets in characters from the start of the document. */
struct span {
    size_t start, end;
    enum written_as as;
};

/* ABSENT: not there. BROKEN: there but of the wrong kind, and reported. */
enum field_state { FIELD_ABSENT, FIELD_GIVEN, FIELD_BROKEN };

/* The value of a key. A sequence of single moves is joined by line ends: item i ends at item_end[i]
   and stood at item_span[i]; other values have no items. */
struct field {
    enum field_state state;
    struct text text;
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
    size_t count, cap; /* MAPPING_KEYS_MAX entries at most */
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
    size_t line;         /* of the document's first byte */
    size_t start_line;   /* of the record: its first directive, its `---`, or its first key */
    size_t start_offset; /* bytes; of the record's mapping */
    bool ascii;
    bool broken; /* no record could be read: every value is absent, the cause is reported */
    struct field field[KEYS];
    struct entries rules, players;
    struct findings findings;
    struct arena arena; /* what the slices point into, besides the document */
    bool out_of_memory;

    /* Where the last place asked for was; see zet_record_offset. */
    struct {
        size_t chars, bytes;
    } mark;
    struct {
        const struct span *span;
        size_t end;
        struct locator at;
    } cursor;
};

void zet_record_open(struct record *r);
void zet_record_close(struct record *r);

/* Reads the next document of a stream into *r, which holds the one before it, or none. What is
   wrong with its form is in r->findings. False, with *r as it was, where the document is only the
   rest of a broken record: behind an error reading goes on at the next `---`. `document` must stay
   as it is for as long as *r is used. */
bool zet_record_read(struct record *r, const struct document *document);

/* The byte offset in the document of byte `at` of a field's text; of a field without text: of its
   key. Ascending requests for one field cost one walk over it. */
size_t zet_record_offset(struct record *r, const struct field *f, size_t at);

/* The byte offset of the character with that number, from 0. Ascending requests cost one walk. */
size_t zet_record_byte(struct record *r, size_t chars);

/* Adds a finding (its line and column are set by zet_record_settle). The texts must live as long as
   the record. NULL when it was dropped. */
struct finding *zet_record_find(struct record *r, enum finding_code code, enum part part,
                                size_t offset, const char *sentence, struct text detail);

/* Sorts the findings by place and gives them line and column. With `strict` every style note
   becomes an error. */
void zet_record_settle(struct record *r, bool strict);

/* A copy of `t` that lives as long as the record. */
struct text zet_record_keep(struct record *r, struct text t);

/* "did you mean `...`?" with the nearest of `names` (ends with NULL); lives as long as the record.
 */
struct text zet_record_did_you_mean(struct record *r, struct text word, const char *const *names);

#endif
