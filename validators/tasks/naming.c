#include "validators/tasks/naming.h"

bool zi_naming_attach(struct naming *n, const struct zet_task *task, const char *what,
                      struct text name, struct text text, zet_error *error) {
    if (strcmp(what, "names"))
        return zi_refuse(error, task->kind->name, " takes no ", what);
    if (n->given)
        return zi_refuse(error, "names: at most one names file is allowed");
    n->given = zi_names_file_read(&n->file, name, text, error);
    if (!n->given)
        zi_names_file_free(&n->file);
    return n->given;
}
