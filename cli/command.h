/* The commands of the program and their options. A command is a table; parsing, --help and
   everything else that shows options use it. */
#pragma once

#include "notation/base/option.h"
#include "validators/api/names_file.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>
#include <zet.h>

/* Files next to records that contain none: a directory traversal skips them. */

/* The files that the command line or zet.yaml names. Starts zeroed. */
struct side_files {
    struct side_file {
        dev_t device;
        ino_t inode;
    } at[4];
    size_t count;
};

/* Adds the file if it exists. */
void side_files_add(struct side_files *s, const char *path);

/* Sets *what to the kind of a file without records, by its name and its beginning `head`; NULL if
   it is to be read. Returns false if memory runs out. */
bool side_files_kind(const char *path, zet_text head, const char **what);

/* The same for a file on disk; "" for one that was added. `st` is the result of stat. */
bool side_files_find(const struct side_files *s, const char *path, const struct stat *st,
                     const char **what);

/* Exit status. */
enum status { STATUS_OK = 0, STATUS_INVALID = 1, STATUS_ERROR = 2 };

/* The most files that a task gets in addition to its streams, and the most options of a command. */
enum { ATTACHED_MAX = 3, COMMAND_OPTIONS_MAX = 96 };

/* The values of an option that may be given several times. */
struct option_list {
    const char **at; /* ends with NULL, freed by command_run; NULL if empty */
    size_t count;
};

/* `read` for the row of such an option; the row's offset is that of its struct option_list. */
bool command_list_read(const zet_option *row, void *values, const char *value, zet_error *error);

struct invocation;
struct config;

struct command {
    const char *name;
    const char *about;         /* a phrase for the list of commands */
    const char *arguments;     /* in the usage line: "[FILE|DIR|-]..." */
    const char *examples;      /* two lines: commands that work in a clone of the project */
    const char *shared;        /* form of the examples of options that commands share: `%.*s` are
                                  their arguments without `examples`; or NULL */
    const char *help;          /* paragraphs between examples and options */
    const char *help_end;      /* after the options: the exit status */
    const zet_option *options; /* ends with a row without a name; or NULL */
    const char *task;          /* its options are also the command's; or NULL */
    const char *const *hidden; /* options of task or diagrams that the command lacks; or NULL */
    const zet_option
        *instead;          /* rows shown in place of those of the task with their names; or NULL */
    bool diagrams;         /* the command has the options of diagrams */
    const char *list_name; /* title of the list after the options, such as "formats"; or NULL */
    zet_catalogue list;
    bool writes;         /* it may write files; other commands must not */
    bool config;         /* zet.yaml applies although it has no task and draws nothing */
    bool tables;         /* reads tables and sheets in directories even without --from */
    bool output;         /* its result can go to a file: it has --output and --force */
    bool files;          /* its arguments are files and directories: it has command_file_options */
    size_t options_size; /* size of the struct that the offsets refer to */
    void (*free)(void *options);       /* frees what reading the options allocated; or NULL */
    int (*run)(struct invocation *in); /* returns an exit status */

    /* A command of another program has these, its name and what it is about. They run the program
       in place of this one, or wait for it. Arguments: a slot for its path, then its own; ends with
       NULL. They return an exit status. */
    const char *program;
    int (*replace)(const char *program, char **arguments);
    int (*run_apart)(const char *program, char **arguments);
};

/* An invocation of a command. */
struct invocation {
    const struct command *command;
    void *options;                      /* options_size bytes */
    zet_task *task;                     /* command->task with its options set; or NULL */
    zet_task_io io;                     /* the task's input and output */
    zet_diagram_options *diagram;       /* with its options set if command->diagrams, else NULL */
    struct config *config;              /* the zet.yaml in effect; or NULL */
    bool may_be_empty;                  /* a directory without records is not an error */
    zet_output *attached[ATTACHED_MAX]; /* what attach_file read; freed after the task */
    size_t attached_count;
    struct side_files side; /* files named by options that contain no records */
    bool reports;           /* standard output gets only text that was made safe */
    bool rewrites;          /* it rewrites its input files, or lists those that would change */
    char **argv;            /* the name of the command, and its options */
    char **arguments;       /* those after the options; ends with NULL */
    size_t argument_count;

    bool given[COMMAND_OPTIONS_MAX]; /* by the number of the option */

    /* Options of all commands. */
    unsigned color; /* COLOR_... */
    bool no_config, help, version;

    /* If command->output. */
    const char *output; /* the file for the result; NULL: standard output */
    bool force;         /* replace an existing file */

    /* If command->files. */
    const char *files_from; /* the file with file names; or NULL */
    bool null;              /* these names end with a zero byte */
    const char *stdin_name; /* the name of standard input in reports; NULL: - */
    bool follow;            /* follow links in directories */
    bool tables;            /* read tables and sheets in directories */
};

/* The commands in the order of the help. Ends with NULL. */
extern const struct command *const commands[];

/* The list of commands in the help: headings and commands. The last row has neither. */
extern const struct command_line {
    const char *heading;
    const struct command *command;
} command_lines[];

/* Finds a command by name. If none exists, returns NULL after a message that suggests the nearest
   one. */
const struct command *command_named(const char *name);

/* An option as the parser sees it, and its origin, which determines where its value is stored. The
   help of a command lists the options of the library and its own. */
