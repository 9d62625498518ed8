/* The commands of the program and their options. A command is a table, which is the source of
   parsing, of --help and of what else shows its options. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <zet.h>

#include "cli/side_files.h"

/* Exit status. */
enum status { STATUS_OK = 0, STATUS_INVALID = 1, STATUS_ERROR = 2 };

/* Files that a task is given beside its streams. */
enum { ATTACHED_MAX = 3 };

/* The values of an option that may be given several times. */
struct option_list {
    const char **at; /* ends with NULL; freed by command_run; NULL: none */
    size_t count;
};

/* `read` of a row for such an option, with its struct option_list at the offset. */
bool command_list_read(const zet_option *row, void *values, const char *value, zet_error *error);

/* For `read` of a row: reads the value as one of another kind, with the same words where that
   fails. */
bool command_read_as(zet_option_kind kind, const zet_option *row, void *values, const char *value,
                     zet_error *error);

struct invocation;
struct config;

struct command {
    const char *name;
    const char *now;           /* of an old command: what to write instead */
    const char *about;         /* a phrase for the list of commands */
    const char *arguments;     /* in the usage line: "[FILE|DIR|-]..." */
    const char *examples;      /* two lines: commands that work in a clone of the project */
    const char *help;          /* paragraphs between examples and options */
    const char *help_end;      /* after the options: the exit status */
    const zet_option *options; /* ends with a row without a name; NULL: none */
    const char *task;          /* its options are the command's too; NULL: none */
    const char *hidden;    /* options of task or diagrams that are not the command's, with commas */
    bool diagrams;         /* the options of diagrams are the command's too */
    const char *list_name; /* of the list after the options: "formats"; NULL: none */
    zet_catalogue list;
    bool writes; /* files, which no other command can */
    bool config; /* a zet.yaml counts, though it has no task and draws nothing */
    bool tables; /* it reads tables and sheets under directories without --from, too */
    bool output; /* its result can go to a file: it has --output and --force too */
    bool files;  /* its arguments are files and directories: it has --files-from and --null too */
    size_t options_size;               /* bytes of what the offsets point into */
    void (*free)(void *options);       /* or NULL: what reading the options has made */
    int (*run)(struct invocation *in); /* an exit status */
};

/* A command as it was called. */
struct invocation {
    const struct command *command;
    void *options;                      /* options_size bytes */
    zet_task *task;                     /* of command->task, with its options set; or NULL */
    zet_task_io io;                     /* what it works with */
    zet_diagram_options *diagram;       /* set likewise where command->diagrams, else NULL */
    struct config *config;              /* what counts of zet.yaml; NULL: nothing */
    bool may_be_empty;                  /* a directory without records is no error */
    bool default_names;                 /* the names file comes from there, not from an option */
    zet_output *attached[ATTACHED_MAX]; /* what attach_file read; freed after the task */
    size_t attached_count;
    struct side_files side; /* files that options name, which are no records */
    bool reports;           /* standard output gets no text that is not made safe */
    bool rewrites;          /* the files that it reads, or names those that it would */
    char **argv;            /* the name of the command, and its options */
    char **arguments;       /* what is left; ends with NULL */
    size_t argument_count;

    /* Options of all commands. */
    unsigned color; /* COLOR_... */
    bool no_config, help, version;
    struct option_list made; /* values that were made of old options; each to be freed */

    /* Where command->output. */
    const char *output; /* the file for the result; NULL: standard output */
    bool force;         /* one that exists is replaced */

    /* Where command->files. */
    const char *files_from; /* the file with names of files; NULL: none */
    bool null;              /* the names there end with a zero byte */
    const char *stdin_name; /* what standard input is called; NULL: - */
    bool from;              /* --from was given */
    bool tables;            /* tables and sheets under directories are read too */
};

/* The commands in the order of the help, and those that have another name now; end with NULL. */
extern const struct command *const commands[], *const old_commands[];

/* The list of commands as the help shows it: headings and commands; ends with neither. */
extern const struct command_line {
    const char *heading;
    const struct command *command;
} command_lines[];

/* The command of that name; NULL, after a message that names the nearest one, if none exists.
 */
const struct command *command_named(const char *name);

/* An option as the parser sees it, and whose it is: in what its value is set. The help of a command
   has those of the library and its own. */
struct command_option {
    const zet_option *row;
    enum { OF_LIBRARY, OF_COMMAND, OF_INVOCATION } of;
};

/* Whether it reads records, beside which a zet.yaml may be. */
bool command_takes_config(const struct command *c);

/* The option of that number, from 0, in the order of the help. False past the end. */
bool command_option_at(const struct command *command, size_t index, struct command_option *o);

/* What a file on the command line is called in reports: its path, or the name that standard input
   was given. */
const char *command_stream_name(const struct invocation *in, const char *path);

/* Runs a command whose options were read. Returns an exit status. */
typedef int command_runner(struct invocation *in);

/* Reads the options of the command and hands it to `run`. argv[0] is the command's name. Returns an
   exit status. */
int command_run(const struct command *command, int argc, char **argv, command_runner *run);

/* Options of all commands, of those that read files of records, and of those whose result can go to
   a file; each ends with a row without a name. */
extern const zet_option command_all_options[], command_file_options[], command_output_options[];

/* Prints the command's help. Returns an exit status. */
int command_help(const struct command *command);

/* Prints the rows under a heading. */
void command_print_options(const char *heading, const zet_option *rows);

/* Prints a text in lines of at most 80 columns that are indented so far; the first one is already.
 */
void command_print_wrapped(const char *text, int indent);

/* Prints the version. Returns an exit status. */
int command_version(void);

/* `zet COMMAND: `, of the command that runs, and a message with a line end, to stderr. Returns
   STATUS_ERROR. */
int command_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The command that runs from here on. */
void command_begin(const struct command *command);

/* Whether it is one that writes files. */
bool command_writes(void);

/* Adds the names of a catalogue to `count` others, and NULL: at most so many in all. Returns how
   many there are. */
size_t catalogue_names(zet_catalogue catalogue, const char *of, const char **names, size_t count,
                       size_t most);

/* Appends texts, up to the last one, which is NULL. */
void command_put(zet_output *output, ...) __attribute__((sentinel));

/* Writes what the output has in memory to a stream, and forgets it. False, after a message, where
   memory ran out for it. */
bool command_print(zet_output *output, FILE *to);

/* The report of a record as text on stderr. False, after a message, if memory runs out. */
bool command_report(const zet_record *record, bool color);

/* Ends standard output: `status`, or STATUS_ERROR with a message where not all could be written. */
int command_finish(int status);

/* The format of a board on a terminal, by what its locale can show: unicode or ascii. */
const char *command_board_format(void);

/* Whether something that moves or has colors can be shown on the terminal with that descriptor: it
   is one, and TERM is not `dumb`. */
bool command_has_terminal(int descriptor);

/* Whether colors go to the stream with that descriptor. */
bool command_color(const struct invocation *in, int descriptor);

/* Sets the task's option color by that for standard output, which gets reports. */
void command_color_output(struct invocation *in);
