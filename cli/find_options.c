#include <getopt.h>
#include <string.h>

#include "cli/find.h"

static const char usage[] =
    "usage: zet find [OPTION]... [FILE|DIR|-]...\n"
    "\n"
    "Searches the records of the files, of the .yaml and .yml files under the directories, or of\n"
    "standard input (-, or no argument), and writes those that all options hold for, unchanged.\n"
    "Of one option given several times one value must hold.\n"
    "\n"
    "  --player NAME        of either player; --black, --white, --a, --b NAME of one side\n"
    "  --event TEXT, --site TEXT, --round TEXT\n"
    "                       texts are whole, in upper or lower case, with * for any text\n"
    "  --from DATE, --to DATE\n"
    "                       the date can lie in this range; 2009, 2009-06 or 2009-06-30\n"
    "  --result RESULT      black, white, a, b, draw or *\n"
    "  --termination WORD   rules, resignation, time, ...\n"
    "  --reason WORD        goal, connection, no-moves, ...: why the rules ended the game\n"
    "  --game GAME, --variant VARIANT, --rule KEY=VALUE\n"
    "  --plies RANGE        of the main line: 40, 40-80, -20 or 100-\n"
    "  --points RANGE\n"
    "  --position TEXT      this position occurs; ? is any content of a cell, any number of\n"
    "                       stones, any player to move; * is the rest of a rank\n"
    "  --move TEXT          this move occurs; ? is any character, * any text\n"
    "  --variations         positions and moves may stand in variations too\n"
    "  --not                the records that the options above do not hold for\n"
    "\n"
    "  --places             write FILE:LINE: record N, ply P instead of the records\n"
    "  --format json        the same, one JSON object a record and line\n"
    "  --count              write only how many records there are\n"
    "  --limit N            stop after N records\n"
    "  --duplicates         among those records find those with the same moves, and those that\n"
    "                       begin others; write them in groups\n"
    "  --min-plies N        duplicates that break off have at least N plies (default: 10)\n"
    "  --include-invalid    search records that are not valid too, as far as they were replayed\n"
    "  --invalid            search only those\n"
    "\n"
    "exit status: 0 all records were searched, 1 some record is not valid and was left out,\n"
    "2 wrong usage or a file that could not be read.\n";

enum long_option {
    OPTION_CONDITION = 256, /* + enum condition */
    OPTION_VARIATIONS = OPTION_CONDITION + CONDITIONS,
    OPTION_NOT,
    OPTION_PLACES,
    OPTION_FORMAT,
    OPTION_COUNT,
    OPTION_LIMIT,
    OPTION_DUPLICATES,
    OPTION_MIN_PLIES,
    OPTION_INCLUDE_INVALID,
    OPTION_INVALID
};

static const struct option others[] = {
    {"variations", no_argument, NULL, OPTION_VARIATIONS},
    {"not", no_argument, NULL, OPTION_NOT},
    {"places", no_argument, NULL, OPTION_PLACES},
    {"format", required_argument, NULL, OPTION_FORMAT},
    {"count", no_argument, NULL, OPTION_COUNT},
    {"limit", required_argument, NULL, OPTION_LIMIT},
    {"duplicates", no_argument, NULL, OPTION_DUPLICATES},
    {"min-plies", required_argument, NULL, OPTION_MIN_PLIES},
    {"include-invalid", no_argument, NULL, OPTION_INCLUDE_INVALID},
    {"invalid", no_argument, NULL, OPTION_INVALID},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0}};
enum { OTHERS = sizeof others / sizeof *others };

/* Long values are not said again. */
enum { VALUE_SHOWN_MAX = 60 };

static int report_fault(const struct query *q, const struct query_fault *fault) {
    const char *name = zet_conditions[fault->condition];
    if (q->out_of_memory)
        return zet_cli_error("memory is out");
    if (fault->has_place)
        return zet_cli_error("--%s: character %zu: %s", name, fault->place + 1, fault->why);
    if (strlen(fault->value) > VALUE_SHOWN_MAX)
        return zet_cli_error("--%s: %s", name, fault->why);
    return zet_cli_error("--%s %s: %s", name, fault->value, fault->why);
}

