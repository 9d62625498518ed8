/* Draws records for the drawing commands. */
#pragma once

#include "cli/position_options.h"
#include "notation/base/option.h"

/* The drawing request. */
struct drawing_options {
    struct position_options position; /* if set, it is drawn instead of records */
    uint32_t record;                  /* the number of the only one to draw; 0: all of them */
    const char *output;
    bool force;
};

/* Draws the records of the command-line file, or the position, as diagrams. Returns the exit
 * status, after messages. */
int drawing_run(const struct invocation *in, const struct drawing_options *o);

/* Options of the drawing commands. */
#define RECORD_ROW(type, member, command)                                                          \
    {                                                                                              \
        "record", "N", "draw only the N-th record (default: all)",                                 \
            "zet " command " --record 1 -o build/%d.svg --force examples/hogga.yaml",              \
            ZET_OPTION_NUMBER, .offset = offsetof(type, member), .least = 1, .most = 999999999     \
    }

/* The format that the output name's ending stands for, or NULL. */
const char *drawing_format_of(const char *output);

/* Checks that the output fits the options. Returns false after a message. */
bool drawing_check_output(const struct invocation *in, const struct drawing_options *o);
