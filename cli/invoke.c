/* Reads the options of a command and runs it, with its settings and its result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/config.h"
#include "notation/base/option.h"
#include "validators/api/records.h"

/* The options of a command, and the words that are left to read. */
struct parser {
    struct invocation *in;
    struct command_option options[COMMAND_OPTIONS_MAX];
    int count;
    char **rest; /* after the word of the option; ends with NULL */
};

static void parser_open(struct parser *p, struct invocation *in) {
    *p = (struct parser){.in = in};
    while (p->count < COMMAND_OPTIONS_MAX &&
           command_option_at(in->command, (size_t)p->count, &p->options[p->count]))
        p->count++;
}

/* What people call zet's own format. */
static const char *hint_for(const zet_option *row, const char *value) {
    bool format = !strcmp(row->name, "to") || !strcmp(row->name, "from");
    return format && value && !strcmp(value, "yaml") ? "; YAML is zet" : "";
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
        return command_error("--%s%s", error.message, hint_for(o->row, value));
    return in->help ? command_help(in->command) : in->version ? command_version() : -1;
}

/* Reports an option that does not exist. A word that is a file was meant for one. */
static int refuse_word(const struct parser *p, const char *word, int length, const char *nearest) {
    if (access(word, F_OK) == 0)
        return command_error("there is no option %.*s; for the file write `./%s`", length, word,
                             word);
    if (nearest)
        return command_error("there is no option %.*s; did you mean --%s?", length, word, nearest);
    return command_error("there is no option %.*s; `zet help %s` lists them", length, word,
                         p->in->command->name);
}

/* The option that has the name as its beginning, if there is one, or else a similar name. */
static const char *nearest_to(const struct parser *p, zet_text name) {
    const char *names[COMMAND_OPTIONS_MAX + 1], *begun = NULL;
    size_t matches = 0;
    for (int i = 0; i < p->count; i++) {
        names[i] = p->options[i].row->name;
        if (name.length && !strncmp(names[i], name.at, name.length) && ++matches)
            begun = names[i];
    }
    names[p->count] = NULL;
    return matches == 1 ? begun : zi_nearest_of(name, names);
}

/* Sets an option whose value, if it takes one, is `value` or the next word. */
static int take(struct parser *p, int index, const char *word, const char *value) {
    const struct command_option *o = &p->options[index];
    if (o->row->argument && !value && !(value = *p->rest))
        return command_error("%s: a value is required", word);
    p->rest += value && value == *p->rest;
    p->in->given[index] = true;
    return set_option(p->in, o, value);
}

/* Reads `--NAME` or `--NAME=VALUE`. A beginning of a name does not do: an option that is added
   would break it. Returns an exit status, or -1 to continue. */
static int take_long(struct parser *p, const char *word) {
    const zet_text name = {word + 2, strcspn(word + 2, "=")};
    const char *value = name.at[name.length] ? name.at + name.length + 1 : NULL;
    for (int i = 0; i < p->count; i++) {
        const zet_option *row = p->options[i].row;
        if (strlen(row->name) != name.length || strncmp(row->name, name.at, name.length) != 0)
            continue;
        if (value && !row->argument)
            return command_error("--%s takes no value", row->name);
        return take(p, i, word, value);
    }
    return refuse_word(p, word, (int)name.length + 2, nearest_to(p, name));
}

/* Reads the letters of a word such as `-q` or `-oFILE`. */
static int take_letters(struct parser *p, const char *word) {
    int status = -1;
    for (const char *letter = word + 1; *letter && status < 0; letter++) {
        const char option[] = {'-', *letter, '\0'};
        int i = 0;
        while (i < p->count && p->options[i].row->letter != *letter)
            i++;
        if (i == p->count)
            return letter == word + 1 ? refuse_word(p, word, 2, NULL)
                                      : refuse_word(p, option, 2, NULL);
        bool valued = p->options[i].row->argument;
        status = take(p, i, option, valued && letter[1] ? letter + 1 : NULL);
        if (valued)
            break;
    }
    return status;
}

/* Options may be anywhere before `--`. They are moved before all arguments. Returns an exit
   status, or -1 to continue. */
static int parse(struct invocation *in, int argc, char **argv) {
    struct parser p;
    char **argument = argv + 1; /* the first of those so far */
    bool ends = false;
    parser_open(&p, in);
    for (char **at = argument; !ends && *at; at = p.rest) {
        const char *word = *at;
        p.rest = at + 1;
        if (*word != '-' || !word[1])
            continue;
        ends = !strcmp(word, "--");
        int status = ends ? -1 : word[1] == '-' ? take_long(&p, word) : take_letters(&p, word);
        if (status >= 0)
            return status;
        char *moved[] = {at[0], at[1]};
        size_t count = (size_t)(p.rest - at);
        memmove(argument + count, argument, (size_t)(at - argument) * sizeof *at);
        memcpy(argument, moved, count * sizeof *at);
        argument += count;
    }
    in->argv = argv;
    in->arguments = argument;
    in->argument_count = (size_t)(argv + argc - argument);
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
