/* From YAML events to a record. This is the only user of libyaml. */
#include <assert.h>
#include <yaml.h>

#include "notation/record.h"

static const char *const player_keys[] = {"name", "id", "rating", "club", NULL};

enum kind { KIND_WORD, KIND_TEXT, KIND_MOVES, KIND_ENTRIES };
static const enum kind kinds[KEYS] = {
#define KEY(name, text, kind) KIND_##kind,
#include "notation/keys.def"
#undef KEY
};

/* The parser of one document. A node is read by its first event, `event`. `stopped` is set when
   YAML, encoding or a limit ends the reading; the cause is reported. */
struct reader {
    struct record *record;
    yaml_parser_t parser;
    yaml_event_t event;
    bool has_event, stopped;
    size_t depth;
};

static void stop_at(struct reader *in, enum finding_code code, size_t bytes, const char *sentence,
                    const char *detail) {
    if (in->stopped)
        return;
    in->stopped = true;
    struct record *r = in->record;
    r->findings.count = 0; /* of a record that cannot be read nothing else is judged */
    zet_record_find(r, code, PART_STREAM, bytes, sentence, detail ? text_of(detail) : NO_TEXT);
}

static void stop(struct reader *in, enum finding_code code, size_t chars, const char *sentence) {
    stop_at(in, code, zet_record_byte(in->record, chars), sentence, NULL);
}

static bool out_of_memory(struct reader *in) {
    in->record->out_of_memory = in->stopped = true;
    return false;
}

static struct text scalar_text(const yaml_event_t *e) {
    return (struct text){(const char *)e->data.scalar.value, e->data.scalar.length};
}

/* Aliases, anchors and tags. */
static bool is_plain_node(struct reader *in) {
    const yaml_event_t *e = &in->event;
    const yaml_char_t *anchor = NULL, *tag = NULL;
    switch (e->type) {
    case YAML_ALIAS_EVENT:
        stop(in, FINDING_YAML, e->start_mark.index, "a record has no aliases");
        return false;
    case YAML_SCALAR_EVENT:
        anchor = e->data.scalar.anchor;
        tag = e->data.scalar.tag;
        break;
    case YAML_SEQUENCE_START_EVENT:
        anchor = e->data.sequence_start.anchor;
        tag = e->data.sequence_start.tag;
        break;
    case YAML_MAPPING_START_EVENT:
        anchor = e->data.mapping_start.anchor;
        tag = e->data.mapping_start.tag;
        break;
    default: break;
    }
    if (anchor)
        stop(in, FINDING_YAML, e->start_mark.index, "a record has no anchors");
    else if (tag)
        stop(in, FINDING_YAML, e->start_mark.index, "a record has no tags");
    return !anchor && !tag;
}

/* Reads the next event. False when reading has stopped. */
static bool next(struct reader *in) {
    if (in->stopped)
        return false;
    if (in->has_event)
        yaml_event_delete(&in->event);
    in->has_event = yaml_parser_parse(&in->parser, &in->event) != 0;
    if (!in->has_event) {
        const yaml_parser_t *p = &in->parser;
        if (p->error == YAML_MEMORY_ERROR)
            in->record->out_of_memory = true;
        size_t at = p->error == YAML_READER_ERROR
                        ? p->problem_offset
                        : zet_record_byte(in->record, p->problem_mark.index);
        stop_at(in, FINDING_YAML, at < in->record->text.len ? at : in->record->text.len, NULL,
                p->problem);
        return false;
    }
    yaml_event_type_t type = in->event.type;
    if (type == YAML_MAPPING_START_EVENT || type == YAML_SEQUENCE_START_EVENT)
        in->depth++;
    else if (type == YAML_MAPPING_END_EVENT || type == YAML_SEQUENCE_END_EVENT)
        in->depth--;
    if (in->depth > YAML_DEPTH_MAX)
        stop(in, FINDING_LIMIT, in->event.start_mark.index, "the nesting is deeper than 64 levels");
    return !in->stopped && is_plain_node(in);
}

/* Goes to the end of the node whose first event is the current one. */
static bool skip_node(struct reader *in) {
    if (in->event.type == YAML_SCALAR_EVENT)
        return true;
    for (size_t outer = in->depth - 1; in->depth > outer;)
        if (!next(in))
            return false;
    return true;
}

