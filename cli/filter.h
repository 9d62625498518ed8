/* A program of this system that bytes are passed through, such as gzip. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Input bytes; reading advances `at`. */
struct packed {
    const unsigned char *at;
    size_t size;
};

struct filter;

/* Starts a program of the folders in PATH; words[0] is its name, and NULL ends the words. Without
   an environment the program has no variables and says nothing on standard error. Returns NULL with
   errno on failure: ENOENT if no folder has it, ENOSYS if the system has no programs. */
struct filter *filter_new(const char *const *words, char *const *environment);

/* Ends the program, whether or not it has finished. */
void filter_free(struct filter *f);

/* Passes bytes of `from` on and gets at most `size` > 0 bytes, their number in *made. `last`: no
   bytes follow `from`. If *made is 0, all of `from` was passed on, and with `last` the program has
   finished. Returns false if it failed or finished before its input. */
bool filter_pass(struct filter *f, struct packed *from, bool last, void *to, size_t size,
                 size_t *made);