struct command_option {
    const zet_option *row;
    enum { OF_LIBRARY, OF_COMMAND, OF_INVOCATION } of;
};

/* Whether the command reads records, so that a zet.yaml may apply. */
bool command_takes_config(const struct command *c);

/* Gets an option by its index, from 0, in the order of the help. Returns false past the end. */
bool command_option_at(const struct command *command, size_t index, struct command_option *o);

/* Whether the option was given. */
bool command_has(const struct invocation *in, const char *option);

/* The first of the options that was given, or NULL. */
const char *command_first(const struct invocation *in, const char *const *options);

/* The name of a command-line file in reports: its path, or the name given to standard input. */
const char *command_stream_name(const struct invocation *in, const char *path);

/* Sets options of an invocation before those of the command line. */
typedef void command_preparation(struct invocation *in);

/* Reads the options of the command, the zet.yaml in effect and the file for the result, and runs
   it. argv[0] is the command's name; `prepare` may be NULL. Returns an exit status. */
int command_run(const struct command *command, int argc, char **argv, command_preparation *prepare);

/* The options of all commands, of those that read files of records, and of those whose result can
   go to a file. Each list ends with a row without a name. */
extern const zet_option command_all_options[], command_file_options[], command_output_options[];

/* Prints the command's help. Returns an exit status. */
int command_help(const struct command *command);

/* Which files the commands with `files` read: a paragraph for the help. */
extern const char command_files_help[];

/* Prints rows of options under a heading. */
void command_print_options(const char *heading, const zet_option *rows);

/* Wraps a text at 80 columns and indents each line but the first. */
void command_print_wrapped(const char *text, int indent);

/* Prints the version. Returns an exit status. */
int command_version(void);

/* Prints `zet COMMAND: ` for the current command and a message with a line end to stderr. Returns
   STATUS_ERROR. */
int command_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Sets the current command. */
void command_begin(const struct command *command);

/* Whether the current command writes files. */
bool command_writes(void);

/* Appends the names of a catalogue and a NULL to `count` names, up to `most` entries in all.
   Returns the number of names. */
size_t catalogue_names(zet_catalogue catalogue, const char *of, const char **names, size_t count,
                       size_t most);

/* Appends the texts up to a final NULL. */
void command_put(zet_output *output, ...) __attribute__((sentinel));

/* Writes the output's memory to a stream and clears it. Returns false, after a message, if the
   output ran out of memory. */
bool command_print(zet_output *output, FILE *to);

/* Prints the report of a record to stderr. Returns false, after a message, if memory runs out. */
bool command_report(const zet_record *record, bool color);

/* Flushes standard output. Returns `status`, or STATUS_ERROR after a message on failure. */
int command_finish(int status);

/* The board format that the terminal's locale supports: unicode or ascii. */
const char *command_board_format(void);

/* Whether the descriptor is a terminal that can show colors and cursor movement: TERM is not
   `dumb`. */
bool command_has_terminal(int descriptor);

/* Whether the stream with that descriptor gets colors. */
bool command_color(const struct invocation *in, int descriptor);

/* Sets the task's option color for reports on standard output. */
void command_color_output(struct invocation *in);

/* The commands of the programs zet-archive and zet-lsp, which zet runs. In a build with one program
   these programs' own tables are linked instead of apart.c. */

#define ABOUT_EXPLORE "show the moves that were played from a position, and the results"
#define ABOUT_FIND "search, sort and split records, and find records that are copies of each other"
#define ABOUT_INDEX "make an index of an archive, or bring it up to date"
#define ABOUT_LSP "serve an editor with findings, completion and repairs as you type"
#define ABOUT_NAMES "list the players with the spellings of their names, and write a names file"
#define ABOUT_STATS "count games: results, lengths, endings, first moves, and what the moves did"

/* Files that a task gets in addition to its streams. */

/* Upper bounds on the size of a names file, a tournament file or claims. */
enum { NAMES_BYTES_MAX = 256 * 1024 * 1024, TOURNAMENT_BYTES_MAX = 2 * 1024 * 1024 };

/* Reads at most about `most` bytes of the file `path` and attaches them to the task as `what`. A
   task has at most ATTACHED_MAX attached files. The text lives as long as the task. Directory
   traversals skip the file. Does nothing if path is NULL. Returns false, after a message, on
   failure. */
bool attach_file(struct invocation *in, const char *what, const char *path, size_t most);

/* Reads the names file into *names, to be freed; an empty one without a path. False after a
   message. */
bool attach_names(struct invocation *in, const char *path, struct names_file *names);

/* The option --names of a command. */
#define NAMES_ROW(type, member, command)                                                           \
    {                                                                                              \
        "names", "FILE", "a file of the players' names and ids",                                   \
            "zet " command " --names examples/club/names.yaml examples/club", ZET_OPTION_TEXT,     \
            .offset = offsetof(type, member)                                                       \
    }

/* The result of a command: on standard output, or in the file given by --output. */

/* Begins the file of --output, if it is given. Returns false after a message. */
bool result_begin(struct invocation *in);

/* Gives the file its name unless the status is STATUS_ERROR. Returns the status. */
int result_end(int status);

/* Whether the result goes to a file. */
bool result_has_file(void);

/* Returns false on failure, after a message unless command_finish prints it. */
bool result_write(const char *bytes, size_t size);
