/* Draws what there is to be drawn of records, for the commands that do. */
#pragma once

#include "cli/config.h"
#include "cli/header_options.h"
#include "cli/sheets.h"

/* The caller has the first block from drawing_run_begin, sets the second and zeroes the rest. */
struct drawing_run {
    const zet_diagram_options *diagram;
    struct config *config; /* or NULL */
    const char *path;      /* of the records, as command lines name them */
    const char *output;    /* as struct sheet_files has it */
    bool force;            /* likewise */

    const char *too_many; /* the message where a second diagram has no place */
    size_t record;        /* the number of the only one; 0: all of them */
    bool color;           /* of reports */

    /* Draws what is no file of records; NULL: there is one. False after a message. */
    bool (*draw_own)(struct drawing_run *run, void *context);
    void *context;

    const char *format;
    const zet_canvas *canvas; /* or NULL */
    struct sheet_files *files;
    zet_output *out; /* the current file as far as it is not passed on */
    zet_diagram_file *file;
    size_t count; /* diagrams so far */
    bool invalid; /* some record is not valid */
    bool told;    /* which marks are not shown */
};

/* A run over the file that the command line names, or standard input. */
struct drawing_run drawing_run_begin(const struct invocation *in, const char *output, bool force);

/* Draws everything into the output. The exit status, after messages. */
int drawing_run(struct drawing_run *run);

/* For draw_own: adds a diagram; draws a record without moves, which must be valid. False after a
   message. */
bool drawing_run_add(struct drawing_run *run, const zet_diagram *diagram);
bool drawing_run_header(struct drawing_run *run, const struct position_options *position,
                        const struct header_options *header);

/* Options of the commands that draw. */
#define RECORD_ROW(type, member, command)                                                          \
    {                                                                                              \
        "record", "N", "draw only the N-th record (default: all)",                                 \
            "zet " command " --record 1 -o build/%d.svg --force examples/hogga.yaml",              \
            ZET_OPTION_NUMBER, .offset = offsetof(type, member), .least = 1, .most = 999999999     \
    }

/* The format that the ending of the output's name stands for; NULL: none. */
const char *drawing_run_format_of(const char *output);

/* Whether the output can be what it is said to be; false after a message. */
bool drawing_run_check_output(const char *output, bool force, const char *format);
