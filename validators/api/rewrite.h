/* Shared by the tasks that change streams. Their result is the stream with some bytes replaced, a
 * unified diff, or only whether the stream changes. */
#pragma once

#include "notation/base/diff.h"
#include "notation/base/option.h"
#include "validators/api/task.h"

enum rewrite_output { REWRITE_TEXT, REWRITE_DIFF, REWRITE_NONE };

/* The rewriting of the current stream. Starts zeroed; used in stream_begin, merge and stream_end
 * only. */
struct rewrite {
    unsigned output; /* enum rewrite_output */
    bool copies;     /* the text goes to the task's copy, since its output has another result */
    struct diff diff;
    struct buffer name; /* of the stream, as shown */
};

/* The option `output` of a task kind whose state has that type and a struct rewrite `rewrite`. */
#define REWRITE_OPTION(type)                                                                       \
    {                                                                                              \
        "output", "OUTPUT",                                                                        \
            "text: the stream with its changes (the default); diff: the changes as a unified "     \
            "diff; none: only whether there are any",                                              \
            NULL, ZET_OPTION_WORD, .offset = offsetof(type, rewrite.output),                       \
                                   .words = zi_rewrite_outputs                                     \
    }
extern const char *const zi_rewrite_outputs[];

/* A piece of the stream on its way from `document` to `merge`, in a result's data: this header, the
 * bytes of the stream and, with `changed`, their replacement. */
struct rewrite_piece {
    enum piece piece;
    bool changed;
    bool keeps_end;       /* if an earlier document has lost its `...`, this one must keep it */
    bool ends_open;       /* the stream must not end here: a line end is missing */
    const char *line_end; /* of its last complete line; NULL: none */
    size_t mark;          /* bytes of a byte order mark before the old ones */
    size_t tail;          /* bytes of a final line `...` */
    size_t old, new;
    size_t end_line, end_column; /* with ends_open: its place */
};

bool zi_rewrite_begin(struct rewrite *rw, struct zet_task *task, struct source *source);
void zi_rewrite_free(struct rewrite *rw);

/* Continue the stream with unchanged bytes, or with `new` for `old`. Equal texts are no change.
 * Return false like a task kind's function: a line is too long for a diff. */
bool zi_rewrite_same(struct rewrite *rw, struct zet_task *task, struct text bytes);
bool zi_rewrite_change(struct rewrite *rw, struct zet_task *task, struct text old, struct text new);

/* Continues the stream with a piece of the task's data. */
bool zi_rewrite_piece(struct rewrite *rw, struct zet_task *task, const struct rewrite_piece *p,
                      struct text old, struct text new);

/* Ends the stream. */
bool zi_rewrite_end(struct rewrite *rw, struct zet_task *task);

/* `new` is used only with p->changed. */
void zi_rewrite_append(struct buffer *data, struct rewrite_piece p, const struct document *d,
                       struct text new);

/* For `merge`: calls `step` for each piece of the data in order. */
typedef bool rewrite_step(struct zet_task *task, const struct rewrite_piece *p, struct text old,
                          struct text new);
bool zi_rewrite_each(struct zet_task *task, const struct buffer *data, rewrite_step *step);

/* "name:line:column: " */
void zi_rewrite_place(struct buffer *out, struct text file, size_t line, size_t column);