static int read_number(const char *option, const char *written, uint32_t most, uint32_t *to) {
    struct text t = text_of(written);
    *to = text_is_number(t) ? text_number(t, UINT32_MAX) : 0;
    if (*to && *to <= most)
        return -1;
    return zet_cli_error("%s %s: it is a number from 1 to %u", option, written, most);
}

static int read_output(struct find_options *o, enum find_output output) {
    if (o->output != FIND_RECORDS && o->output != output)
        return zet_cli_error("--places, --count and --format json are outputs of their own");
    o->output = output;
    return -1;
}

static int read_format(struct find_options *o, const char *name) {
    if (!strcmp(name, "json"))
        return read_output(o, FIND_JSON);
    return strcmp(name, "text") ? zet_cli_error("--format %s: the formats are text and json", name)
                                : -1;
}

static int print_usage(void) {
    fputs(usage, stdout);
    return zet_cli_finish(STATUS_OK);
}

static int accept_option(struct find_options *o, int option, const char *value) {
    struct query_fault fault;
    uint32_t number;
    int status;
    if (option >= OPTION_CONDITION && option < OPTION_CONDITION + CONDITIONS)
        return zet_query_add(&o->query, (enum condition)(option - OPTION_CONDITION), value, &fault)
                   ? -1
                   : report_fault(&o->query, &fault);
    switch (option) {
    case OPTION_VARIATIONS: o->query.variations = true; return -1;
    case OPTION_NOT: o->query.negated = true; return -1;
    case OPTION_PLACES: return read_output(o, FIND_PLACES);
    case OPTION_FORMAT: return read_format(o, value);
    case OPTION_COUNT: return read_output(o, FIND_COUNT);
    case OPTION_LIMIT:
        status = read_number("--limit", value, UINT32_MAX - 1, &number);
        o->limit = number;
        return status;
    case OPTION_DUPLICATES: o->duplicates = true; return -1;
    case OPTION_MIN_PLIES: return read_number("--min-plies", value, PLIES_MAX, &o->min_plies);
    case OPTION_INCLUDE_INVALID: o->include_invalid = true; return -1;
    case OPTION_INVALID: o->only_invalid = true; return -1;
    case 'h': return print_usage();
    default: return STATUS_ERROR; /* getopt has said why */
    }
}

/* What does not go together. */
static int judge(struct find_options *o) {
    const struct query *q = &o->query;
    if (q->negated && zet_query_is_empty(q))
        return zet_cli_error("--not: there is nothing that must not hold");
    if (q->variations && !q->value[CONDITION_POSITION] && !q->value[CONDITION_MOVE])
        return zet_cli_error("--variations goes with --position and --move");
    if (o->min_plies && !o->duplicates)
        return zet_cli_error("--min-plies goes with --duplicates");
    if (o->duplicates && (o->output == FIND_PLACES || o->output == FIND_COUNT))
        return zet_cli_error("--duplicates writes groups: neither --places nor --count go with "
                             "it");
    if (!o->min_plies)
        o->min_plies = DUPLICATES_PLIES;
    return -1;
}

int zet_find_options(int argc, char **argv, struct find_options *o) {
    struct option long_options[CONDITIONS + OTHERS];
    struct query_fault fault;
    int c, status = -1;
    *o = (struct find_options){.limit = UINT64_MAX};
    for (int i = 0; i < CONDITIONS; i++)
        long_options[i] =
            (struct option){zet_conditions[i], required_argument, NULL, OPTION_CONDITION + i};
    memcpy(long_options + CONDITIONS, others, sizeof others);
    while (status < 0 && (c = getopt_long(argc, argv, "h", long_options, NULL)) != -1)
        status = accept_option(o, c, optarg);
    if (status < 0)
        status = judge(o);
    if (status < 0 && !zet_query_ready(&o->query, &fault))
        status = report_fault(&o->query, &fault);
    return status;
}
