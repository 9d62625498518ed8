#include "cli/command.h"
#include "notation/base/option.h"
#include "validators/api/records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COMMANDS_MAX = 64, HELP_COLUMN = 22, HELP_WIDTH = 80 };

const char *command_board_format(void) {
    const char *locale = getenv("LC_ALL");
    if (!locale || !*locale)
        locale = getenv("LC_CTYPE");
    if (!locale || !*locale)
        locale = getenv("LANG");
    bool unicode = locale && (strcasestr(locale, ".utf-8") || strcasestr(locale, ".utf8"));
    return unicode ? "unicode" : "ascii";
}

bool command_has_terminal(int descriptor) {
    const char *term = getenv("TERM");
    return isatty(descriptor) && !(term && !strcmp(term, "dumb"));
}

enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };
static const char *const color_words[] = {"auto", "always", "never", NULL};

/* Of the value of a variable. */
static bool is_set(const char *value) { return value && *value; }
static bool is_off(const char *value) { return value && !strcmp(value, "0"); }
static bool is_on(const char *value) { return is_set(value) && !is_off(value); }

bool command_color(const struct invocation *in, int descriptor) {
    if (in->color != COLOR_AUTO)
        return in->color == COLOR_ALWAYS;
    if ((descriptor == STDOUT_FILENO && in->output) || is_set(getenv("NO_COLOR")))
        return false;
    const char *force = getenv("FORCE_COLOR");
    const char *cli_force = getenv("CLICOLOR_FORCE");
    return is_on(force) || is_on(cli_force) ||
           (command_has_terminal(descriptor) && !is_off(getenv("CLICOLOR")));
}

void command_color_output(struct invocation *in) {
    zet_task_set(in->task, "color", command_color(in, STDOUT_FILENO) ? "true" : "false", NULL);
    in->reports = true;
}

/* What other programs call our commands; without pointers, which the loader would have to set. */
enum { NAME_BYTES = 12 };
static const char other_names[][2][NAME_BYTES] = {
    {"check", "validate"}, {"verify", "validate"},   {"repair", "fix"},  {"format", "fmt"},
    {"draw", "diagram"},   {"render", "diagram"},    {"search", "find"}, {"table", "standings"},
    {"play", "record"},    {"version", "--version"}, {"html", "site"},   {"points", "score"},
};

static const char *meant_by(const char *name) {
    for (size_t i = 0; i < sizeof other_names / sizeof *other_names; i++)
        if (!strcmp(name, other_names[i][0]))
            return other_names[i][1];
    return NULL;
}

