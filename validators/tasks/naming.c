#include "validators/tasks/naming.h"

bool zi_naming_attach(struct naming *n, struct zet_task *task, const char *what, struct text name,
                      struct text text) {
    if (strcmp(what, "names"))
        return task_refuse(task, task->kind->name, " takes no ", what);
    if (n->given)
        return task_refuse(task, "names: at most one names file is allowed");
    n->given = zi_names_file_read(&n->file, name, text, &task->error);
    if (!n->given)
        zi_names_file_free(&n->file);
    return n->given;
}
