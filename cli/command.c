#include "cli/command.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPTIONS_MAX = 64, COMMANDS_MAX = 64, HELP_COLUMN = 22, HELP_WIDTH = 80 };

/* What getopt_long returns: of an option in the tables its number from here on. */
enum {
    VALUE_HELP = 'h',
    VALUE_VERSION = 1,
    VALUE_SHOW_CONFIG,
    VALUE_NO_CONFIG,
    VALUE_OPTION = 256
};

/* The name of the command that runs; NULL before one is known. */
static const char *running;
static bool running_writes;

bool command_writes(void) { return running_writes; }

int command_error(const char *format, ...) {
    enum { MESSAGE_BYTES = 8192 };
    char message[MESSAGE_BYTES], safe[MESSAGE_BYTES];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(message, sizeof message, format, args);
    va_end(args);
    zet_text_copy_safe(zet_text_of(length < 0 ? format : message), safe, sizeof safe);
    fprintf(stderr, "zet%s%s: %s%s\n", running ? " " : "", running ? running : "", safe,
            length >= MESSAGE_BYTES ? "..." : "");
    return STATUS_ERROR;
}

bool command_print(zet_output *output, FILE *to) {
    zet_text text = zet_output_text(output);
    bool whole = zet_output_flush(output) == ZET_OK;
    fwrite(text.at, 1, text.length, to);
    zet_output_clear(output);
    return whole || (command_error("out of memory"), false);
}

bool command_report(const zet_record *record, bool color) {
    zet_output *report = zet_output_new(NULL, NULL);
    if (!report)
        return command_error("out of memory"), false;
    zet_record_report_text(record, color, report);
    bool printed = command_print(report, stderr);
    zet_output_free(report);
    return printed;
}

int command_finish(int status) {
    bool failed = ferror(stdout) != 0;
    failed |= fflush(stdout) != 0;
    return failed ? command_error("the output could not be written") : status;
}

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
const char *const command_color_words[] = {"auto", "always", "never", NULL};

bool command_color(const char *when, int descriptor, bool *color) {
    const char *no_color = getenv("NO_COLOR");
    *color = when && !strcmp(when, command_color_words[COLOR_ALWAYS]);
    if (*color || (when && !strcmp(when, command_color_words[COLOR_NEVER])))
        return true;
    *color = command_has_terminal(descriptor) && !(no_color && *no_color);
    if (!when || !strcmp(when, command_color_words[COLOR_AUTO]))
        return true;
    command_error("--color %s: the value must be auto, always or never", when);
    return false;
}

bool command_color_output(struct invocation *in, const char *when) {
    bool color;
    if (!command_color(when, STDOUT_FILENO, &color))
        return false;
    zet_task_set(in->task, "color", color ? "true" : "false", NULL);
    in->reports = true;
    return true;
}

const struct command *command_named(const char *name) {
    static const struct {
        const char *name, *now;
    } moved[] = {{"cat", "zet find --include-invalid"},
                 {"sort", "zet find --include-invalid --sort KEY"},
                 {"split", "zet find --include-invalid --split KEY --into DIR"}};
    const char *names[COMMANDS_MAX + 1];
    size_t count = 0;
    for (; commands[count] && count < COMMANDS_MAX; count++) {
        if (!strcmp(name, commands[count]->name))
            return commands[count];
        names[count] = commands[count]->name;
    }
    names[count] = NULL;
    for (size_t i = 0; i < sizeof moved / sizeof *moved; i++)
        if (!strcmp(name, moved[i].name)) {
            command_error("zet %s is now %s", name, moved[i].now);
            return NULL;
        }
    const char *nearest = zet_nearest_of(zet_text_of(name), names);
    if (nearest)
        command_error("there is no command `%s`; did you mean `%s`?", name, nearest);
    else
        command_error("there is no command `%s`; `zet help` lists them", name);
    return NULL;
}

/* The catalogue of the library's options that the command has. */
static zet_catalogue catalogue_of(const struct command *c) {
    return c->diagrams ? ZET_DIAGRAM_OPTIONS : ZET_TASK_OPTIONS;
}

/* The option of that number that the command has as the library has them, or NULL. */
static const zet_option *library_option(const struct command *c, size_t index) {
    size_t own = 0;
    while (c->rows && c->rows[own].name)
        own++;
    if (index < own)
        return &c->rows[index];
    return c->task || c->diagrams ? zet_catalogue_option(catalogue_of(c), c->task, index - own)
                                  : NULL;
}