static struct span span_of(const yaml_event_t *e) {
    struct span s = {e->start_mark.index, e->end_mark.index, WRITTEN_PLAIN};
    if (e->type != YAML_SCALAR_EVENT)
        return s;
    switch (e->data.scalar.style) {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: s.as = WRITTEN_SINGLE_QUOTED; break;
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: s.as = WRITTEN_DOUBLE_QUOTED; break;
    case YAML_LITERAL_SCALAR_STYLE:
    case YAML_FOLDED_SCALAR_STYLE: s.as = WRITTEN_BLOCK; break;
    default: break;
    }
    return s;
}

static bool is_null(const yaml_event_t *e) {
    struct text t = scalar_text(e);
    return e->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
           (t.len == 0 || text_is(t, "~") || text_is(t, "null") || text_is(t, "Null") ||
            text_is(t, "NULL"));
}

static struct text copy(struct reader *in, struct text t) {
    struct text c = zet_record_keep(in->record, t);
    in->stopped |= in->record->out_of_memory;
    return c;
}

static void wrong_kind(struct reader *in, struct field *f, const char *sentence) {
    f->state = FIELD_BROKEN;
    zet_record_find(in->record, FINDING_BAD_VALUE, PART_HEADER,
                    zet_record_byte(in->record, in->event.start_mark.index), sentence, NO_TEXT);
}

/* The current event's scalar into *f. */
static bool read_scalar(struct reader *in, struct field *f, bool nullable) {
    f->span = span_of(&in->event);
    if (in->event.type != YAML_SCALAR_EVENT) {
        wrong_kind(in, f, "the value of this key is a single text");
        return skip_node(in);
    }
    bool null = is_null(&in->event);
    if (null && !nullable) {
        wrong_kind(in, f, "the value of this key is missing");
        return true;
    }
    f->state = FIELD_GIVEN;
    f->text = null ? (struct text){"", 0} : copy(in, scalar_text(&in->event));
    return !in->stopped;
}

/* Room for one item more. */
static bool grow_items(struct reader *in, struct field *f) {
    if (f->item_count < f->item_cap)
        return true;
    size_t cap = f->item_cap ? f->item_cap * 2 : 128;
    size_t *ends = zet_arena_alloc(&in->record->arena, cap * sizeof *ends);
    struct span *spans = zet_arena_alloc(&in->record->arena, cap * sizeof *spans);
    if (!ends || !spans) {
        return out_of_memory(in);
    }
    if (f->item_count) {
        memcpy(ends, f->item_end, f->item_count * sizeof *ends);
        memcpy(spans, f->item_span, f->item_count * sizeof *spans);
    }
    f->item_end = ends;
    f->item_span = spans;
    f->item_cap = cap;
    return true;
}

/* A sequence of single moves, joined by line ends. No escape stands for more than one and a half
   times its own bytes, so twice the document is room enough. */
static bool read_sequence(struct reader *in, struct field *f) {
    size_t room = 2 * in->record->text.len + 1, used = 0, outer = in->depth;
    char *at = zet_arena_alloc(&in->record->arena, room);
    if (!at) {
        return out_of_memory(in);
    }
    f->state = FIELD_GIVEN;
    while (next(in) && in->event.type != YAML_SEQUENCE_END_EVENT) {
        if (in->event.type != YAML_SCALAR_EVENT) {
            if (f->state == FIELD_GIVEN)
                wrong_kind(in, f, "an item of this sequence is a single move");
            if (!skip_node(in))
                return false;
            continue;
        }
        struct text item = scalar_text(&in->event);
        if (f->item_count == SEQUENCE_MOVES_MAX) {
            stop(in, FINDING_LIMIT, in->event.start_mark.index,
                 "a sequence has at most 65,535 moves");
            return false;
        }
        if (!grow_items(in, f))
            return false;
        if (f->item_count)
            at[used++] = '\n';
        assert(item.len <= room - used);
        memcpy(at + used, item.at, item.len);
        used += item.len;
        f->item_span[f->item_count] = span_of(&in->event);
        f->item_end[f->item_count++] = used;
    }
    f->text = (struct text){at, used};
    return !in->stopped && in->depth == outer - 1;
}

