/* The library as programs use it, and what holds of all that it says. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zet.h>

#include "notation/base/output.h"
#include "tests/require.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* A message is one line that can be shown as it is. */
static inline void require_message(zet_status status, const zet_error *error) {
    char safe[sizeof error->message + 1];
    require(status == ZET_REFUSED && error->status == ZET_REFUSED && *error->message);
    require(memchr(error->message, '\0', sizeof error->message) != NULL);
    zet_text_copy_safe(zet_text_of(error->message), safe, sizeof safe);
    require(strcmp(safe, error->message) == 0);
}

static inline bool same_text(zet_text a, zet_text b) {
    return a.length == b.length && (!a.length || memcmp(a.at, b.at, a.length) == 0);
}

/* Nothing but UTF-8 comes out. */
static inline void require_utf8(zet_text t) {
    for (size_t i = 0; i < t.length;) {
        unsigned char first = (unsigned char)t.at[i];
        size_t more = first < 0x80 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
        require(first < 0x80 || (first >= 0xC2 && first < 0xF5));
        require(t.length - i > more);
        for (i++; more; i++, more--)
            require(((unsigned char)t.at[i] & 0xC0) == 0x80);
    }
}

/* A copy that ends with a NUL; NULs within it end it earlier. */
static inline char *terminated(const unsigned char *data, size_t size) {
    char *copy = malloc(size + 1);
    require(copy != NULL);
    memcpy(copy, data, size);
    copy[size] = '\0';
    return copy;
}

/* A task with its outputs; options are name and value by turns and end with NULL. */
struct work {
    zet_task *task;
    zet_task_io io;
    zet_output *out, *messages, *copy;
};

static inline void work_begin(struct work *w, const char *name, const char *const *options) {
    w->io = (zet_task_io){0};
    w->task = zet_task_new(name, &w->io, NULL);
    w->out = zet_output_new(NULL, NULL);
    w->messages = zet_output_new(NULL, NULL);
    w->copy = zet_output_new(NULL, NULL);
    require(w->task && w->out && w->messages && w->copy);
    for (; options && *options; options += 2)
        require(zet_task_set(w->task, options[0], options[1], NULL) == ZET_OK);
    w->io.out = w->out;
    w->io.messages = w->messages;
    w->io.copy = w->copy;
}

static inline zet_text work_out(const struct work *w) { return zet_output_text(w->out); }

/* Runs it over one stream to the end. False where that is refused. */
static inline bool work_run(struct work *w, zet_text text) {
    zet_error error;
    zet_status status = zet_task_run_text(w->task, "-", text, &error);
    status = status ? status : zet_task_finish(w->task, &error);
    if (status)
        require_message(status, &error);
    require_utf8(zet_output_text(w->messages));
    return !status;
}

static inline void work_end(struct work *w) {
    zet_task_free(w->task);
    zet_output_free(w->out);
    zet_output_free(w->messages);
    zet_output_free(w->copy);
}