static bool is_hidden(const struct command *c, const char *name) {
    size_t length = strlen(name);
    for (const char *at = c->hidden; at && *at;) {
        size_t n = strcspn(at, ",");
        if (n == length && !memcmp(at, name, n))
            return true;
        at += n + (at[n] == ',');
    }
    return false;
}

/* What the commands that take files have. */
static const struct option_row file_options[] = {
    {"files-from", 0, "FILE",
     "read the names of further files from FILE, one a line; - is standard input", OPTION_TEXT,
     offsetof(struct invocation, files_from)},
    {"null", '0', NULL, "with --files-from: each name ends with a zero byte, not with its line",
     OPTION_FLAG, offsetof(struct invocation, null)},
    {"stdin-filename", 0, "NAME",
     "what standard input is called in reports, as if it came from this file; the zet.yaml for "
     "the file counts",
     OPTION_TEXT, offsetof(struct invocation, stdin_name)},
    {0}};

/* The rules of cli/files.h. */
static const char files_help[] =
    "Under a directory the files are read whose names end with .yaml or .yml in any case, or\n"
    "with one of these and .gz, .xz or .zst, in the order of their names. Hidden files and\n"
    "directories and zet.yaml are left out, links are followed to files only, and where files\n"
    "are rewritten to none. What is not a regular file is skipped with a message. So is what is\n"
    "no record: a file that an option or zet.yaml names, and a names.yaml or tournament.yaml\n"
    "that is what its name says. Every file, and standard input, may be compressed with gzip,\n"
    "xz or Zstandard.\n";

enum { FILE_OPTIONS = sizeof file_options / sizeof *file_options };

bool command_takes_config(const struct command *c) { return c->task || c->diagrams || c->config; }

bool command_option_at(const struct command *c, size_t index, struct command_option *o) {
    static const struct command_option all[] = {
        {.name = "show-config",
         .value = VALUE_SHOW_CONFIG,
         .about = "show which zet.yaml counts for the files, and what it says"},
        {.name = "no-config", .value = VALUE_NO_CONFIG, .about = "ignore every zet.yaml"},
        {.name = "help", .letter = 'h', .value = VALUE_HELP, .about = "show this help"},
        {.name = "version", .value = VALUE_VERSION, .about = "print the version"},
    };
    const zet_option *library;
    for (size_t i = 0; (library = library_option(c, i)); i++)
        if (!is_hidden(c, library->name) && index-- == 0) {
            *o = (struct command_option){.name = library->name,
                                         .argument = library->argument,
                                         .about = library->about,
                                         .library = library};
            return true;
        }
    const struct option_row *const tables[] = {c->options, c->files ? file_options : NULL};
    for (size_t t = 0; t < 2; t++)
        for (const struct option_row *row = tables[t]; row && row->name; row++)
            if (index-- == 0) {
                *o = (struct command_option){
                    .name = row->name,
                    .argument = row->argument,
                    .about = row->about,
                    .letter = row->letter,
                    .row = row,
                };
                return true;
            }
    index += command_takes_config(c) ? 0 : 2;
    if (index >= sizeof all / sizeof *all)
        return false;
    *o = all[index];
    return true;
}

/* The word that an argument of that name can be, whatever the command. */
static const char *argument_word(const char *argument, size_t word) {
    static const struct {
        const char *argument, *option;
    } of_diagrams[] = {{"THEME", "theme"}, {"PAPER", "sheet"}};
    const zet_option *row;
    if (!strcmp(argument, "GAME"))
        return zet_catalogue_name(ZET_GAMES, NULL, word);
    for (size_t i = 0; i < sizeof of_diagrams / sizeof *of_diagrams; i++)
        for (size_t k = 0; !strcmp(argument, of_diagrams[i].argument) &&
                           (row = zet_catalogue_option(ZET_DIAGRAM_OPTIONS, NULL, k));
             k++)
            if (!strcmp(row->name, of_diagrams[i].option))
                return zet_option_word(row, word);
    return NULL;
}

