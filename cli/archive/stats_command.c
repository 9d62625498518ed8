#include <string.h>

#include "cli/archive/conditions.h"
#include "cli/archive/stats.h"
#include "cli/command.h"
#include "notation/base/option.h"

static const char *const formats[] = {"text", "csv", "json", NULL};
enum { FIRST_MOVES = 10, FIRST_MOVES_MAX = 1000000000 };

struct options {
    const char *names, *index;
    struct query *query; /* the games to count; NULL: all */
    unsigned by[STATS_BYS], format;
    size_t by_count;
    uint32_t first, jobs;
    bool include_invalid, no_refresh, verbose;
};

static bool read_by(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct options *o = values;
    o->by_count = 0;
    return !strcmp(value, "none") ||
           zi_option_words(row, value, o->by, &o->by_count, error) == ZET_OK;
}

#define IN(member) offsetof(struct options, member)

static const zet_option options[] = {
    {"by", "KEY,...",
     "how to group games: game, variant, event, year, player, ending, round, a list of these for "
     "their combinations, or none (default: game,variant)",
     "zet stats --by player,year examples", ZET_OPTION_OWN, .words = stats_keys, .read = read_by},
    {"first", "N", "show the N most frequent first moves of each group (default: 10)",
     "zet stats --first 3 examples", ZET_OPTION_NUMBER, .offset = IN(first),
     .most = FIRST_MOVES_MAX},
    {"include-invalid", NULL,
     "count records that are not valid too, as far as their moves are legal; records without a "
     "known game are omitted",
     "zet stats --include-invalid examples", ZET_OPTION_FLAG, .offset = IN(include_invalid)},
    {"format", "FORMAT", "text (the default), csv or json; examples/stats.gnuplot draws the csv",
     "zet stats --format csv examples", ZET_OPTION_WORD, .offset = IN(format), .words = formats},
    CONDITION_ROWS(struct options, "zet stats examples"),
    NAMES_ROW(struct options, names, "stats --by player"),
    ARCHIVE_ROWS(struct options, "stats"),
    {0}};
#undef IN

static void free_options(void *values) { condition_free(((struct options *)values)->query); }

struct statistics {
    struct invocation *in;
    struct names_file names;
    struct asking asking;
    bool invalid;
};

/* Writes the report. */
static bool report(void *context) {
    struct statistics *s = context;
    struct asking *q = &s->asking;
    const struct options *o = s->in->options;
    struct conditions conditions = {.db = &q->db, .query = o->query};
    bool by_given = command_has(s->in, "by");
    struct stats_wish wish = {.names = o->names ? &s->names : NULL,
                              .by = {STATS_BY_GAME, STATS_BY_VARIANT},
                              .by_count = by_given ? o->by_count : 2,
                              .include_invalid = o->include_invalid,
                              .format = formats[o->format],
                              .first = command_has(s->in, "first") ? o->first : FIRST_MOVES,
                              .records = archive_records(&q->archive),
                              .invalid = archive_invalid(&q->archive)};
    for (size_t i = 0; i < o->by_count; i++)
        wish.by[i] = (enum stats_by)o->by[i];
    char *which = o->query ? conditions_sql(&conditions) : NULL;
    if (o->query && !which)
        return false;
    wish.which = which;
    s->invalid = wish.invalid > 0;
    archive_report_invalid(&q->archive, "1", o->include_invalid ? "game.rules IS NOT NULL" : "0",
                           q->messages);
    bool done = zet_output_flush(q->messages) == ZET_OK && !q->db.failed &&
                stats_write(&q->archive, &wish, q->out);
    sqlite3_free(which);
    return done;
}

static int run_stats(struct invocation *in) {
    const struct options *o = in->options;
    struct statistics s = {.in = in};
    const struct archive_wish wish = {.index = o->index,
                                      .no_refresh = o->no_refresh,
                                      .verbose = o->verbose,
                                      .read.gather = ZET_GATHER_MEASURES,
                                      .read.summary = true,
                                      .read.threads = archive_threads(o->jobs)};
    bool by_player = o->query != NULL;
    for (size_t i = 0; i < o->by_count; i++)
        by_player |= o->by[i] == STATS_BY_PLAYER;
    if (command_has(in, "names") && !by_player)
        return command_error("--names: only allowed with by player");
    if (!attach_names(in, o->names, &s.names))
        return STATUS_ERROR;
    if (o->query && o->names)
        o->query->names = &s.names;
    bool ready = condition_ready(o->query);
    if (ready)
        asking_run(&s.asking, in, &wish, report, &s);
    zi_names_file_free(&s.names);
    return ready ? asking_end(&s.asking, s.invalid ? STATUS_INVALID : STATUS_OK) : STATUS_ERROR;
}

const struct command command_stats = {
    .name = "stats",
    .writes = true,
    .about = ABOUT_STATS,
    .arguments = "[FILE|DIR|-]...",
    .files = true,
    .examples = "  zet stats examples\n"
                "  zet stats --by player --format csv examples\n",
    .help =
        "Count the games. A record that is not valid is named on standard error and omitted. A\n"
        "directory or a file for which zet index has made an index is asked through it.\n",
    .help_end = "exit status: 0 all games were counted, 1 some record is not valid, 2 wrong usage\n"
                "or a file that could not be read.\n",
    .options = options,
    .config = true,
    .options_size = sizeof(struct options),
    .free = free_options,
    .run = run_stats,
};
