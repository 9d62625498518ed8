/* zet.h for JavaScript: the functions that zet.js calls.
 *
 * Texts come as a place and a length, and go out through `write`: 0 is the result, 1 what a task
 * says beside it. Results that are more than text are JSON. A function that can fail returns a
 * zet_status, and zet_fault is its message. */
#include <stdlib.h>
#include <string.h>

#include <zet.h>

#define FROM_JS(name) __attribute__((import_module("zet"), import_name(name)))
#define TO_JS(name) __attribute__((export_name(name)))

/* What the page needs at once, and what it loads with all else. */
#ifdef ZET_SHIM_OF_THE_PAGE
#include "notation/words/words.h"
#include "validators/base/input.h"
#include "validators/replay/repairer.h"
#include "validators/report/report.h"
#define TO_JS_LATER(name)
#else
#define TO_JS_LATER(name) TO_JS(name)
#endif

/* Each returns false, or -1, where it threw something. */
FROM_JS("write") bool js_write(int sink, const char *bytes, size_t size);
FROM_JS("read") long js_read(char *to, size_t size);
FROM_JS("next") bool js_next(void);     /* what is written from here on is another text */
FROM_JS("clock") double js_clock(void); /* milliseconds */
FROM_JS("goes_on") bool js_goes_on(double records);
FROM_JS("file_begin") bool js_file_begin(const char *name);
FROM_JS("file_write") bool js_file_write(const char *bytes, size_t size);

static zet_error fault;
static const char *fault_reason;

TO_JS("fault_message") const char *fault_message(void) { return fault.message; }
TO_JS("fault_status") zet_status fault_status(void) { return fault.status; }
TO_JS("fault_reason") const char *fault_reason_code(void) { return fault_reason; }
TO_JS("version") const char *version(void) { return zet_version(); }

/* A function that fails without a message is out of memory. */
static void forget_fault(void) {
    fault = (zet_error){ZET_OUT_OF_MEMORY, "out of memory"};
    fault_reason = NULL;
}

/* Room for a text; NULL with a fault. It is freed with `discard`. */
TO_JS("room") void *room(size_t size) {
    forget_fault();
    return malloc(size ? size : 1);
}

TO_JS("discard") void discard(void *at) { free(at); }

/* Outputs. */

static bool write_result(void *context, const char *bytes, size_t size) {
    (void)context;
    return js_write(0, bytes, size);
}

static bool write_messages(void *context, const char *bytes, size_t size) {
    (void)context;
    return js_write(1, bytes, size);
}

static zet_status flushed(zet_output *out, zet_status status) {
    zet_status end = out ? zet_output_flush(out) : ZET_OUT_OF_MEMORY;
    zet_output_free(out);
    if (status == ZET_OK && end != ZET_OK) {
        forget_fault();
        fault.status = end;
    }
    return status == ZET_OK ? end : status;
}

static void put(zet_output *out, const char *text) { zet_output_write(out, zet_text_of(text)); }

/* A whole number that is not negative. */
static void put_number(zet_output *out, double n) {
    char text[24] = "", *first = text + sizeof text - 1;
    uint64_t rest = (uint64_t)n;
    do
        *--first = (char)('0' + rest % 10);
    while (rest /= 10);
    put(out, first);
}

/* A string of JSON. */
static void put_string(zet_output *out, zet_text t) {
    static const char digits[] = "0123456789abcdef";
    char escaped[] = "\\u0000";
    put(out, "\"");
    for (size_t i = 0, from = 0; i <= t.length; i++) {
        unsigned char c = i < t.length ? (unsigned char)t.at[i] : 0;
        if (i < t.length && c >= ' ' && c != '"' && c != '\\')
            continue;
        zet_output_write(out, (zet_text){t.at + from, i - from});
        from = i + 1;
        escaped[4] = digits[c >> 4];
        escaped[5] = digits[c & 15];
        if (i < t.length)
            put(out, escaped);
    }
    put(out, "\"");
}

static void put_word(zet_output *out, const char *word) {
    if (word)
        put_string(out, zet_text_of(word));
    else
        put(out, "null");
}

/* Catalogues. */

