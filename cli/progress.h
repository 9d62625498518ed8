/* How far a long run is: a line on standard error, where that is a terminal; and writing to the
   standard streams beside it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <time.h>
#include <zet.h>

#include "cli/command.h"

struct progress {
    bool wanted; /* stderr is a terminal */
    bool shown;  /* a line is there */
    struct timespec start;
    double next;    /* when it is shown again, in seconds from the start */
    uint64_t bytes; /* of the input; 0: not known */

    bool safe;        /* standard output is a terminal, and gets lines that were made safe */
    zet_output *line; /* the last line, or its end, as long as it continues */
    zet_output *text; /* lines that are safe */
};

struct progress progress_begin(const struct invocation *in);

/* Finds out how long the input of a command is, where that is shown at all: its time left is known
   only if it is all of files that are not compressed, or of directories. */
void progress_measure(struct progress *p, const struct invocation *in);

/* A zet_progress_function; the context is the struct progress. Shows the numbers twice a second,
   once a run has taken more than a moment. */
bool progress_show(void *context, const zet_counts *counts);

/* Takes the line away, before anything else is written there. */
void progress_end(struct progress *p);

/* Each a zet_write_function that takes the line away first; the context is the struct progress. To
   standard output false is after a message where command_finish has none. If it is a terminal, and
   what goes there came from outside, each line is written as soon as it is complete, with
   everything replaced that could steer the terminal or turn the order of the text; elsewhere every
   byte as it is. */
bool progress_write_stdout(void *context, const char *bytes, size_t size);
bool progress_write_stderr(void *context, const char *bytes, size_t size);

/* Nothing more is written: takes the line away, writes what standard output still lacks, and
   frees. False, after a message where command_finish has none, where that failed. */
bool progress_finish(struct progress *p);