/* The keys of a mapping that have come up. */
struct names {
    struct text at[MAPPING_KEYS_MAX];
    size_t count;
};

/* Reads a key of a mapping, the current event. *twice: the mapping has it already. False when
   reading stopped or the key is no scalar; then its value is skipped too, and reported. */
static bool read_key(struct reader *in, struct names *seen, struct text *name, bool *twice) {
    struct record *r = in->record;
    *twice = false;
    if (in->event.type != YAML_SCALAR_EVENT) {
        zet_record_find(r, FINDING_BAD_VALUE, PART_HEADER,
                        zet_record_byte(r, in->event.start_mark.index), "a key is a single text",
                        NO_TEXT);
        if (skip_node(in) && next(in))
            skip_node(in);
        return false;
    }
    if (seen->count == MAPPING_KEYS_MAX) {
        stop(in, FINDING_LIMIT, in->event.start_mark.index, "a mapping has at most 256 keys");
        return false;
    }
    *name = copy(in, scalar_text(&in->event));
    for (size_t i = 0; i < seen->count; i++)
        *twice |= text_same(seen->at[i], *name);
    seen->at[seen->count++] = *name;
    if (*twice)
        zet_record_find(r, FINDING_DUPLICATE_KEY, PART_HEADER,
                        zet_record_byte(r, in->event.start_mark.index), NULL, *name);
    return !in->stopped;
}

static bool is_private(struct text name) {
    return name.len >= 2 && name.at[0] == 'x' && name.at[1] == '-';
}

static void unknown_key(struct reader *in, struct text name, const char *const *known) {
    struct record *r = in->record;
    zet_record_find(r, FINDING_UNKNOWN_KEY, PART_HEADER,
                    zet_record_byte(r, in->event.start_mark.index), NULL,
                    zet_record_did_you_mean(r, name, known));
}

/* A player: a name, or a mapping with name, id, rating, club. */
static bool read_player(struct reader *in, struct field *f) {
    if (in->event.type != YAML_MAPPING_START_EVENT)
        return read_scalar(in, f, true);
    struct names seen;
    seen.count = 0;
    f->state = FIELD_GIVEN;
    f->span = span_of(&in->event);
    f->text = (struct text){"", 0};
    while (next(in) && in->event.type != YAML_MAPPING_END_EVENT) {
        struct text name;
        bool twice, known = false;
        if (!read_key(in, &seen, &name, &twice)) {
            if (in->stopped)
                return false;
            continue;
        }
        for (size_t i = 0; player_keys[i]; i++)
            known |= text_is(name, player_keys[i]);
        if (!known && !is_private(name) && !twice)
            unknown_key(in, name, player_keys);
        if (!next(in))
            return false;
        struct field ignored = {0};
        struct field *value = text_is(name, "name") && !twice ? f : &ignored;
        if (known ? !read_scalar(in, value, true) : !skip_node(in))
            return false;
    }
    return !in->stopped;
}

static bool add_entry(struct reader *in, struct entries *list, const struct entry *e) {
    if (list->count == list->cap) {
        size_t cap = list->cap ? list->cap * 2 : 8;
        struct entry *at = zet_arena_alloc(&in->record->arena, cap * sizeof *at);
        if (!at) {
            return out_of_memory(in);
        }
        if (list->count)
            memcpy(at, list->at, list->count * sizeof *at);
        list->at = at;
        list->cap = cap;
    }
    list->at[list->count++] = *e;
    return true;
}

/* A mapping whose keys depend on the game: `rules` or `players`. */
static bool read_entries(struct reader *in, struct entries *list, struct field *f, bool players) {
    if (in->event.type != YAML_MAPPING_START_EVENT) {
        wrong_kind(in, f,
                   players ? "the players are a mapping of a name for each side"
                           : "the rules are a mapping of options");
        list->state = FIELD_BROKEN;
        return skip_node(in);
    }
    struct names seen;
    seen.count = 0;
    f->state = list->state = FIELD_GIVEN;
    f->span = span_of(&in->event);
    while (next(in) && in->event.type != YAML_MAPPING_END_EVENT) {
        struct entry e = {.value = {.key = span_of(&in->event)}};
        bool twice;
        if (!read_key(in, &seen, &e.name, &twice)) {
            if (in->stopped)
                return false;
            continue;
        }
        if (!next(in))
            return false;
        if (is_private(e.name) ? !skip_node(in)
            : players          ? !read_player(in, &e.value)
                               : !read_scalar(in, &e.value, false))
            return false;
        if (!twice && !is_private(e.name) && !add_entry(in, list, &e))
            return false;
    }
    return !in->stopped;
}