const struct command *command_named(const char *name) {
    const char *names[COMMANDS_MAX + 1];
    size_t count = 0;
    for (; commands[count] && count < COMMANDS_MAX; count++) {
        if (!strcmp(name, commands[count]->name))
            return commands[count];
        names[count] = commands[count]->name;
    }
    names[count] = NULL;
    const char *meant = meant_by(name);
    const char *nearest = meant ? meant : zi_nearest_of(zet_text_of(name), names);
    char list[512];
    for (size_t i = 0, used = 0; names[i]; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", names[i]);
    if (strpbrk(name, "./"))
        command_error("there is no command `%s`; to check a file, write `zet validate %s`", name,
                      name);
    else if (nearest)
        command_error("there is no command `%s`; did you mean `%s`?", name, nearest);
    else
        command_error("there is no command `%s`; the commands are %s", name, list);
    return NULL;
}

/* The library's option with that index; NULL past the end. */
static const zet_option *library_option(const struct command *c, size_t index) {
    return c->task || c->diagrams ? zi_catalogue_option(c->diagrams ? ZET_CATALOGUE_DIAGRAM_OPTIONS
                                                                    : ZET_CATALOGUE_TASK_OPTIONS,
                                                        c->task, index)
                                  : NULL;
}

#define IN(member) offsetof(struct invocation, member)

const zet_option command_file_options[] = {
    {"files-from", "FILE",
     "read the names of further files from FILE, one per line; - is standard input",
     "find examples -name '*.yaml' | zet validate --files-from -", ZET_OPTION_TEXT,
     .offset = IN(files_from)},
    {"null", NULL, "with --files-from: names end with a zero byte instead of a line end",
     "find examples -name '*.yaml' -print0 | zet validate --files-from - -0", ZET_OPTION_FLAG,
     .offset = IN(null), .letter = '0'},
    {"follow", NULL, "follow links in directories, which are skipped otherwise",
     "zet validate --follow examples", ZET_OPTION_FLAG, .offset = IN(follow)},
    {"stdin-filename", "NAME", "the name of standard input in reports, and to find zet.yaml by",
     "zet validate --stdin-filename hogga.yaml <examples/hogga.yaml", ZET_OPTION_TEXT,
     .offset = IN(stdin_name)},
    {0}};

const zet_option command_output_options[] = {
    {"output", "FILE",
     "write the result to FILE, compressed if the name ends with .gz, .xz or .zst; with exit "
     "status 2 FILE is not written",
     "zet convert --to json -o build/hogga.json --force examples/hogga.yaml", ZET_OPTION_TEXT,
     .offset = IN(output), .letter = 'o'},
    {"force", NULL, "replace files that exist",
     "zet convert --to json -o build/hogga.json --force examples/hogga.yaml", ZET_OPTION_FLAG,
     .offset = IN(force)},
    {0}};

const zet_option command_all_options[] = {
    {"color", "WHEN",
     "always, never, or auto (the default): on a terminal, unless NO_COLOR is set or TERM is "
     "dumb",
     "zet validate --color never examples/hogga.yaml", ZET_OPTION_WORD, .offset = IN(color),
     .words = color_words},
    {"no-config", NULL, "ignore every zet.yaml", "zet validate --no-config examples/hogga.yaml",
     ZET_OPTION_FLAG, .offset = IN(no_config)},
    {"help", NULL, "show the help of the command", "zet validate --help", ZET_OPTION_FLAG,
     .offset = IN(help), .letter = 'h'},
    {"version", NULL, "print the version", "zet validate --version", ZET_OPTION_FLAG,
     .offset = IN(version), .letter = 'V'},
    {0}};

/* The rules described in cli/files.h. */
const char command_files_help[] =
    "Each FILE and the files under each DIR are read; - or no argument is standard input. Under\n"
    "DIR these are the files whose names end with .yaml or .yml in any case, or with one of\n"
    "these and .gz, .xz or .zst, in the order of their names. Hidden files, hidden directories\n"
    "and zet.yaml are ignored. Links to files are followed, unless files are rewritten; links to\n"
    "directories are not. A file that an option or zet.yaml names is not read as records.\n"
    "Skipped with a message: anything that is not a regular file, and a names file or tournament\n"
    "file with the name names.yaml or tournament.yaml. Every file, and standard input, may be\n"
    "compressed with gzip, xz or Zstandard.\n";

bool command_takes_config(const struct command *c) { return c->task || c->diagrams || c->config; }

static bool is_hidden(const struct command *c, const char *option) {
    const char *const *hidden = c->hidden;
    while (hidden && *hidden && strcmp(*hidden, option) != 0)
        hidden++;
    return hidden && *hidden;
}

/* The row, or the command's own with the same name. */
static const zet_option *own_row(const struct command *c, const zet_option *row) {
    for (const zet_option *own = c->instead; own && own->name; own++)
        if (!strcmp(own->name, row->name))
            return own;
    return row;
}

bool command_option_at(const struct command *c, size_t index, struct command_option *o) {
    const zet_option *row;
    for (size_t i = 0; (row = library_option(c, i)); i++)
        if (!is_hidden(c, row->name) && index-- == 0)
            return *o = (struct command_option){own_row(c, row), OF_LIBRARY}, true;
    const zet_option *const tables[] = {c->options, c->output ? command_output_options : NULL,
                                        c->files ? command_file_options : NULL,
                                        command_all_options};
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (row = tables[t]; row && row->name; row++)
            if (index-- == 0)
                return *o = (struct command_option){row, t ? OF_INVOCATION : OF_COMMAND}, true;
    return false;
}

bool command_list_read(const zet_option *row, void *values, const char *value, zet_error *error) {
    struct option_list *list = (void *)((char *)values + row->offset);
    const char **at = realloc(list->at, (list->count + 2) * sizeof *at);
    if (!at) {
        *error = (zet_error){.status = ZET_OUT_OF_MEMORY, .message = "out of memory"};
        return false;
    }
    list->at = at;
    at[list->count++] = value;
    at[list->count] = NULL;
    return true;
}

bool command_has(const struct invocation *in, const char *option) {
    struct command_option o;
    for (size_t i = 0; command_option_at(in->command, i, &o); i++)
        if (!strcmp(o.row->name, option))
            return in->given[i];
    return false;
}

const char *command_first(const struct invocation *in, const char *const *options) {
    while (*options && !command_has(in, *options))
        options++;
    return *options;
}

size_t catalogue_names(zet_catalogue catalogue, const char *of, const char **names, size_t count,
                       size_t most) {
    const char *name;
    for (size_t i = 0; count < most && (name = zet_catalogue_name(catalogue, of, i)); i++)
        names[count++] = name;
    names[count] = NULL;
    return count;
}

const char *command_stream_name(const struct invocation *in, const char *path) {
    return in->stdin_name && !strcmp(path, "-") ? in->stdin_name : path;
}

/* Help. */

void command_print_wrapped(const char *text, int indent) {
    size_t from = (size_t)indent, column = from;
    while (*text) {
        size_t n = strcspn(text, " ");
        if (column > from && column + 1 + n > HELP_WIDTH) {
            printf("\n%*s", indent, "");
            column = from;
        } else if (column > from) {
            putchar(' ');
            column++;
        }
        printf("%.*s", (int)n, text);
        column += n;
        text += n + (text[n] == ' ');
    }
    putchar('\n');
}

static void print_option(const zet_option *o) {
    int column = o->letter ? printf("  -%c, --%s", o->letter, o->name) : printf("  --%s", o->name);
    if (o->argument)
        column += printf(" %s", o->argument);
    if (column >= HELP_COLUMN - 1)
        printf("\n%*s", HELP_COLUMN, "");
    else
        printf("%*s", HELP_COLUMN - column, "");
    command_print_wrapped(o->about, HELP_COLUMN);
}

static void print_list(const char *heading, zet_catalogue list) {
    int width = 0;
    const char *name;
    for (size_t i = 0; (name = zet_catalogue_name(list, NULL, i)); i++)
        width = (int)strlen(name) > width ? (int)strlen(name) : width;
    printf("\n%s:\n", heading);
    for (size_t i = 0; (name = zet_catalogue_name(list, NULL, i)); i++) {
        const char *unit = zet_catalogue_argument(list, NULL, i);
        printf("  %-*s %s%s%s%s\n", width + 1, name, zet_catalogue_about(list, NULL, i),
               unit ? " (width in " : "", unit ? unit : "", unit ? ")" : "");
    }
}

void command_print_options(const char *heading, const zet_option *rows) {
    printf("\n%s:\n", heading);
    for (; rows->name; rows++)
        print_option(rows);
}

static void print_own_options(const struct command *c) {
    struct command_option o;
    for (size_t i = 0; command_option_at(c, i, &o) && o.of != OF_INVOCATION; i++) {
        if (!i)
            printf("\noptions:\n");
        print_option(o.row);
    }
}

int command_help(const struct command *c) {
    printf("usage: zet %s [OPTION]...%s%s\n", c->name, *c->arguments ? " " : "", c->arguments);
    if (c->examples)
        printf("\n%s", c->examples);
    printf("\n%s", c->help);
    print_own_options(c);
    if (c->list_name)
        print_list(c->list_name, c->list);
    printf("\n%s\n`zet help` has the options of all commands%s.\n", c->help_end,
           !c->files   ? ""
           : c->output ? ", and says more about files and --output"
                       : ", and says more about files");
    return command_finish(STATUS_OK);
}
