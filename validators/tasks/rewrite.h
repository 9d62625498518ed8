/* What the tasks share that change streams: their result is the stream with some of its bytes
   replaced, or a unified diff, or nothing but the knowledge whether it changes. */
#pragma once

#include "notation/base/diff.h"
#include "validators/tasks/task.h"

enum rewrite_output { REWRITE_TEXT, REWRITE_DIFF, REWRITE_NONE };

/* What becomes of the present stream. Starts zeroed; used in stream_begin, merge and stream_end
   only. */
struct rewrite {
    unsigned output; /* enum rewrite_output */
    bool copies;     /* the text goes to the task's copy, since its result is another */
    struct diff diff;
    struct buffer name; /* of the stream, as it is shown */
};

/* The option `output` of a kind whose state is of that type and has a struct rewrite `rewrite`. */
#define REWRITE_OPTION(type)                                                                       \
    {                                                                                              \
        "output", "OUTPUT",                                                                        \
            "text: the stream with its changes (the default); diff: the changes as a unified "     \
            "diff; none: only whether there are any",                                              \
            NULL, ZET_OPTION_WORD, .offset = offsetof(type, rewrite.output),                       \
                                   .words = zi_rewrite_outputs                                     \
    }
extern const char *const zi_rewrite_outputs[];

/* A piece of the stream on its way from `document` to `merge`, in a result's data: this head, the
   bytes that were in the stream and, with `changed`, those that take their place. */
struct rewrite_piece {
    enum piece piece;
    bool changed;
    bool keeps_end; /* if a document before it has lost its `...`, that has to stay */
    bool ends_open; /* the stream must not end with it: a line end is missing */
    enum { LINE_ENDS_NONE, LINE_ENDS_LF, LINE_ENDS_CR_LF, LINE_ENDS_CR } line_ends;
    size_t mark; /* bytes of a byte order mark at the front of the old ones */
    size_t tail; /* bytes of a line `...` at their end */
    size_t old, new;
    size_t end_line, end_column; /* with ends_open: where */
};

bool zi_rewrite_begin(struct rewrite *rw, struct zet_task *task, struct source *source);
void zi_rewrite_free(struct rewrite *rw);

/* The stream continues with these bytes, as they were; or with `new` in the place of `old`. What is
   the same after all is no change. False as a kind's function: a line is too long for a diff. */
bool zi_rewrite_same(struct rewrite *rw, struct zet_task *task, struct text bytes);
bool zi_rewrite_change(struct rewrite *rw, struct zet_task *task, struct text old, struct text new);

/* The stream continues with a piece of the task's data. */
bool zi_rewrite_piece(struct rewrite *rw, struct zet_task *task, const struct rewrite_piece *p,
                      struct text old, struct text new);

/* The stream has ended. */
bool zi_rewrite_end(struct rewrite *rw, struct zet_task *task);

/* `new` counts with p->changed only. */
void zi_rewrite_append(struct buffer *data, struct rewrite_piece p, const struct document *d,
                       struct text new);

/* For `merge`: takes the pieces of the data one after the other. */
typedef bool rewrite_step(struct zet_task *task, const struct rewrite_piece *p, struct text old,
                          struct text new);
bool zi_rewrite_each(struct zet_task *task, const struct buffer *data, rewrite_step *step);

/* What a line of the text ends with: the last one that does. */
unsigned zi_rewrite_line_ends(struct text t);

/* "name:line:column: " */
void zi_rewrite_place(struct buffer *out, struct text file, size_t line, size_t column);