static enum key key_of(struct text name) {
    static const struct text keys[KEYS] = {
#define KEY(name, text, kind) {text, sizeof text - 1},
#include "notation/keys.def"
#undef KEY
    };
    enum key k = 0;
    while (k < KEYS && !text_same(name, keys[k]))
        k++;
    return k;
}

static bool read_value(struct reader *in, enum key k, struct field *f) {
    struct record *r = in->record;
    if (kinds[k] == KIND_MOVES && in->event.type == YAML_SEQUENCE_START_EVENT) {
        f->span = span_of(&in->event);
        return read_sequence(in, f);
    }
    bool null = in->event.type == YAML_SCALAR_EVENT && is_null(&in->event);
    if (k == KEY_PLAYOUT && null)
        return true; /* no playout, as if the key were not there */
    if (kinds[k] == KIND_ENTRIES)
        return read_entries(in, k == KEY_RULES ? &r->rules : &r->players, f, k == KEY_PLAYERS);
    return read_scalar(in, f, kinds[k] != KIND_WORD);
}

/* The record's mapping, whose start is the current event. */
static bool read_root(struct reader *in) {
    struct record *r = in->record;
    struct names seen;
    seen.count = 0;
    while (next(in) && in->event.type != YAML_MAPPING_END_EVENT) {
        struct text name;
        bool twice;
        struct span span = span_of(&in->event);
        if (!read_key(in, &seen, &name, &twice)) {
            if (in->stopped)
                return false;
            continue;
        }
        enum key k = key_of(name);
        if (k == KEYS && !is_private(name) && !twice)
            unknown_key(in, name, zet_keys);
        if (!next(in))
            return false;
        if (k == KEYS || twice) {
            if (!skip_node(in))
                return false;
            continue;
        }
        r->field[k].key = span;
        if (!read_value(in, k, &r->field[k]))
            return false;
    }
    return !in->stopped;
}

/* The document, from its first event to its last. */
static void read_document(struct reader *in) {
    struct record *r = in->record;
    if (!next(in) ||
        !next(in)) /* stream start; document start, or the end of a stream without one */
        return;
    if (in->event.type == YAML_DOCUMENT_START_EVENT) {
        r->start_offset = zet_record_byte(r, in->event.start_mark.index);
        if (!next(in))
            return;
    }
    if (in->event.type == YAML_STREAM_END_EVENT) {
        stop(in, FINDING_YAML, 0, "there is no record here");
        return;
    }
    if (in->event.type != YAML_MAPPING_START_EVENT) {
        size_t at = in->event.start_mark.index;
        bool empty = in->event.type == YAML_SCALAR_EVENT && is_null(&in->event);
        if (!skip_node(in))
            return;
        stop(in, FINDING_BAD_VALUE, at,
             empty ? "this document is empty; a record is a mapping" : "a record is a mapping");
        return;
    }
    if (!read_root(in))
        return;
    while (next(in) && in->event.type != YAML_STREAM_END_EVENT)
        if (in->event.type == YAML_DOCUMENT_START_EVENT)
            stop(in, FINDING_YAML, in->event.start_mark.index,
                 "a second document begins without `---`");
}

/* Two digits, or `??` as -1; -2 where it is neither. */
static int two_digits(const char *p) {
    if (p[0] == '?' && p[1] == '?')
        return -1;
    return is_digit(p[0]) && is_digit(p[1]) ? (p[0] - '0') * 10 + (p[1] - '0') : -2;
}

