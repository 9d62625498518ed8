#include <stdlib.h>
#include <string.h>

#include "cli/archive/conditions.h"
#include "cli/archive/explorer.h"
#include "cli/archive/games.h"
#include "cli/command.h"
#include "cli/position_options.h"
#include "notation/base/json_out.h"
#include "notation/base/option.h"
#include "notation/base/output.h"
#include "notation/base/value.h"
#include "validators/api/records.h"

enum { FORMAT_TEXT, FORMAT_JSON };
static const char *const formats[] = {"text", "json", NULL};

struct options {
    const char *archive, *index;
    struct position_options position;
    struct query *query; /* the games to count; NULL: all */
    uint32_t record, at;
    unsigned format; /* FORMAT_... */
    bool no_refresh, symmetric, verbose;
};

/* The position to look up. Starts zeroed. */
struct question {
    zet_rules *rules;
    zet_position *position;
    bool empty; /* no valid game in the archive, which therefore does not determine the rules */
};

/* The rules of the options; without --game the rules common to all games of the archive. */
static zet_rules *rules_asked(const struct options *o, struct database *db, bool *empty) {
    zet_error error = {0};
    zet_rules *rules = NULL;
    if (o->position.game)
        return position_rules(&o->position);
    sqlite3_stmt *s = database_prepare(
        db, "SELECT min(text), max(text) FROM summary JOIN word ON word.id = summary.rules");
    if (database_row(db, s)) {
        zet_text low = database_text(s, 0), high = database_text(s, 1);
        if (!low.length)
            *empty = true;
        else if (low.length != high.length || memcmp(low.at, high.at, low.length))
            command_error("--game is missing: the archive has games by several rules, such as `%s` "
                          "and `%s`",
                          low.at, high.at);
        else if (!(rules = rules_of_text(low.at, &error)))
            command_error("%s: the rules `%s`: %s", db->name, low.at, error.message);
    }
    sqlite3_finalize(s);
    return rules;
}

/* The position after a ply of a record. */
struct record_position {
    struct question *to;
    uint64_t ply;
    bool found;
    zet_error error;
};

static bool take_position(void *context, const struct game_place *place, const zet_record *record) {
    (void)place;
    struct record_position *p = context;
    zet_ply ply = {0};
    zet_walk *walk = zet_walk_new(record, &p->error);
    p->found = walk && !p->ply;
    while (walk && !p->found && zet_walk_next(walk, &ply))
        p->found = !ply.depth && !ply.playout && !ply.gift && ply.ply == p->ply;
    if (p->found && (p->to->rules = zet_record_rules_new(record, &p->error)))
        p->to->position = zet_position_new(p->to->rules, zet_walk_position(walk), &p->error);
    zet_walk_free(walk);
    return p->error.status != ZET_OUT_OF_MEMORY;
}

static bool ask_record(const struct options *o, const struct archive *a, struct question *q) {
    int64_t game = database_number(
        a->db, 0,
        "SELECT game.id FROM file CROSS JOIN game ON game.file = file.id ORDER BY seen, "
        "game.number LIMIT 1 OFFSET %llu",
        (unsigned long long)o->record - 1);
    struct record_position p = {.to = q, .ply = o->at};
    if (!game && !a->db->failed)
        command_error("--record %u: the archive has no such record", o->record);
    if (!game || !archive_replay(a, game, take_position, &p))
        return false;
    if (!p.found && p.error.status == ZET_OK)
        command_error("--at %u: record %u has no such ply", o->at, o->record);
    else if (!q->position)
        command_error("--record %u: %s", o->record, p.error.message);
    return q->position != NULL;
}

static bool ask(const struct options *o, const char *text, const struct archive *a,
                struct question *q) {
    zet_error error = {0};
    if (o->record)
        return ask_record(o, a, q);
    q->rules = rules_asked(o, a->db, &q->empty);
    if (!q->rules)
        return false;
    q->position = zet_position_new(q->rules, zet_text_of(text), &error);
    if (!q->position)
        command_error(text ? "the position: %s" : "%s", error.message);
    return q->position != NULL;
}

/* Answers. */

static void write_line(zet_output *out, const char *name, uint64_t games, uint64_t all,
                       const uint64_t results[4]) {
    char line[200];
    snprintf(
        line, sizeof line, "%-20s %9llu %7.2f %% %9llu %9llu %9llu %11llu", *name ? name : "(end)",
        (unsigned long long)games, all ? 100.0 * (double)games / (double)all : 0.0,
        (unsigned long long)results[ZET_RESULT_WIN_0],
        (unsigned long long)results[ZET_RESULT_WIN_1], (unsigned long long)results[ZET_RESULT_DRAW],
        (unsigned long long)results[ZET_RESULT_OPEN]);
    zet_output_write_safe(out, zet_text_of(line));
    zet_output_write(out, zet_text_of("\n"));
}

