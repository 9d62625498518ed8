/* The names file of a task, which its caller attaches as `names`. */
#pragma once

#include "validators/archive/names_file.h"
#include "validators/tasks/task.h"

/* Starts zeroed. */
struct naming {
    bool given;
    struct names_file file;
};

static inline const struct names_file *naming_file(const struct naming *n) {
    return n->given ? &n->file : NULL;
}

/* As struct task_kind's attach, of a task that takes no other text. */
bool zi_naming_attach(struct naming *n, struct zet_task *task, const char *what, struct text name,
                      struct text text);
