/* How far a long run is: a line on standard error, where that is a terminal; and writing to the
   standard streams beside it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <time.h>
#include <zet.h>

#include "cli/command.h"
#include "cli/terminal.h"

struct progress {
    bool wanted; /* stderr is a terminal */
    bool shown;  /* a line is there */
    struct timespec start;
    double next;    /* when it is shown again, in seconds from the start */
    uint64_t bytes; /* of the input; 0: not known */
    struct terminal terminal;
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

/* Each a zet_write_function that takes the line away first; the context is the struct progress. On
   a terminal standard output gets records as terminal_write makes them. */
bool progress_write_stdout(void *context, const char *bytes, size_t size);
bool progress_write_stderr(void *context, const char *bytes, size_t size);

/* Nothing more is written: takes the line away, writes what standard output still lacks, and
   frees. False, after a message where command_finish has none, where that failed. */
bool progress_finish(struct progress *p);