TO_JS_LATER("catalogue") zet_status catalogue(zet_catalogue which, const char *of) {
    zet_output *out = zet_output_new(write_result, NULL);
    const char *name;
    forget_fault();
    put(out, "[");
    for (size_t i = 0; out && (name = zet_catalogue_name(which, of, i)); i++) {
        put(out, i ? ",[" : "[");
        put_word(out, name);
        put(out, ",");
        put_word(out, zet_catalogue_about(which, of, i));
        put(out, ",");
        put_word(out, zet_catalogue_argument(which, of, i));
        put(out, "]");
    }
    put(out, "]");
    return flushed(out, ZET_OK);
}

TO_JS_LATER("explain") zet_status explain(const char *code, const char *reason) {
    zet_explanation e;
    forget_fault();
    if (!zet_explain(code, reason, &e)) {
        fault = (zet_error){ZET_REFUSED, "there is no such code or reason"};
        return ZET_REFUSED;
    }
    zet_output *out = zet_output_new(write_result, NULL);
    const char *const words[] = {e.severity_name, e.sentence, e.meaning, e.remedy,
                                 e.example,       e.from,     e.to};
    for (size_t i = 0; out && i < sizeof words / sizeof *words; i++) {
        put(out, i ? "," : "[");
        put_word(out, words[i]);
    }
    put(out, "]");
    return flushed(out, ZET_OK);
}

#ifdef ZET_SHIM_OF_THE_PAGE
/* The words of a language: texts that end with a null byte, WORD_FORMS_MAX + 1 for each entry, the
   English one first, in ascending order. They stay in use. */
TO_JS("words") zet_status words(const char *tag, const char *texts, size_t count) {
    enum language language;
    forget_fault();
    struct word_entry *entry = calloc(count, sizeof *entry);
    if (!entry || !zet_language_read((struct text){tag, strlen(tag)}, &language)) {
        free(entry);
        return fault.status;
    }
    for (size_t i = 0; i < count; i++) {
        entry[i].english = texts;
        for (size_t form = 0; form < WORD_FORMS_MAX; form++) {
            texts += strlen(texts) + 1;
            entry[i].form[form] = *texts ? texts : NULL;
        }
        texts += strlen(texts) + 1;
    }
    zet_words_take(language, entry, count);
    return ZET_OK;
}

static void put_report(struct buffer *out, struct repairer *p, const struct document *d,
                       size_t *number) {
    const struct repair *repair = NULL, *style = NULL;
    if (!d)
        zet_judge_empty(&p->judge);
    else if (!zet_repairer_read(p, d, &repair, &style))
        return;
    zet_record_finalize(&p->judge.record, false);
    const struct report report = {.file = TEXT("-"),
                                  .number = ++*number,
                                  .record = &p->judge.record,
                                  .verdict = &p->judge.verdict,
                                  .offset = d ? d->offset : 0,
                                  .repair = repair,
                                  .style = style};
    zet_report_findings(out, &report);
    out->failed |= p->judge.record.out_of_memory;
}

/* The findings of all records, with what repairs them, an object a line. */
TO_JS("judge") zet_status judge(const char *text, size_t length) {
    struct repairer p = {0};
    struct source source;
    struct document document;
    struct buffer out = {0};
    zet_text rest = {text, length};
    size_t count = 0;
    forget_fault();
    zet_source_open(&source, input_read, &rest);
    bool opened = zet_repairer_open(&p);
    while (opened && !out.failed && zet_source_next(&source, &document))
        put_report(&out, &p, &document, &count);
    if (opened && !count)
        put_report(&out, &p, NULL, &count);
    bool well = opened && !out.failed && !source.out_of_memory && js_write(0, out.at, out.len);
    zet_buffer_free(&out);
    zet_source_close(&source);
    zet_repairer_close(&p);
    return well ? ZET_OK : ZET_OUT_OF_MEMORY;
}
#endif

/* Positions. */

/* Rules that several positions share. */
struct shared_rules {
    zet_rules *rules;
    size_t users;
};

struct game {
    struct shared_rules *shared;
    zet_position *position;
};

static void rules_drop(struct shared_rules *s) {
    if (!s || --s->users)
        return;
    zet_rules_free(s->rules);
    free(s);
}

/* Lines `KEY=VALUE` as an array that ends with NULL; the array alone is to be freed. */
static const char **split_lines(char *lines) {
    size_t count = 0;
    for (char *c = lines; *c; c++)
        count += *c == '\n';
    const char **array = calloc(count + 1, sizeof *array);
    char *line = lines;
    for (size_t i = 0; array && i < count; i++) {
        char *end = strchr(line, '\n');
        *end = '\0';
        array[i] = line;
        line = end + 1;
    }
    return array;
}