static void write_table(const struct question *q, const struct archive *a, const struct explored *e,
                        zet_output *out) {
    char line[200];
    const char *game = zet_rules_game(q->rules);
    command_put(out, zet_rules_text(q->rules), "\n\n", NULL);
    zet_position_board(q->position, 0, out);
    snprintf(line, sizeof line, "\n%s to move\n\n%-20s %9s %9s %9s %9s %9s %11s\n",
             zet_side_name(game, zet_position_turn(q->position)), "move", "games", "of all",
             zet_side_name(game, 0), zet_side_name(game, 1), "draws", "unfinished");
    zet_output_write(out, zet_text_of(line));
    for (size_t i = 0; i < e->count; i++)
        write_line(out, e->at[i].move, e->at[i].games, e->games, e->at[i].results);
    write_line(out, "all", e->games, e->games, e->results);
    for (size_t i = 0; i < e->count && i < 5; i++) {
        struct game_place p;
        if (!archive_game(a, e->at[i].example[0], &p))
            continue;
        snprintf(line, sizeof line, "%s%s: ", i ? "" : "\nexamples\n",
                 *e->at[i].move ? e->at[i].move : "(end)");
        zet_output_write(out, zet_text_of(line));
        zet_output_write_safe(out, zet_text_of(p.path));
        snprintf(line, sizeof line, ":%lld: record %lld\n", (long long)p.line, (long long)p.number);
        zet_output_write(out, zet_text_of(line));
        free(p.path);
    }
}

static void put_results(struct json_out *j, const char *game, const uint64_t results[4]) {
    zi_json_key(j, "results");
    zi_json_put(j, &value_object(zet_side_name(game, 0), results[ZET_RESULT_WIN_0],
                                 zet_side_name(game, 1), results[ZET_RESULT_WIN_1], "draws",
                                 results[ZET_RESULT_DRAW], "unfinished", results[ZET_RESULT_OPEN]));
}

static void put_move(struct json_out *j, const char *game, const struct archive *a,
                     const struct explored_move *m) {
    struct game_place p;
    zi_json_open(j, '{');
    json_members(j, "move", value_if_any(text_of(m->move)), "games", m->games);
    put_results(j, game, m->results);
    zi_json_key(j, "examples");
    zi_json_open(j, '[');
    for (size_t i = 0; i < EXAMPLES && m->example[i]; i++) {
        if (!archive_game(a, m->example[i], &p))
            continue;
        zi_json_put(j, &value_object("file", p.path, "line", (uint64_t)p.line, "record",
                                     (uint64_t)p.number));
        free(p.path);
    }
    zi_json_close(j, ']');
    zi_json_close(j, '}');
}

static void write_json(const struct question *q, const struct archive *a, const struct explored *e,
                       zet_output *out) {
    char key[20];
    const char *game = zet_rules_game(q->rules);
    struct json_out j = {.to = &out->text};
    zet_text text = zet_position_text(q->position);
    const struct text position = {text.at, text.length};
    snprintf(key, sizeof key, "%016llx", (unsigned long long)zet_position_key(q->position));
    zi_json_open(&j, '{');
    json_members(&j, "version", "1", "rules", zet_rules_text(q->rules), "key", key, "position",
                 position, "turn", zet_side_name(game, zet_position_turn(q->position)), "games",
                 e->games);
    put_results(&j, game, e->results);
    zi_json_key(&j, "moves");
    zi_json_open(&j, '[');
    for (size_t i = 0; i < e->count; i++)
        put_move(&j, game, a, &e->at[i]);
    zi_json_close(&j, ']');
    zi_json_close(&j, '}');
    command_put(out, "\n", NULL);
}

static bool answer_empty(const struct options *o) {
    zet_text text = zet_text_of(
        o->format == FORMAT_JSON ? "{\"version\":\"1\",\"rules\":null,\"games\":0,\"moves\":[]}\n"
                                 : "the archive has no valid game\n");
    return result_write(text.at, text.length);
}

/* Whether the game has symmetries. Prints a message if not. */
static bool has_images(const struct question *q) {
    bool exchanged;
    zet_position *image = zet_position_image(q->position, 0, &exchanged, NULL);
    zet_position_free(image);
    if (!image)
        command_error("--symmetric: only allowed with hogga, halma and akron");
    return image;
}

static bool answer(const struct options *o, const struct question *q, const struct archive *a) {
    struct explored e = {0};
    if (o->symmetric && !has_images(q))
        return false;
    struct conditions conditions = {.db = a->db, .query = o->query};
    char *which = o->query ? conditions_sql(&conditions) : NULL;
    zet_output *out = zet_output_new(NULL, NULL);
    bool done = out && (which || !o->query) && explore(a, q->position, o->symmetric, which, &e);
    sqlite3_free(which);
    if (done && o->format == FORMAT_JSON)
        write_json(q, a, &e, out);
    else if (done)
        write_table(q, a, &e, out);
    if (out && zet_output_flush(out) != ZET_OK)
        done = (command_error("out of memory"), false);
    zet_text text = out ? zet_output_text(out) : zet_text_of("");
    done = done && !a->db->failed && result_write(text.at, text.length);
    explored_free(&e);
    zet_output_free(out);
    return done;
}

