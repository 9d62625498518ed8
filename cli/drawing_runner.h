/* Draws what there is to be drawn of records, for the commands that do. */
#pragma once

#include "cli/header_options.h"

/* What they are asked for. */
struct drawing_options {
    struct position_options position; /* with one it is drawn instead of records */
    struct header_options header;
    uint32_t record; /* the number of the only one; 0: all of them */
    const char *output;
    bool force;
};

/* Draws the records of the file that the command line names, or the position: as diagrams, or as
   score sheets. The exit status, after messages. */
int drawing_run(const struct invocation *in, const struct drawing_options *o, bool sheet);

/* Options of the commands that draw. */
#define RECORD_ROW(type, member, command)                                                          \
    {                                                                                              \
        "record", "N", "draw only the N-th record (default: all)",                                 \
            "zet " command " --record 1 -o build/%d.svg --force examples/hogga.yaml",              \
            ZET_OPTION_NUMBER, .offset = offsetof(type, member), .least = 1, .most = 999999999     \
    }

/* The format that the ending of the output's name stands for; NULL: none. */
const char *drawing_format_of(const char *output);

/* Whether the output can be what it is said to be; false after a message. */
bool drawing_check_output(const struct invocation *in, const struct drawing_options *o);