static struct shared_rules *rules_make(const char *name, const char *variant, char *options) {
    struct shared_rules *s = calloc(1, sizeof *s);
    const char **array = s ? split_lines(options) : NULL;
    if (array)
        s->rules = zet_rules_new(name, variant, array, &fault);
    free(array);
    if (s && s->rules)
        return s;
    free(s);
    return NULL;
}

/* A position; `text` is NULL for the start. `options` is changed. NULL with a fault. */
TO_JS("position_new")
struct game *position_new(const char *name, const char *variant, char *options, const char *text,
                          size_t length) {
    forget_fault();
    struct game *g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    g->shared = rules_make(name, variant, options);
    if (g->shared) {
        g->shared->users = 1;
        g->position = zet_position_new(g->shared->rules, (zet_text){text, length}, &fault);
    }
    if (g->position)
        return g;
    rules_drop(g->shared);
    free(g);
    return NULL;
}

TO_JS("position_free") void position_free(struct game *g) {
    zet_position_free(g->position);
    rules_drop(g->shared);
    free(g);
}

TO_JS_LATER("position_copy") struct game *position_copy(const struct game *g) {
    forget_fault();
    struct game *copy = calloc(1, sizeof *copy);
    if (copy)
        copy->position = zet_position_copy(g->position, &fault);
    if (!copy || !copy->position) {
        free(copy);
        return NULL;
    }
    copy->shared = g->shared;
    copy->shared->users++;
    return copy;
}

TO_JS("position_play")
zet_status position_play(struct game *g, const char *move, size_t length) {
    forget_fault();
    return zet_position_play(g->position, (zet_text){move, length}, &fault_reason, &fault);
}

TO_JS("position_game") zet_status position_game(const struct game *g) {
    forget_fault();
    zet_output *out = zet_output_new(write_result, NULL);
    if (out)
        put(out, zet_rules_game(g->shared->rules));
    return flushed(out, ZET_OK);
}

TO_JS_LATER("position_undo") bool position_undo(struct game *g) {
    return zet_position_undo(g->position);
}

TO_JS("position_begin_playout") zet_status position_begin_playout(struct game *g) {
    forget_fault();
    return zet_position_begin_playout(g->position, &fault);
}

static zet_status put_moves(zet_moves *moves) {
    zet_output *out = moves ? zet_output_new(write_result, NULL) : NULL;
    if (!moves)
        return fault.status;
    for (size_t i = 0; out && i < zet_moves_count(moves); i++) {
        put(out, i ? "\n" : "");
        put(out, zet_moves_text(moves, i));
    }
    zet_moves_free(moves);
    return flushed(out, ZET_OK);
}

TO_JS("position_moves") zet_status position_moves(const struct game *g) {
    forget_fault();
    return put_moves(zet_position_moves(g->position, &fault));
}

TO_JS("position_suggest")
zet_status position_suggest(const struct game *g, const char *move, size_t length, size_t most) {
    forget_fault();
    return put_moves(zet_position_suggest(g->position, (zet_text){move, length}, most, &fault));
}

static const char *result_word(const char *game, zet_result result) {
    if (result == ZET_OPEN)
        return "*";
    return result == ZET_DRAW ? "draw" : zet_side_name(game, result == ZET_WIN_1);
}

/* [text, side to move, plies, last move, result, reason] */
TO_JS("position_state") zet_status position_state(struct game *g) {
    forget_fault();
    zet_output *out = zet_output_new(write_result, NULL);
    if (!out)
        return ZET_OUT_OF_MEMORY;
    const char *game = zet_rules_game(g->shared->rules);
    zet_outcome outcome = zet_position_outcome(g->position);
    put(out, "[");
    put_string(out, zet_position_text(g->position));
    put(out, ",");
    put_word(out, zet_side_name(game, zet_position_turn(g->position)));
    put(out, ",");
    put_number(out, (double)zet_position_ply(g->position));
    put(out, ",");
    put_string(out, zet_position_last_move(g->position));
    put(out, ",");
    put_word(out, result_word(game, outcome.result));
    put(out, ",");
    put_word(out, outcome.reason);
    put(out, "]");
    return flushed(out, ZET_OK);
}

