/* Whose file is this: the rule for files that the user did not name: an index, zet.yaml, the names
   file that it names, and what a folder has. */
#pragma once

#include <sys/stat.h>

enum whose {
    WHOSE_OWN,     /* it belongs to the user or to root */
    WHOSE_FOLDERS, /* it belongs to the owner of the folder */
    WHOSE_OTHERS,  /* it belongs to another user */
    WHOSE_OUTSIDE, /* it is outside of the folder, or a link leads out of it */
    WHOSE_UNKNOWN  /* with errno */
};

/* `st`: of the open file; NULL: of the path, and a path outside of the folder is WHOSE_OUTSIDE.
   `folder` may be NULL. */
enum whose whose_file(const char *path, const struct stat *st, const char *folder);
