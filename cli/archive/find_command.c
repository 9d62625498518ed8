#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/archive/find.h"
#include "cli/command.h"
#include "notation/base/option.h"

/* Options. */

static bool read_sort(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct find_options *o = values;
    return zi_option_words(row, value, o->sort, &o->sort_count, error) == ZET_OK;
}

static const char *game_word(size_t index) {
    return zet_catalogue_name(ZET_CATALOGUE_GAMES, NULL, index);
}

static const char *variant_word(size_t index) {
    const char *game, *variant;
    for (size_t i = 0; (game = game_word(i)); i++)
        for (size_t k = 0; (variant = zet_catalogue_name(ZET_CATALOGUE_VARIANTS, game, k)); k++)
            if (index-- == 0)
                return variant;
    return NULL;
}

static const char *const formats[] = {"text", "json", NULL};
static const char *const keeps[] = {"complete", "newest", "first", NULL};

#define IN(member) offsetof(struct find_options, member)

static const zet_option options[] = {
    {"player", "NAME", "the name of either player; case and accents are ignored, * is any text",
     "zet find --player \"A*\" examples", ZET_OPTION_OWN, .offset = IN(query),
     .read = condition_read},
    {"black", "NAME", "the name of Black", "zet find --black \"A*\" examples", ZET_OPTION_OWN,
     .offset = IN(query), .read = condition_read},
    {"white", "NAME", "the name of White", "zet find --white \"A*\" examples", ZET_OPTION_OWN,
     .offset = IN(query), .read = condition_read},
    {"a", "NAME", "the name of player A (husbao)", "zet find --a \"A*\" examples", ZET_OPTION_OWN,
     .offset = IN(query), .read = condition_read},
    {"b", "NAME", "the name of player B (husbao)", "zet find --b \"A*\" examples", ZET_OPTION_OWN,
     .offset = IN(query), .read = condition_read},
    {"id", "ID", "the id of either player, byte for byte", "zet find --id 1234 examples",
     ZET_OPTION_OWN, .offset = IN(query), .read = condition_read},
    {"event", "TEXT", "the event; case and accents are ignored, * is any text",
     "zet find --event \"Club*\" examples", ZET_OPTION_OWN, .offset = IN(query),
     .read = condition_read},
    {"site", "TEXT", "the site, written as an event", "zet find --site \"A*\" examples",
     ZET_OPTION_OWN, .offset = IN(query), .read = condition_read},
    {"round", "TEXT", "the round, written as an event", "zet find --round 1 examples",
     ZET_OPTION_OWN, .offset = IN(query), .read = condition_read},
    {"since", "DATE", "the date is in this range or later: 2009, 2009-06 or 2009-06-30",
     "zet find --since 2024 examples", ZET_OPTION_OWN, .offset = IN(query), .read = condition_read},
    {"until", "DATE", "the date is in this range or earlier", "zet find --until 2024-06 examples",
     ZET_OPTION_OWN, .offset = IN(query), .read = condition_read},
    {"result", "RESULT", "the result: black, white, a, b, draw or *",
     "zet find --result white examples", ZET_OPTION_OWN, .offset = IN(query),
     .read = condition_read},
    {"termination", "WORD", "the termination: rules, resignation, time, ...",
     "zet find --termination resignation examples", ZET_OPTION_OWN, .offset = IN(query),
     .read = condition_read},
    {"reason", "WORD", "why the rules ended the game: goal, connection, no-moves, ...",
     "zet find --reason goal examples", ZET_OPTION_OWN, .offset = IN(query),
     .read = condition_read},
    {"game", "GAME", "the game", "zet find --game halma examples", ZET_OPTION_OWN,
     .word = game_word, .offset = IN(query), .read = condition_read},
    {"variant", "VARIANT", "the variant", "zet find --variant 8x8 examples", ZET_OPTION_OWN,
     .word = variant_word, .offset = IN(query), .read = condition_read},
    {"rule", "KEY=VALUE", "a rule option has this value, given or by default",
     "zet find --rule swap=true examples", ZET_OPTION_OWN, .offset = IN(query),
     .read = condition_read},
    {"plies", "RANGE", "the plies of the main line: 40, 40-80, -20 or 100-",
     "zet find --plies 1-40 examples", ZET_OPTION_OWN, .offset = IN(query), .read = condition_read},
    {"points", "RANGE", "the winner's points, proved or claimed", "zet find --points 1-20 examples",
     ZET_OPTION_OWN, .offset = IN(query), .read = condition_read},
    {"rating", "RANGE", "the rating of either player: 1800-, 1500-1800 or -1500",
     "zet find --rating 1-3000 examples", ZET_OPTION_OWN, .offset = IN(query),
     .read = condition_read},
    {"position", "TEXT",
     "this position occurs; ? is any cell, number of stones or player to move, * is the rest of a "
     "rank",
     "zet find --position \"*/*/*/*/*/*/*/*/*/*5w/*/*/* b\" examples", ZET_OPTION_OWN,
     .offset = IN(query), .read = condition_read},
    {"move", "TEXT", "this move occurs; ? is any character, * any text",
     "zet find --move \"c3*\" examples", ZET_OPTION_OWN, .offset = IN(query),
     .read = condition_read},
    {"variations", NULL, "search positions and moves of variations too",
     "zet find --move \"c3*\" --variations examples", ZET_OPTION_FLAG, .offset = IN(variations)},
    {"not", NULL, "select the records that do not match the options above",
     "zet find --game halma --not examples", ZET_OPTION_FLAG, .offset = IN(negated)},
    {"places", NULL, "write FILE:LINE: record N, ply P instead of the records",
     "zet find --game halma --places examples", ZET_OPTION_FLAG, .offset = IN(places)},
    {"format", "FORMAT",
     "text (the records, the default) or json: one JSON object per line, one per record",
     "zet find --format json examples", ZET_OPTION_WORD, .offset = IN(format), .words = formats},
    {"count", NULL, "write only the number of records", "zet find --game halma --count examples",
     ZET_OPTION_FLAG, .offset = IN(count)},
    {"limit", "N", "stop after N records, or N groups of duplicates", "zet find --limit 1 examples",
     ZET_OPTION_NUMBER, .offset = IN(limit), .least = 1, .most = UINT32_MAX - 1},
    {"duplicates", NULL,
     "write groups of records with the same moves, or with moves that begin the moves of another",
     "zet find --duplicates examples", ZET_OPTION_FLAG, .offset = IN(duplicates)},
    {"unique", NULL, "write only one record of each game", "zet find --unique examples",
     ZET_OPTION_FLAG, .offset = IN(unique)},
    {"drop-duplicates", NULL, "write the whole input without the records that --unique leaves out",
     "zet find --drop-duplicates examples", ZET_OPTION_FLAG, .offset = IN(drop_duplicates)},
    {"keep", "WHICH",
     "the record to keep of each game: complete (the most moves, then the most header keys; the "
     "default), newest (the latest date, then the last) or first",
     "zet find --unique --keep newest examples", ZET_OPTION_WORD, .offset = IN(keep),
     .words = keeps},
    {"min-plies", "N",
     "the least plies of a duplicate whose moves only begin those of another (default: 10)",
     "zet find --duplicates --min-plies 20 examples", ZET_OPTION_NUMBER, .offset = IN(min_plies),
     .least = 1, .most = PLIES_MOST},
    {"sort", "KEY,...",
     "write the records in this order: a list of game, variant, event, site, date, round, table, "
     "black (in husbao a), white (b), result; those without a value come last",
     "zet find --sort date,event examples", ZET_OPTION_OWN, .words = sort_keys, .read = read_sort},
    {"reverse", NULL, "reverse that order", "zet find --sort date --reverse examples",
     ZET_OPTION_FLAG, .offset = IN(reverse)},
    {"split", "KEY", "write a file for each event, player, year or game into the folder of --into",
     "zet find --split event --into build/events examples", ZET_OPTION_WORD, .offset = IN(split),
     .words = split_keys},
    {"into", "DIR",
     "the folder; it is created if it does not exist. With --force, files there are replaced",
     "zet find --split year --into build/years examples", ZET_OPTION_TEXT, .offset = IN(into)},
    ARCHIVE_ROWS(struct find_options, "find"),
    {"include-invalid", NULL,
     "search records that are not valid too, as far as they can be replayed",
     "zet find --include-invalid examples", ZET_OPTION_FLAG, .offset = IN(include_invalid)},
    {"invalid", NULL, "search only records that are not valid", "zet find --invalid examples",
     ZET_OPTION_FLAG, .offset = IN(only_invalid)},
    NAMES_ROW(struct find_options, names, "find --player Berg"),
    {0}};