TO_JS_LATER("position_board") zet_status position_board(const struct game *g) {
    forget_fault();
    zet_output *out = zet_output_new(write_result, NULL);
    if (out)
        zet_position_board(g->position, 0, out);
    return flushed(out, ZET_OK);
}

static bool search_ends(void *context) {
    (void)context;
    return !js_goes_on(0);
}

/* The number of sequences, or -1 with a fault. */
TO_JS_LATER("position_perft")
int64_t position_perft(const struct game *g, unsigned depth, bool asking) {
    uint64_t count = 0;
    forget_fault();
    bool counted = zet_position_perft(g->position, depth, 1, asking ? search_ends : NULL, NULL,
                                      &count, &fault) == ZET_OK;
    return counted ? (int64_t)count : -1;
}

/* Diagrams. */

static zet_diagram_options *diagram_options(char *options) {
    zet_diagram_options *o = zet_diagram_options_new(&fault);
    const char **lines = o ? split_lines(options) : NULL;
    bool set = lines != NULL;
    for (size_t i = 0; set && lines[i]; i++) {
        char *value = strchr(lines[i], '=');
        *value++ = '\0';
        set = zet_diagram_options_set(o, lines[i], value, &fault) == ZET_OK;
    }
    free(lines);
    if (set)
        return o;
    zet_diagram_options_free(o);
    return NULL;
}

static zet_status draw(const zet_diagram *diagram) {
    zet_output *out = zet_output_new(write_result, NULL);
    if (!out)
        return ZET_OUT_OF_MEMORY;
    zet_status status = zet_diagram_write(diagram, NULL, out, &fault);
    return flushed(out, status);
}

/* `options` are lines `KEY=VALUE`, and are changed. */
TO_JS_LATER("position_diagram")
zet_status position_diagram(const struct game *g, char *options) {
    forget_fault();
    zet_diagram_options *o = diagram_options(options);
    zet_diagram *diagram = NULL;
    if (o && zet_diagram_options_check(o, false, &fault) == ZET_OK)
        diagram = zet_diagram_new(g->position, o, &fault);
    zet_status status = diagram ? draw(diagram) : fault.status;
    zet_diagram_free(diagram);
    zet_diagram_options_free(o);
    return status;
}

static zet_status draw_all(const zet_record *record, const zet_diagram_options *options) {
    zet_diagrams *diagrams = zet_diagrams_new(record, options, &fault);
    const zet_diagram *diagram;
    zet_status status = diagrams ? ZET_OK : fault.status;
    for (size_t drawn = 0; status == ZET_OK; drawn++) {
        status = zet_diagrams_next(diagrams, drawn, &diagram, &fault);
        if (status == ZET_OK && drawn && !js_next())
            status = ZET_WRITE_FAILED;
        if (status == ZET_OK)
            status = draw(diagram);
    }
    zet_diagrams_free(diagrams);
    return status == ZET_END ? ZET_OK : status;
}

/* Goes to the record of that number. */
static zet_status find_record(zet_reader *reader, zet_text text, size_t number,
                              const zet_record **record) {
    zet_status status = ZET_OK;
    *record = NULL;
    zet_reader_keep_moves(reader, true);
    if (zet_reader_open_text(reader, "-", text, &fault) != ZET_OK)
        return ZET_OUT_OF_MEMORY;
    while (status == ZET_OK && (!*record || zet_record_number(*record) != number))
        status = zet_reader_next(reader, record, &fault);
    if (status == ZET_END) {
        fault = (zet_error){ZET_REFUSED, "there is no record of that number"};
        return ZET_REFUSED;
    }
    return status;
}

/* The diagrams of the record of that number, each a text of its own. */
TO_JS("record_diagrams")
zet_status record_diagrams(const char *text, size_t length, size_t number, char *options) {
    forget_fault();
    zet_diagram_options *o = diagram_options(options);
    zet_reader *reader = o ? zet_reader_new(&fault) : NULL;
    const zet_record *record;
    zet_status status = fault.status;
    if (reader && zet_diagram_options_check(o, true, &fault) == ZET_OK)
        status = find_record(reader, (zet_text){text, length}, number, &record);
    else
        status = fault.status;
    if (status == ZET_OK)
        status = draw_all(record, o);
    zet_reader_free(reader);
    zet_diagram_options_free(o);
    return status;
}