/* YYYY-MM-DD, `??` for what is unknown. */
static bool is_date(struct text t) {
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (t.len != 10 || t.at[4] != '-' || t.at[7] != '-')
        return false;
    int century = two_digits(t.at), year = two_digits(t.at + 2);
    int month = two_digits(t.at + 5), day = two_digits(t.at + 8);
    if (century < -1 || year < -1 || month < -1 || day < -1 || (century < 0) != (year < 0))
        return false;
    if (month == 0 || month > 12 || day == 0 || day > 31)
        return false;
    if (month < 1 || day < 1)
        return true;
    int full = century * 100 + year;
    bool leap = century < 0 || (full % 4 == 0 && (full % 100 != 0 || full % 400 == 0));
    return day <= days[month - 1] + (month == 2 && leap);
}

/* A value of a wrong form is reported and counts as broken from then on. */
static void require(struct record *r, enum key k, bool right, const char *sentence) {
    struct field *f = &r->field[k];
    if (f->state != FIELD_GIVEN || right)
        return;
    zet_record_find(r, FINDING_BAD_VALUE, PART_HEADER, zet_record_offset(r, f, 0), sentence,
                    f->text);
    f->state = FIELD_BROKEN;
}

static void judge_forms(struct record *r) {
    static const char *const terminations[] = {"rules",   "resignation",  "time",       "agreement",
                                               "forfeit", "adjudication", "unfinished", NULL};
    const struct field *f = r->field;
    bool known = false;
    for (size_t i = 0; terminations[i]; i++)
        known |= text_is(f[KEY_TERMINATION].text, terminations[i]);
    require(r, KEY_ZET, f[KEY_ZET].span.as == WRITTEN_PLAIN && text_is(f[KEY_ZET].text, "1"),
            "this version of the format is unknown; it is 1");
    require(r, KEY_DATE, is_date(f[KEY_DATE].text),
            "a date is YYYY-MM-DD, with ?? for what is unknown");
    require(r, KEY_TERMINATION, known,
            "the termination is rules, resignation, time, agreement, forfeit, adjudication or "
            "unfinished");
    require(r, KEY_POINTS,
            f[KEY_POINTS].span.as == WRITTEN_PLAIN && f[KEY_POINTS].text.len <= 9 &&
                text_is_number(f[KEY_POINTS].text),
            "points are a whole number of at most nine digits");
}

static void clear(struct record *r, const struct document *document) {
    zet_arena_reset(&r->arena);
    struct findings findings = {.at = r->findings.at, .cap = r->findings.cap};
    struct arena arena = r->arena;
    *r = (struct record){.text = document->text,
                         .line = document->line,
                         .start_line = document->line,
                         .findings = findings,
                         .arena = arena};
}

/* As zet_record_read, for a document that is a record of its own. */
static void read_record(struct record *r, const struct document *document) {
    struct reader in = {.record = r};
    clear(r, document);
    r->broken = true;
    size_t valid = zet_utf8_check(document->text, &r->ascii);
    if (document->too_long) {
        zet_record_find(r, FINDING_LIMIT, PART_STREAM, 0, "a record has at most 1 MiB", NO_TEXT);
        return;
    }
    if (valid < document->text.len) {
        zet_record_find(r, FINDING_ENCODING, PART_STREAM, valid, NULL, NO_TEXT);
        return;
    }
    if (document->unmarked) {
        zet_record_find(r, FINDING_YAML, PART_STREAM, 0, "after `...` a document begins with `---`",
                        NO_TEXT);
        return;
    }
    if (!yaml_parser_initialize(&in.parser)) {
        r->out_of_memory = true;
        return;
    }
    yaml_parser_set_encoding(&in.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&in.parser, (const unsigned char *)document->text.at,
                                 document->text.len);
    read_document(&in);
    if (in.has_event)
        yaml_event_delete(&in.event);
    yaml_parser_delete(&in.parser);
    struct place start = {r->text, 0, r->line, 1};
    zet_place_move(&start, r->start_offset);
    r->start_line = start.line;
    r->broken = in.stopped;
    if (in.stopped) {
        memset(r->field, 0, sizeof r->field);
        r->rules = r->players = (struct entries){0};
        return;
    }
    judge_forms(r);
}

bool zet_record_read(struct record *r, const struct document *document) {
    if (document->unmarked && r->broken)
        return false;
    read_record(r, document);
    return true;
}
