/* Reads the options of a command and runs it, with its settings and its result. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/config.h"
#include "notation/base/option.h"
#include "validators/api/records.h"

/* getopt_long returns this plus the number of a long option. */
enum { VALUE_OPTION = 256 };

struct parser {
    const struct command *command;
    struct command_option options[COMMAND_OPTIONS_MAX];
    struct option long_options[COMMAND_OPTIONS_MAX + 1];
    char letters[COMMAND_OPTIONS_MAX * 2 + 2];
    int count;
};

static void parser_open(struct parser *p, const struct command *c) {
    *p = (struct parser){.command = c, .letters = ":"};
    char *letter = p->letters + 1;
    for (; p->count < COMMAND_OPTIONS_MAX &&
           command_option_at(c, (size_t)p->count, &p->options[p->count]);
         p->count++) {
        const zet_option *row = p->options[p->count].row;
        p->long_options[p->count] =
            (struct option){row->name, row->argument ? required_argument : no_argument, NULL,
                            VALUE_OPTION + p->count};
        if (row->letter)
            *letter++ = row->letter;
        if (row->letter && row->argument)
            *letter++ = ':';
    }
}

static int row_of_letter(const struct parser *p, int letter) {
    for (int i = 0; i < p->count; i++)
        if (p->options[i].row->letter == letter)
            return i;
    return -1;
}

/* Sets an option. Returns an exit status, or -1 to continue. */
static int set_option(struct invocation *in, const struct command_option *o, const char *value) {
    zet_error error = {0};
    zet_status status = o->of == OF_COMMAND      ? zi_option_set(o->row, in->options, value, &error)
                        : o->of == OF_INVOCATION ? zi_option_set(o->row, in, value, &error)
                        : in->diagram
                            ? zet_diagram_options_set(in->diagram, o->row->name, value, &error)
                            : zet_task_set(in->task, o->row->name, value, &error);
    if (status != ZET_OK)
        return command_error("--%s", error.message);
    return in->help ? command_help(in->command) : in->version ? command_version() : -1;
}

/* Reports a long option that getopt_long rejected. `word` is its original spelling. */
static int refuse_long(const struct parser *p, const char *word) {
    const char *names[COMMAND_OPTIONS_MAX + 1], *name = word + 2;
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
        return command_error("--%.*s is ambiguous: several options begin with it", (int)length,
                             name);
    const char *nearest = zi_nearest_of((zet_text){name, length}, names);
    if (nearest)
        return command_error("there is no option --%.*s; did you mean --%s?", (int)length, name,
                             nearest);
    return command_error("there is no option --%.*s; `zet help %s` lists them", (int)length, name,
                         p->command->name);
}

/* Reports an option that getopt_long rejected. Returns STATUS_ERROR. */
static int refuse_option(const struct parser *p, int value, char **argv) {
    const char *word = argv[optind - 1];
    bool is_long = !strncmp(word, "--", 2);
    if (value == ':')
        return is_long ? command_error("%s: a value is required", word)
                       : command_error("-%c: a value is required", optopt);
    if (optopt && optopt < VALUE_OPTION && !is_long)
        return command_error("there is no option -%c; `zet help %s` lists them", optopt,
                             p->command->name);
    return refuse_long(p, word);
}

/* Returns an exit status, or -1 to continue. */
static int parse(struct invocation *in, int argc, char **argv) {
    struct parser p;
    int value;
    parser_open(&p, in->command);
    optind = 1;
    opterr = 0; /* zet prints its own messages */
    while ((value = getopt_long(argc, argv, p.letters, p.long_options, NULL)) != -1) {
        int index = value >= VALUE_OPTION ? value - VALUE_OPTION : row_of_letter(&p, value);
        if (index < 0)
            return refuse_option(&p, value, argv);
        in->given[index] = true;
        int status = set_option(in, &p.options[index], optarg);
        if (status >= 0)
            return status;
    }
    in->argv = argv;
    in->arguments = argv + optind;
    in->argument_count = (size_t)(argc - optind);
    if (in->null && !in->files_from)
        return command_error("--null: only allowed with --files-from");
    return -1;
}

static void free_lists(struct invocation *in) {
    for (const zet_option *o = in->command->options; in->options && o && o->name; o++)
        if (o->read == command_list_read)
            free(((struct option_list *)(void *)((char *)in->options + o->offset))->at);
}

/* Uses one thread per core unless --jobs is given. */
static void set_default_jobs(zet_task *task) {
    char value[24];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    snprintf(value, sizeof value, "%ld", cores < 1 ? 1 : cores > 64 ? 64 : cores);
    zet_task_set(task, "jobs", value, NULL);
}

static bool open_invocation(struct invocation *in, command_preparation *prepare) {
    const struct command *c = in->command;
    zet_error error = {0};
    in->options = calloc(1, c->options_size ? c->options_size : 1);
    in->task = in->options && c->task ? zet_task_new(c->task, &in->io, &error) : NULL;
    in->diagram = in->options && c->diagrams ? zet_diagram_options_new(&error) : NULL;
    if (!in->options || (c->task && !in->task) || (c->diagrams && !in->diagram)) {
        command_error("%s", *error.message ? error.message : "out of memory");
        return false;
    }
    if (in->task)
        set_default_jobs(in->task);
    if (prepare)
        prepare(in);
    return true;
}

static void close_invocation(struct invocation *in) {
    free_lists(in);
    zet_task_free(in->task);
    while (in->attached_count)
        zet_output_free(in->attached[--in->attached_count]);
    zet_diagram_options_free(in->diagram);
    if (in->options && in->command->free)
        in->command->free(in->options);
    free(in->options);
}

int command_run(const struct command *c, int argc, char **argv, command_preparation *prepare) {
    struct invocation in = {.command = c};
    struct config config = {0};
    int status = STATUS_ERROR;
    command_begin(c);
    if (open_invocation(&in, prepare) && (status = parse(&in, argc, argv)) < 0) {
        bool begun = result_begin(&in) && config_begin(&config, &in);
        status = begun ? c->run(&in) : STATUS_ERROR;
        status = result_end(config_end(&config) ? status : STATUS_ERROR);
    }
    close_invocation(&in);
    return status;
}