/* The position that the record of that number begins with, by its rules. NULL with a fault. */
TO_JS("record_start")
struct game *record_start(const char *text, size_t length, size_t number) {
    forget_fault();
    struct game *g = calloc(1, sizeof *g);
    struct shared_rules *s = calloc(1, sizeof *s);
    zet_reader *reader = g && s ? zet_reader_new(&fault) : NULL;
    const zet_record *record;
    if (reader && find_record(reader, (zet_text){text, length}, number, &record) == ZET_OK) {
        fault = (zet_error){ZET_REFUSED, "the record does not say which game it is"};
        s->rules = zet_record_rules(record, &fault);
        zet_text start = zet_record_value(record, "position");
        if (s->rules)
            g->position =
                zet_position_new(s->rules, start.length ? start : zet_text_of(NULL), &fault);
    }
    zet_reader_free(reader);
    if (g && g->position) {
        s->users = 1;
        g->shared = s;
        return g;
    }
    zet_rules_free(s ? s->rules : NULL);
    free(s);
    free(g);
    return NULL;
}

/* Records. */

/* [offset, ply, number, depth, playout, gift, written, move, glyphs, position, side, result,
 * reason] */
static void put_move(zet_output *out, const zet_ply *p, zet_walk *walk, const char *game) {
    const double numbers[] = {(double)p->offset, p->ply, p->number, p->depth, p->playout, p->gift};
    const zet_text texts[] = {p->written, p->move, p->glyphs, zet_walk_position(walk)};
    put(out, "[");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        put_number(out, numbers[i]);
        put(out, ",");
    }
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        put_string(out, texts[i]);
        put(out, ",");
    }
    put_word(out, game ? zet_side_name(game, p->side) : NULL);
    put(out, ",");
    put_word(out, game ? result_word(game, p->outcome.result) : NULL);
    put(out, ",");
    put_word(out, p->outcome.reason);
    put(out, "]");
}

/* [number, line, [offset of each finding], [[move], ...], report] */
static void put_record(zet_output *out, const zet_record *record) {
    const char *game = zet_record_game(record);
    zet_walk *walk = zet_walk_new(record, NULL);
    zet_finding f;
    zet_ply ply;
    put(out, "[");
    put_number(out, (double)zet_record_number(record));
    put(out, ",");
    put_number(out, (double)zet_record_line(record));
    put(out, ",[");
    for (size_t i = 0; zet_record_finding(record, i, &f); i++) {
        put(out, i ? "," : "");
        put_number(out, (double)f.offset);
    }
    put(out, "],[");
    for (bool any = false; walk && zet_walk_next(walk, &ply); any = true) {
        put(out, any ? ",\n" : "");
        put_move(out, &ply, walk, game);
    }
    put(out, "],");
    zet_record_report_json(record, out);
    put(out, "]");
    zet_walk_free(walk);
}

/* An array of what put_record writes, of the record of that number alone; 0: of all. */
TO_JS("records")
zet_status records(const char *text, size_t length, size_t number, bool strict) {
    forget_fault();
    zet_output *out = zet_output_new(write_result, NULL);
    zet_reader *reader = out ? zet_reader_new(&fault) : NULL;
    const zet_record *record;
    zet_status status = fault.status;
    if (reader) {
        zet_reader_keep_moves(reader, true);
        zet_reader_set_strict(reader, strict);
        status = zet_reader_open_text(reader, "-", (zet_text){text, length}, &fault);
        put(out, "[");
        for (bool any = false;
             status == ZET_OK && (status = zet_reader_next(reader, &record, &fault)) == ZET_OK;) {
            if (number && zet_record_number(record) != number)
                continue;
            put(out, any ? "," : "");
            put_record(out, record);
            any = true;
        }
        put(out, "]");
    }
    zet_reader_free(reader);
    return flushed(out, status == ZET_END ? ZET_OK : status);
}

/* Hogga's playout. */

static void put_solution(zet_output *out, const zet_solution *s) {
    put(out, "[");
    put_number(out, s->low);
    put(out, ",");
    if (s->high == UINT32_MAX)
        put(out, "null");
    else
        put_number(out, s->high);
    put(out, s->exact ? ",true" : ",false");
    put(out, s->never ? ",true," : ",false,");
    put_number(out, (double)s->nodes);
    put(out, "]");
}