#undef IN

static void free_options(void *values) { condition_free(((struct find_options *)values)->query); }

/* Returns NULL, or why the options do not go together. */
static const char *fault_of(const struct invocation *in) {
    const struct find_options *o = in->options;
    bool places = o->places || o->count || o->format;
    if (o->places + o->count + (o->format != 0) > 1)
        return o->places ? "places: places, count and format json exclude each other"
                         : "count: places, count and format json exclude each other";
    if (o->min_plies && !o->duplicates && !o->unique && !o->drop_duplicates)
        return "min-plies: only allowed with duplicates, unique and drop-duplicates";
    if (o->keep && !o->unique && !o->drop_duplicates)
        return "keep: only allowed with unique and drop-duplicates";
    if (o->duplicates + o->unique + o->drop_duplicates > 1)
        return o->duplicates
                   ? "duplicates: duplicates, unique and drop-duplicates exclude each other"
                   : "unique: duplicates, unique and drop-duplicates exclude each other";
    if (o->drop_duplicates && (places || o->limit))
        return "drop-duplicates: it writes whole records; places and count are not allowed";
    if (o->duplicates && (o->places || o->count))
        return "duplicates: it writes groups; places and count are not allowed";
    if ((o->sort_count || o->into) && (o->duplicates || o->drop_duplicates))
        return o->into ? "into: not allowed with duplicates and drop-duplicates"
                       : "sort: not allowed with duplicates and drop-duplicates";
    if (command_has(in, "split") != (o->into != NULL))
        return o->into ? "into: only allowed with split"
                       : "split: --into DIR is required: the folder for the files";
    if (o->into && (places || o->limit))
        return "into: it writes whole records into files; places, count and limit are not allowed";
    if (o->reverse && !o->sort_count)
        return "reverse: only allowed with sort";
    return NULL;
}

