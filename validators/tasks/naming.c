#include "validators/tasks/naming.h"

bool zet_naming_attach(struct naming *n, const struct zet_task *task, const char *what,
                       struct text name, struct text text, zet_error *error) {
    struct buffer why = {0};
    if (strcmp(what, "names"))
        return zet_refuse(error, task->kind->name, " takes no ", what);
    if (n->given)
        return zet_refuse(error, "names: at most one names file is allowed");
    n->given = zet_names_file_read(&n->file, name, text, &why);
    if (!n->given)
        zet_names_file_free(&n->file);
    if (!n->given && why.len)
        return zet_refuse_with(error, &why);
    zet_buffer_free(&why);
    return n->given || zet_no_memory(error);
}
