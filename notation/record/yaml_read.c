/* Converts YAML to a tree. */
#include <string.h>
#include <yaml.h>

#include "notation/record/yaml.h"

/* The parser of one document. A node is read from its first event, `event`. `stopped` is set when
   invalid YAML or a limit ends reading; the cause is reported. */
struct reader {
    struct record *record;
    yaml_parser_t parser;
    yaml_event_t event;
    bool has_event, stopped;
    unsigned depth;
};

static void stop(struct reader *in, enum finding_code code, size_t chars, const char *sentence) {
    in->stopped = true;
    zi_record_stop(in->record, code, zi_record_byte(in->record, chars), sentence, NO_TEXT);
}

#define TAB_WORDS "a tab cannot indent; use spaces"
#define DIRECTIVE_WORDS                                                                            \
    "a line that begins with `%` is a directive, which a record does not need; leave it out, or "  \
    "indent the line if it continues the value before it"
#define TAG_WORDS "a record has no tags; quote text that begins with `!`"

/* libyaml's message or its context, or both if one alone is ambiguous, and its meaning for the
   author of a record. `at_context`: the cause is where the context begins, and libyaml detected it
   later. */
static const struct explanation {
    const char *problem, *context;
    bool at_context;
    const char *words;
} explanations[] = {
    {"could not find expected ':'", NULL, true,
     "this line has no `: ` after its key; write it, or indent the line if it continues the "
     "value before it"},
    {"mapping values are not allowed in this context", NULL, false,
     "a second `: ` in one value; quote the value, or indent this line like the keys before it"},
    {"did not find expected alphabetic or numeric character", "while scanning an alias", true,
     "`*` begins an alias in YAML; quote the value: \"*\""},
    {"did not find expected alphabetic or numeric character", "while scanning an anchor", true,
     "`&` begins an anchor in YAML; quote the value"},
    {"found unexpected end of stream", "while scanning a quoted scalar", true,
     "this quote is not closed before the record ends"},
    {"found unexpected document indicator", "while scanning a quoted scalar", true,
     "this quote is not closed before the record ends"},
    {"did not find expected ',' or '}'", NULL, true,
     "this `{` is not closed, or a comma is missing after one of its values"},
    {"did not find expected ',' or ']'", NULL, true,
     "this `[` is not closed, or a comma is missing after one of its items"},
    {"did not find expected node content", NULL, false,
     "a value is missing here; write it, or quote it if this is its text"},
    {"did not find expected key", NULL, false,
     "a key is expected here; indent this line like the keys before it, or quote the whole value"},
    {"did not find expected '-' indicator", NULL, false,
     "an item is expected here; begin the line with `- ` and indent it like the items before it"},
    {"block sequence entries are not allowed in this context", NULL, false,
     "`- ` begins an item of a sequence; begin a new line with it, or quote the value"},
    {NULL, "while scanning a directive", true, DIRECTIVE_WORDS},
    {NULL, "while scanning a %YAML directive", true, DIRECTIVE_WORDS},
    {NULL, "while scanning a %TAG directive", true, DIRECTIVE_WORDS},
    {NULL, "while parsing a %TAG directive", true, DIRECTIVE_WORDS},
    {NULL, "while scanning a tag directive", true, DIRECTIVE_WORDS},
    {"found duplicate %YAML directive", NULL, false, "a second `%YAML` line; leave it out"},
    {"found duplicate %TAG directive", NULL, false,
     "a second `%TAG` line; a record does not need one, leave it out"},
    {"found incompatible YAML document", NULL, false,
     "records are YAML 1.1 or 1.2; write `%YAML 1.2`, or leave the line out"},
    {"did not find expected <document start>", NULL, false,
     "`---` is missing before this line, or the text above it has no key"},
    {NULL, "while scanning a tag", true, TAG_WORDS},
    {NULL, "while parsing a tag", true, TAG_WORDS},
    {"found undefined tag handle", NULL, false, TAG_WORDS},
    {"did not find expected comment or line break", "while scanning a block scalar", false,
     "the text of `|` or `>` begins on the next line"},
    {"found an indentation indicator equal to 0", NULL, false,
     "the number after `|` or `>` is from 1 to 9"},
    {"found unknown escape character", NULL, false,
     "no such escape; write a backslash as `\\\\`, or quote the text with '"},
    {"did not find expected hexdecimal number", NULL, false,
     "hexadecimal digits are missing: two after `\\x`, four after `\\u`, eight after `\\U`"},
    {"found invalid Unicode character escape code", NULL, false,
     "there is no character with this number; write the character itself"},
    {"mapping keys are not allowed in this context", NULL, false,
     "`? ` begins a key; quote the value"},
    {"found unexpected ':'", NULL, false,
     "a value between brackets cannot contain this `:`; quote the value"},
    {"control characters are not allowed", NULL, false,
     "control characters are not allowed; remove this one"},
    {"found a tab character that violates indentation", NULL, false, TAB_WORDS},
    {"found a tab character where an indentation space is expected", NULL, false, TAB_WORDS},
    {"found character that cannot start any token", NULL, false,
     "a value cannot begin with this character; quote the value"},
};

