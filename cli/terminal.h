/* Standard output, where it may be a terminal and what goes there came from outside. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <zet.h>

/* Starts zeroed. */
struct terminal {
    bool safe;        /* lines are made safe */
    zet_output *line; /* the last line, or its end, as long as it continues */
    zet_output *text; /* lines that are safe */
};

/* `vouched`: what will be written has been made safe, and may have colors. */
void terminal_begin(struct terminal *t, bool vouched);

/* Writes to standard output. On a terminal each line is written as soon as it is complete, with
   everything replaced that could steer the terminal or turn the order of the text; elsewhere every
   byte as it is. False on failure, after a message where command_finish has none. */
bool terminal_write(struct terminal *t, const char *bytes, size_t size);

/* Writes a last line that has no end, and frees. False likewise. */
bool terminal_finish(struct terminal *t);