/* Searching. */

static bool ask(void *context) { return find_games(context); }

static bool begin_search(struct search *f) {
    struct database *db = &f->q.db;
    f->documents.out = f->q.out;
    if (!f->keep) {
        database_run(
            db, "CREATE TEMP TABLE IF NOT EXISTS found(game INTEGER PRIMARY KEY, ply INTEGER)");
        database_run(db, "CREATE TEMP TABLE IF NOT EXISTS missed(game INTEGER PRIMARY KEY)");
        f->keep = database_prepare(db, "INSERT INTO temp.found VALUES(?1, ?2)");
        find_add_functions(db);
    }
    return !db->failed;
}

static bool ask_first(void *context) { return begin_search(context) && ask(context); }

static bool open_readers(struct search *f) {
    const struct find_options *o = f->o;
    f->reader = zet_reader_new(NULL);
    if (!f->reader)
        return database_no_memory(&f->q.db);
    f->observer = query_observer(f->query);
    zi_reader_watch(f->reader, f->moves ? &f->observer : NULL);
    zet_reader_gather(f->reader,
                      o->duplicates || o->unique || o->drop_duplicates ? ZET_GATHER_STEPS : 0);
    return true;
}

/* Queries an index, or a whole temporary one. Again if it was damaged: then what was written is
   skipped. */
