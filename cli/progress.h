/* A progress line on standard error, if that is a terminal, and output to the standard streams that
   does not collide with it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <time.h>
#include <zet.h>

#include "cli/command.h"

struct progress {
    bool wanted; /* stderr is a terminal */
    bool shown;  /* a line is on the screen */
    struct timespec start;
    double next; /* when to show it again, in seconds from the start */

    bool safe;        /* standard output is a terminal and gets only lines made safe */
    zet_output *line; /* the last, unfinished line, or its end */
    zet_output *text; /* lines that were made safe */
};

struct progress progress_begin(const struct invocation *in);

/* A zet_progress_function whose context is the struct progress. Shows the numbers twice a second,
   once a run has taken more than a moment. */
bool progress_show(void *context, const zet_counts *counts);

/* Erases the line before anything else is written there. */
void progress_end(struct progress *p);

/* Each is a zet_write_function that erases the line first; the context is the struct progress. For
   standard output, false means that a message was printed, unless command_finish prints it. If it
   is a terminal and gets text from outside, each line is written once complete, with everything
   replaced that could steer the terminal or reorder the text. Otherwise all bytes are written
   unchanged. */
bool progress_write_stdout(void *context, const char *bytes, size_t size);
bool progress_write_stderr(void *context, const char *bytes, size_t size);

/* Erases the line, writes the rest of standard output, and frees. Returns false, after a message
   unless command_finish prints one, on failure. */
bool progress_finish(struct progress *p);