struct exploring_asked {
    const struct options *o;
    const char *text; /* of the position; NULL: the start */
    struct asking asking;
};

static bool query(void *context) {
    struct exploring_asked *x = context;
    const struct archive *a = &x->asking.archive;
    struct question q = {0};
    bool done = ask(x->o, x->text, a, &q) ? answer(x->o, &q, a)
                                          : q.empty && !a->db->failed && answer_empty(x->o);
    zet_position_free(q.position);
    zet_rules_free(q.rules);
    return done;
}

static int run_explore(struct invocation *in) {
    const struct options *o = in->options;
    struct exploring_asked x = {.o = o, .text = in->argument_count ? in->arguments[0] : NULL};
    if (in->argument_count > 1)
        return command_error("unexpected argument `%s`", in->arguments[1]);
    if (o->record && in->argument_count)
        return command_error("--record: not allowed with a position");
    if (o->at && !o->record)
        return command_error("--at: only allowed with --record");
    if (!condition_ready(o->query))
        return STATUS_ERROR;
    const struct archive_wish wish = {.root = o->archive ? o->archive : ".",
                                      .index = o->index,
                                      .no_refresh = o->no_refresh,
                                      .verbose = o->verbose};
    asking_run(&x.asking, in, &wish, query, &x);
    return asking_end(&x.asking, STATUS_OK);
}

static void free_options(void *values) { condition_free(((struct options *)values)->query); }

static const zet_option options[] = {
    {"archive", "DIR|FILE", "the archive that was indexed (default: .)",
     "zet explore --archive examples --index build/examples.index --game hogga", ZET_OPTION_TEXT,
     .offset = offsetof(struct options, archive)},
    {"index", "FILE", "the index, if zet index wrote it to another place",
     "zet explore --archive examples --index build/examples.index --game hogga", ZET_OPTION_TEXT,
     .offset = offsetof(struct options, index)},
    RULES_OPTION_ROWS(struct options, position),
    CONDITION_ROWS(struct options,
                   "zet explore --archive examples --index build/examples.index --game hogga"),
    {"record", "N", "show a position of the record with this number in the archive",
     "zet explore --archive examples --index build/examples.index --record 1", ZET_OPTION_NUMBER,
     .offset = offsetof(struct options, record), .least = 1, .most = UINT32_MAX},
    {"at", "PLY", "with --record: the position after this many plies (default: 0, the start)",
     "zet explore --archive examples --index build/examples.index --record 1 --at 2",
     ZET_OPTION_NUMBER, .offset = offsetof(struct options, at), .most = UINT32_MAX},
    {"symmetric", NULL,
     "count symmetric positions too: in Hogga turned by 180 degrees with the colors exchanged, in "
     "Halma and Akron also reflected; not for HusBao",
     "zet explore --archive examples --index build/examples.index --game hogga --symmetric",
     ZET_OPTION_FLAG, .offset = offsetof(struct options, symmetric)},
    {"format", "FORMAT", "text (the default) or json",
     "zet explore --archive examples --index build/examples.index --game hogga --format json",
     ZET_OPTION_WORD, .offset = offsetof(struct options, format), .words = formats},
    {"no-refresh", NULL, "answer from an index that is older than the archive, with a message",
     "zet explore --archive examples --index build/examples.index --game hogga --no-refresh",
     ZET_OPTION_FLAG, .offset = offsetof(struct options, no_refresh)},
    {"verbose", NULL, "print the name of the index on standard error",
     "zet explore --archive examples --index build/examples.index --game hogga --verbose",
     ZET_OPTION_FLAG, .offset = offsetof(struct options, verbose)},
    {0}};

const struct command command_explore = {
    .name = "explore",
    .writes = true,
    .about = ABOUT_EXPLORE,
    .arguments = "[POSITION]",
    .shared = "zet explore --archive examples --index build/examples.index %.*s",
    .examples = "  zet index -o build/examples.index examples\n"
                "  zet explore --archive examples --index build/examples.index --game hogga\n",
    .help = "Show the moves that the valid games of an archive made from a position, the start\n"
            "position without an argument, with their numbers and results. A game counts once,\n"
            "for its move when it first reached the position. The archive needs an index, which\n"
            "zet index builds; it is updated first.\n",
    .help_end =
        "exit status: 0 the position was looked up, 2 wrong usage, or there is no index, or\n"
        "a file could not be read.\n",
    .options = options,
    .config = true,
    .output = true,
    .options_size = sizeof(struct options),
    .free = free_options,
    .run = run_explore,
};