static const struct explanation *explain(const yaml_parser_t *p) {
    for (size_t i = 0; p->problem && i < sizeof explanations / sizeof *explanations; i++) {
        const struct explanation *e = &explanations[i];
        if ((!e->problem || strcmp(p->problem, e->problem) == 0) &&
            (!e->context || (p->context && strcmp(p->context, e->context) == 0)))
            return e;
    }
    return NULL;
}

/* Reports libyaml's message. */
static void stop_by_parser(struct reader *in) {
    const yaml_parser_t *p = &in->parser;
    struct record *r = in->record;
    const struct explanation *e = explain(p);
    yaml_mark_t mark = e && e->at_context ? p->context_mark : p->problem_mark;
    in->stopped = true;
    if (p->error == YAML_MEMORY_ERROR)
        r->out_of_memory = true;
    size_t at = p->error == YAML_READER_ERROR ? p->problem_offset : zi_record_byte(r, mark.index);
    const char *words = e ? e->words : p->problem;
    if (e && at < r->text.len && r->text.at[at] == '\t')
        words = TAB_WORDS;
    zi_record_stop(r, FINDING_YAML, at < r->text.len ? at : r->text.len, NULL,
                   words ? text_of(words) : NO_TEXT);
}

/* Rejects aliases, anchors and tags. */
static void check_plain(struct reader *in) {
    const yaml_event_t *e = &in->event;
    const yaml_char_t *anchor = NULL, *tag = NULL;
    switch (e->type) {
    case YAML_ALIAS_EVENT:
        stop(in, FINDING_YAML, e->start_mark.index,
             "a record has no aliases; quote text that begins with `*`");
        return;
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
    default: return;
    }
    if (anchor)
        stop(in, FINDING_YAML, e->start_mark.index,
             "a record has no anchors; quote text that begins with `&`");
    else if (tag)
        stop(in, FINDING_YAML, e->start_mark.index, TAG_WORDS);
}

/* Reads the next event. False when reading has stopped. */
static bool next(struct reader *in) {
    if (in->stopped)
        return false;
    if (in->has_event)
        yaml_event_delete(&in->event);
    in->has_event = yaml_parser_parse(&in->parser, &in->event) != 0;
    if (in->has_event)
        check_plain(in);
    else
        stop_by_parser(in);
    return !in->stopped;
}

static enum written_as style_of(const yaml_event_t *e) {
    switch (e->data.scalar.style) {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: return WRITTEN_SINGLE_QUOTED;
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: return WRITTEN_DOUBLE_QUOTED;
    case YAML_LITERAL_SCALAR_STYLE:
    case YAML_FOLDED_SCALAR_STYLE: return WRITTEN_BLOCK;
    default: return WRITTEN_PLAIN;
    }
}

/* Reads the node whose first event is the current one; NULL when reading has stopped. Limits
   nesting to YAML_DEPTH_MAX. */
static struct node *read_node(struct reader *in) {
    struct record *r = in->record;
    const yaml_event_t *e = &in->event;
    struct span span = span_at(e->start_mark.index, e->end_mark.index, WRITTEN_PLAIN);
    if (e->type == YAML_SCALAR_EVENT) {
        span.as = style_of(e) & 7;
        return zi_record_scalar(
            r, (struct text){(const char *)e->data.scalar.value, e->data.scalar.length}, span);
    }
    bool mapping = e->type == YAML_MAPPING_START_EVENT;
    bool flow = mapping ? e->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
                        : e->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
    yaml_event_type_t end = mapping ? YAML_MAPPING_END_EVENT : YAML_SEQUENCE_END_EVENT;
    span.as = flow ? WRITTEN_PLAIN : WRITTEN_BLOCK;
    struct node *n = zi_record_collection(r, mapping ? NODE_MAPPING : NODE_SEQUENCE, span);
    if (++in->depth > YAML_DEPTH_MAX)
        stop(in, FINDING_LIMIT, span.start, "the nesting is deeper than 64 levels");
    while (n && next(in) && in->event.type != end) {
        struct node *child = read_node(in);
        if (!child)
            return NULL;
        zi_node_add(n, child);
    }
    if (!n || in->stopped)
        return NULL;
    /* libyaml ends a block where the next token begins, perhaps after many comments */
    n->span.end = flow || !n->last ? in->event.end_mark.index & SPAN_END_MAX : n->last->span.end;
    in->depth--;
    return n;
}

static const struct node *read_document(struct reader *in) {
    struct record *r = in->record;
    if (!next(in) ||
        !next(in)) /* stream start; document start, or the end of a stream without one */
        return NULL;
    if (in->event.type == YAML_DOCUMENT_START_EVENT) {
        r->start_offset = zi_record_byte(r, in->event.start_mark.index);
        if (!next(in))
            return NULL;
    }
    if (in->event.type == YAML_STREAM_END_EVENT)
        stop(in, FINDING_YAML, 0, "there is no record here");
    struct node *root = in->stopped ? NULL : read_node(in);
    while (root && next(in) && in->event.type != YAML_STREAM_END_EVENT)
        if (in->event.type == YAML_DOCUMENT_START_EVENT)
            stop(in, FINDING_YAML, in->event.start_mark.index,
                 "a second document begins without `---`");
    return in->stopped ? NULL : root;
}