static bool query(void *context) {
    struct search *f = context;
    const struct find_options *o = f->o;
    if (!find_gathers(o) && !f->q.archive.root)
        return true; /* it was queried while it was made */
    if (f->q.incomplete && find_gathers(o))
        return false;
    f->skip = f->found > f->skip ? f->found : f->skip;
    f->found = f->left_out = 0;
    f->conditions = (struct conditions){0};
    bool done = begin_search(f) && (find_games(f), !f->q.failed);
    if (done && find_gathers(o))
        done = o->duplicates || o->unique || o->drop_duplicates ? found_copies(f)
               : o->into                                        ? found_split(f)
                                                                : found_write(f);
    sqlite3_finalize(f->keep);
    f->keep = NULL;
    return done && !f->q.db.failed;
}

static void search(struct search *f, const struct invocation *in) {
    const struct find_options *o = f->o;
    bool gathers = find_gathers(o), copies = o->duplicates || o->unique || o->drop_duplicates;
    const struct archive_wish wish = {.index = o->index,
                                      .no_refresh = o->no_refresh,
                                      .verbose = o->verbose,
                                      .read.gather = copies ? ZET_GATHER_STEPS : 0,
                                      .read.threads = archive_threads(o->jobs),
                                      .read.query = f->moves ? f->query : NULL,
                                      .read.ask = gathers ? NULL : ask_first,
                                      .read.context = f,
                                      .read.soon = o->limit != 0};
    if (open_readers(f) && asking_run(&f->q, in, &wish, query, f) && o->count) {
        char room[24];
        snprintf(room, sizeof room, "%llu\n", (unsigned long long)f->found);
        zet_output_write(f->q.out, zet_text_of(room));
    }
}

static int run_checked(struct invocation *in, struct search *f) {
    const struct find_options *o = f->o;
    search(f, in);
    unsigned long long left_out = f->left_out;
    sqlite3_finalize(f->keep);
    zet_reader_free(f->reader);
    zi_names_file_free(&f->names_file);
    free(f->text);
    int status = asking_end(&f->q, left_out ? STATUS_INVALID : STATUS_OK);
    if (left_out && !o->include_invalid && !o->only_invalid)
        command_error(left_out == 1 ? "%llu record was omitted; --include-invalid keeps it"
                                    : "%llu records were omitted; --include-invalid keeps them",
                      left_out);
    return status;
}

static int run_find(struct invocation *in) {
    struct find_options *o = in->options;
    struct search f = {.o = o, .reader_file = -1, .all = !o->query};
    const char *fault = fault_of(in);
    if (fault)
        return command_error("--%s", fault);
    if (o->into && in->output)
        return command_error("--output: not allowed with --into");
    if (in->force && !o->into && !in->output)
        return command_error("--force: only allowed with --into or --output");
    if (!o->query && !(o->query = calloc(1, sizeof *o->query)))
        return command_error("out of memory");
    f.query = o->query;
    if (!attach_names(in, o->names, &f.names_file))
        return STATUS_ERROR;
    f.names = o->names ? &f.names_file : NULL;
    f.query->names = f.names;
    f.query->negated = o->negated;
    f.query->variations = o->variations;
    if (!condition_ready(f.query)) {
        zi_names_file_free(&f.names_file);
        return STATUS_ERROR;
    }
    f.moves = query_sees_moves(f.query);
    return run_checked(in, &f);
}

const struct command command_find = {
    .name = "find",
    .writes = true,
    .about = ABOUT_FIND,
    .arguments = "[FILE|DIR|-]...",
    .output = true,
    .files = true,
    .examples = "  zet find --player \"*berg*\" examples\n"
                "  zet find --places --game hogga --move \"b10*\" examples\n",
    .help =
        "Search the records and write those that match all options, unchanged. If an option is\n"
        "given several times, one of its values must match. If zet index has made an index of a\n"
        "directory or file, it is used.\n",
    .help_end =
        "exit status: 0 all records were searched, 1 some record is not valid and was left\n"
        "out, 2 wrong usage or a file that could not be read or written.\n",
    .options = options,
    .config = true,
    .options_size = sizeof(struct find_options),
    .free = free_options,
    .run = run_find,
};