/* The bounds as JSON, and as the next text the line, a move a line. */
TO_JS_LATER("solve")
zet_status solve(struct game *g, unsigned loser, double nodes, size_t memory) {
    zet_solve_limits limits = {.nodes = (uint64_t)nodes, .memory = memory, .stop = search_ends};
    zet_solution solution = {0};
    forget_fault();
    zet_output *out = zet_output_new(write_result, NULL), *line = zet_output_new(NULL, NULL);
    zet_status status = out && line ? ZET_OK : ZET_OUT_OF_MEMORY;
    if (status == ZET_OK)
        status = zet_playout_solve(g->position, loser, &limits, &solution, line, &fault);
    if (status == ZET_OK) {
        put_solution(out, &solution);
        status = zet_output_flush(out);
    }
    if (status == ZET_OK && !js_next())
        status = ZET_WRITE_FAILED;
    if (status == ZET_OK)
        zet_output_write(out, zet_output_text(line));
    zet_output_free(line);
    return flushed(out, status);
}

/* Tasks. */

struct run {
    zet_task *task;
    zet_output *out, *messages;
};

static long read_stream(void *context, char *to, size_t size) {
    (void)context;
    return js_read(to, size);
}

static uint64_t read_clock(void *context) {
    (void)context;
    return (uint64_t)(js_clock() * 1e6);
}

static bool report_progress(void *context, const zet_task *task) {
    (void)context;
    return js_goes_on((double)zet_task_count(task, ZET_COUNT_RECORDS));
}

static bool file_begin(void *context, const char *name) {
    (void)context;
    return js_file_begin(name);
}

static bool file_write(void *context, const char *bytes, size_t size) {
    (void)context;
    return js_file_write(bytes, size);
}

static bool file_end(void *context) {
    (void)context;
    return true;
}

static const zet_folder folder = {
    .begin = file_begin, .write = file_write, .end = file_end, .context = NULL};

TO_JS_LATER("task_free") void task_free(struct run *r) {
    zet_task_free(r->task);
    zet_output_free(r->out);
    zet_output_free(r->messages);
    free(r);
}

/* NULL with a fault. */
TO_JS_LATER("task_new") struct run *task_new(const char *name) {
    forget_fault();
    struct run *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->out = zet_output_new(write_result, NULL);
    r->messages = zet_output_new(write_messages, NULL);
    r->task = r->out && r->messages ? zet_task_new(name, &fault) : NULL;
    if (!r->task) {
        task_free(r);
        return NULL;
    }
    zet_task_set_output(r->task, r->out);
    zet_task_set_messages(r->task, r->messages);
    zet_task_set_clock(r->task, read_clock, NULL);
    zet_task_set_progress(r->task, report_progress, NULL);
    zet_task_set_folder(r->task, &folder);
    return r;
}

TO_JS_LATER("task_set") zet_status task_set(struct run *r, const char *option, const char *value) {
    forget_fault();
    return zet_task_set(r->task, option, value, &fault);
}

/* The text and the name must live as long as the task. */
TO_JS_LATER("task_attach")
zet_status task_attach(struct run *r, const char *what, const char *name, const char *text,
                       size_t length) {
    forget_fault();
    return zet_task_attach(r->task, what, name, (zet_text){text, length}, &fault);
}

TO_JS_LATER("task_check") zet_status task_check(struct run *r) {
    forget_fault();
    return zet_task_check(r->task, &fault);
}

static zet_status flush_both(const struct run *r, zet_status status) {
    zet_status out = zet_output_flush(r->out), messages = zet_output_flush(r->messages);
    if (status == ZET_OK && (out != ZET_OK || messages != ZET_OK))
        forget_fault();
    if (status == ZET_OK)
        status = out;
    return status == ZET_OK ? messages : status;
}

TO_JS_LATER("task_run") zet_status task_run(struct run *r, const char *name) {
    forget_fault();
    return flush_both(r, zet_task_run(r->task, name, read_stream, NULL, &fault));
}

TO_JS_LATER("task_finish") zet_status task_finish(struct run *r) {
    forget_fault();
    return flush_both(r, zet_task_finish(r->task, &fault));
}

TO_JS_LATER("task_count") double task_count(const struct run *r, zet_count count) {
    return (double)zet_task_count(r->task, count);
}

TO_JS_LATER("task_changed") bool task_changed(const struct run *r) {
    return zet_task_changed(r->task);
}