/* The length of the line end at `p` by libyaml's rules; 0 if there is none. A character begins at
   `p`. */
static size_t break_length(const char *p) {
    if (is_line_end(*p))
        return 1;
    const unsigned char *c = (const unsigned char *)p;
    if (c[0] == 0xC2 && c[1] == 0x85)
        return 2;
    return c[0] == 0xE2 && c[1] == 0x80 && (c[2] | 1) == 0xA9 ? 3 : 0;
}

/* libyaml compares each directive with all earlier ones. Stops if there are too many. */
static void count_directives(struct reader *in) {
    struct record *r = in->record;
    struct text t = r->text;
    size_t at = text_mark(t), n;
    for (unsigned count = 0; at < t.len; at += n) {
        size_t start = at;
        while (at < t.len && (t.at[at] == ' ' || t.at[at] == '\t'))
            at++;
        bool blank = at == t.len || t.at[at] == '#' || break_length(t.at + at);
        if (!blank && (at > start || t.at[at] != '%'))
            return;
        if (!blank && ++count > DIRECTIVES_MAX) {
            in->stopped = true;
            zi_record_stop(r, FINDING_LIMIT, start, "a record has at most 64 directives", NO_TEXT);
            return;
        }
        for (n = 0; at < t.len && !(n = break_length(t.at + at));)
            at++;
    }
}

/* Rejects byte order marks, which libyaml skips at the start of any line. */
static void refuse_marks(struct reader *in) {
    struct text t = in->record->text;
    const char *p = t.at, *end = t.at + t.len;
    while ((p = memmem(p, (size_t)(end - p), "\xEF\xBB\xBF", 3)) != NULL &&
           (p == t.at || (p[-1] != '\n' && p[-1] != '\r')))
        p += 3;
    if (p)
        zi_record_stop(in->record, FINDING_YAML, (size_t)(p - t.at),
                       "a byte order mark within a record; remove it", NO_TEXT);
    in->stopped = p != NULL;
}

const struct node *zi_yaml_read(struct record *r) {
    struct reader in = {.record = r};
    count_directives(&in);
    if (!in.stopped)
        refuse_marks(&in);
    if (!yaml_parser_initialize(&in.parser)) {
        r->out_of_memory = true;
        return NULL;
    }
    yaml_parser_set_encoding(&in.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&in.parser, (const unsigned char *)r->text.at, r->text.len);
    const struct node *root = read_document(&in);
    if (in.has_event)
        yaml_event_delete(&in.event);
    yaml_parser_delete(&in.parser);
    return root;
}

/* The keys of the mapping at the start of a text. */
struct head_keys {
    unsigned depth;
    bool at_value; /* the last key's value is next */
    bool tournament, players, moves;
};

static void see_key(struct head_keys *k, const yaml_event_t *e) {
    struct text key = {(const char *)e->data.scalar.value, e->data.scalar.length};
    k->tournament |= text_is(key, "tournament");
    k->players |= text_is(key, "players");
    k->moves |= text_is(key, "moves");
}

/* False at the end of the document. */
static bool see_head(struct head_keys *k, const yaml_event_t *e) {
    bool begins = e->type == YAML_MAPPING_START_EVENT || e->type == YAML_SEQUENCE_START_EVENT;
    bool ends = e->type == YAML_MAPPING_END_EVENT || e->type == YAML_SEQUENCE_END_EVENT;
    if (k->depth == 1 && e->type == YAML_SCALAR_EVENT && !k->at_value)
        see_key(k, e);
    k->depth -= ends;
    if (k->depth == 1 && (ends || e->type == YAML_SCALAR_EVENT || e->type == YAML_ALIAS_EVENT))
        k->at_value = !k->at_value;
    k->depth += begins;
    return e->type != YAML_DOCUMENT_END_EVENT && e->type != YAML_STREAM_END_EVENT;
}

/* A record is a mapping with moves. */
enum side_kind zi_yaml_side_kind(struct text head, bool *failed) {
    struct head_keys keys = {0};
    yaml_parser_t parser;
    yaml_event_t event;
    bool more = true, names = false;
    if (!yaml_parser_initialize(&parser)) {
        *failed = true;
        return SIDE_NONE;
    }
    yaml_parser_set_input_string(&parser, (const unsigned char *)head.at, head.len);
    while (more && !names && yaml_parser_parse(&parser, &event)) {
        names = !keys.depth && event.type == YAML_SEQUENCE_START_EVENT;
        more = see_head(&keys, &event);
        yaml_event_delete(&event);
    }
    *failed |= parser.error == YAML_MEMORY_ERROR;
    yaml_parser_delete(&parser);
    return names                                            ? SIDE_NAMES
           : keys.tournament && keys.players && !keys.moves ? SIDE_TOURNAMENT
                                                            : SIDE_NONE;
}