const char *command_option_word(const struct command *c, size_t index, size_t word) {
    static const struct option_words of_all[] = {{"color", command_color_words}, {0}};
    const struct option_words *const tables[] = {c->words, of_all};
    struct command_option o;
    if (!command_option_at(c, index, &o) || !o.argument)
        return NULL;
    if (o.library)
        return zet_option_word(o.library, word);
    for (size_t t = 0; t < 2; t++)
        for (const struct option_words *w = tables[t]; w && w->option; w++)
            for (size_t i = 0; !strcmp(w->option, o.name) && w->words[i]; i++)
                if (i == word)
                    return w->words[i];
    return argument_word(o.argument, word);
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

static void print_option(char letter, const char *name, const char *argument, const char *about) {
    int column = letter ? printf("  -%c, --%s", letter, name) : printf("  --%s", name);
    if (argument)
        column += printf(" %s", argument);
    if (column >= HELP_COLUMN - 1)
        printf("\n%*s", HELP_COLUMN, "");
    else
        printf("%*s", HELP_COLUMN - column, "");
    command_print_wrapped(about, HELP_COLUMN);
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

int command_help(const struct command *c) {
    printf("usage: zet %s [OPTION]...%s%s\n\n%s\n", c->name, *c->arguments ? " " : "", c->arguments,
           c->help);
    struct command_option o;
    for (size_t i = 0; command_option_at(c, i, &o); i++)
        print_option(o.letter, o.name, o.argument, o.about);
    if (c->list_name)
        print_list(c->list_name, c->list);
    if (c->files)
        printf("\n%s", files_help);
    printf("\n%s", c->help_end);
    return command_finish(STATUS_OK);
}

/* Parsing. */

struct parser {
    struct option long_options[OPTIONS_MAX + 1];
    const struct option_row *rows[OPTIONS_MAX]; /* NULL: none of the program's */
    const zet_option *library[OPTIONS_MAX];
    char letters[OPTIONS_MAX * 2 + 3];
    int count;
};

static void parser_open(struct parser *p, const struct command *c) {
    struct command_option o;
    *p = (struct parser){.letters = ":"};
    size_t letters = 1;
    for (; p->count < OPTIONS_MAX && command_option_at(c, (size_t)p->count, &o); p->count++) {
        p->long_options[p->count] =
            (struct option){o.name, o.argument ? required_argument : no_argument, NULL,
                            o.value ? o.value : VALUE_OPTION + p->count};
        p->rows[p->count] = o.row;
        p->library[p->count] = o.library;
        if (o.letter)
            p->letters[letters++] = o.letter;
        if (o.letter && o.argument)
            p->letters[letters++] = ':';
    }
}

static int row_of_letter(const struct parser *p, int letter) {
    for (int i = 0; i < p->count; i++)
        if (p->rows[i] && p->rows[i]->letter == letter)
            return i;
    return -1;
}

/* Sets an option. An exit status, or -1 to go on. */
static int set_option(struct invocation *in, const struct parser *p, int index) {
    const struct option_row *row = p->rows[index];
    if (!row) {
        zet_error error = {0};
        const char *name = p->long_options[index].name;
        zet_status status = in->task ? zet_task_set(in->task, name, optarg, &error)
                            : in->diagram
                                ? zet_diagram_options_set(in->diagram, name, optarg, &error)
                                : zet_option_set(p->library[index], in->options, optarg, &error);
        in->from |= in->task && !strcmp(name, "from");
        if (status == ZET_OK)
            return -1;
        return command_error("--%s", error.message);
    }
    bool of_files = row >= file_options && row < file_options + FILE_OPTIONS;
    void *to = (of_files ? (char *)in : (char *)in->options) + row->offset;
    struct option_list *list = to;
    switch (row->kind) {
    case OPTION_FLAG: *(bool *)to = true; break;
    case OPTION_TEXT: *(const char **)to = optarg; break;
    case OPTION_LIST: list->at[list->count++] = optarg; break;
    case OPTION_NEVER: *(const char **)to = "never"; break;
    }
    return -1;
}

/* What is wrong with a long option that getopt_long did not take. `word` is as it was written. */
static int refuse_long(const struct parser *p, const char *word) {
    const char *names[OPTIONS_MAX + 1], *name = word + 2;
    size_t count = 0, length = strcspn(name, "="), matches = 0;
    bool whole = false;
    for (const struct option *o = p->long_options; o->name; o++) {
        names[count++] = o->name;
        bool begins = !strncmp(o->name, name, length);
        matches += begins;
        whole |= begins && o->name[length] == '\0';
    }
    names[count] = NULL;
    if (name[length] && (whole || matches == 1))
        return command_error("--%.*s takes no value", (int)length, name);
    if (matches > 1)
        return command_error("--%.*s can be more than one option", (int)length, name);
    const char *nearest = zet_nearest_of((zet_text){name, length}, names);
    if (nearest)
        return command_error("there is no option --%.*s; did you mean --%s?", (int)length, name,
                             nearest);
    return command_error("there is no option --%.*s; `zet help %s` lists them", (int)length, name,
                         running);
}

/* An option that getopt_long did not take: STATUS_ERROR, after a message. */
static int refuse(const struct parser *p, int value, char **argv) {
    const char *word = argv[optind - 1];
    bool is_long = !strncmp(word, "--", 2);
    if (value == ':')
        return is_long ? command_error("%s: a value is required", word)
                       : command_error("-%c: a value is required", optopt);
    if (optopt && optopt < VALUE_OPTION && optopt != VALUE_VERSION && !is_long)
        return command_error("there is no option -%c; `zet help %s` lists them", optopt, running);
    return refuse_long(p, word);
}

/* An exit status, or -1 to go on. */
static int parse(struct invocation *in, const struct parser *p, int argc, char **argv) {
    int value;
    optind = 1;
    opterr = 0; /* the messages are ours */
    while ((value = getopt_long(argc, argv, p->letters, p->long_options, NULL)) != -1) {
        if (value == VALUE_HELP)
            return command_help(in->command);
        if (value == VALUE_VERSION)
            return command_version();
        in->show_config |= value == VALUE_SHOW_CONFIG;
        in->no_config |= value == VALUE_NO_CONFIG;
        if (value == VALUE_SHOW_CONFIG || value == VALUE_NO_CONFIG)
            continue;
        int index = value >= VALUE_OPTION ? value - VALUE_OPTION : row_of_letter(p, value);
        if (index < 0)
            return refuse(p, value, argv);
        int status = set_option(in, p, index);
        if (status >= 0)
            return status;
    }
    in->arguments = argv + optind;
    in->argument_count = (size_t)(argc - optind);
    if (in->null && !in->files_from)
        return command_error("--null: only allowed with --files-from");
    return -1;
}

/* Room for the lists, as long as there are arguments. */
static bool open_lists(struct invocation *in, int argc, bool allocate) {
    bool all = true;
    for (const struct option_row *o = in->command->options; o && o->name; o++) {
        struct option_list *list = (void *)((char *)in->options + o->offset);
        if (o->kind != OPTION_LIST)
            continue;
        if (!allocate) {
            free(list->at);
            continue;
        }
        list->at = calloc((size_t)argc + 1, sizeof *list->at);
        all &= list->at != NULL;
    }
    return all;
}

/* A thread for each core, unless --jobs says otherwise. */
static void set_default_jobs(zet_task *task) {
    char value[24];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    snprintf(value, sizeof value, "%ld", cores < 1 ? 1 : cores > 64 ? 64 : cores);
    zet_task_set(task, "jobs", value, NULL);
}

int command_run(const struct command *c, int argc, char **argv, command_runner *run) {
    struct parser parser;
    struct invocation in = {.command = c};
    zet_error error = {0};
    int status = STATUS_ERROR;
    running = c->name;
    running_writes = c->writes;
    parser_open(&parser, c);
    in.options = calloc(1, c->options_size ? c->options_size : 1);
    in.task = in.options && c->task ? zet_task_new(c->task, &error) : NULL;
    in.diagram = in.options && c->diagrams ? zet_diagram_options_new(&error) : NULL;
    bool opened = in.options && open_lists(&in, argc, true) && (!c->task || in.task) &&
                  (!c->diagrams || in.diagram);
    if (in.task)
        set_default_jobs(in.task);
    if (!opened)
        command_error("%s", *error.message ? error.message : "out of memory");
    else if ((status = parse(&in, &parser, argc, argv)) < 0)
        status = run(&in);
    if (in.options)
        open_lists(&in, argc, false);
    zet_task_free(in.task);
    while (in.attached_count)
        zet_output_free(in.attached[--in.attached_count]);
    zet_diagram_options_free(in.diagram);
    if (in.options && c->free)
        c->free(in.options);
    free(in.options);
    return status;
}
