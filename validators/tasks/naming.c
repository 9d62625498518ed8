#include "validators/tasks/naming.h"

bool zet_naming_attach(struct naming *n, struct text name, struct text text, zet_error *error) {
    struct buffer why = {0};
    if (n->given)
        return zet_refuse(error, "names: at most one names file is allowed");
    n->given = zet_names_file_read(&n->file, name, text, &why);
    if (!n->given)
        zet_names_file_free(&n->file);
    bool said = !n->given && why.len && !why.failed;
    buffer_char(&why, '\0');
    if (said && !why.failed)
        zet_error_set(error, ZET_REFUSED, why.at);
    else if (!n->given)
        zet_error_out_of_memory(error);
    zet_buffer_free(&why);
    return n->given;
}

bool zet_naming_attach_only(struct naming *n, const struct zet_task *task, const char *what,
                            struct text name, struct text text, zet_error *error) {
    if (strcmp(what, "names"))
        return zet_refuse(error, task->kind->name, " takes no ", what);
    return zet_naming_attach(n, name, text, error);
}
