#include "cli/replace.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Whether the path, after all links, is below the folder. */
static enum whose place_of(const char *path, const char *folder) {
    char *inside = realpath(path, NULL), *above = inside ? realpath(folder, NULL) : NULL;
    size_t length = above ? strlen(above) : 0;
    bool below = above && !strncmp(inside, above, length) &&
                 (inside[length] == '/' || (length && above[length - 1] == '/'));
    enum whose whose = !above ? WHOSE_UNKNOWN : below ? WHOSE_OWN : WHOSE_OUTSIDE;
    free(inside);
    free(above);
    return whose;
}

enum whose whose_file(const char *path, const struct stat *st, const char *folder) {
    struct stat own, of;
    enum whose place = !st && folder ? place_of(path, folder) : WHOSE_OWN;
    if (place != WHOSE_OWN)
        return place;
    if (!st && stat(path, &own))
        return WHOSE_UNKNOWN;
    uid_t owner = st ? st->st_uid : own.st_uid;
    if (owner == geteuid() || owner == 0)
        return WHOSE_OWN;
    return folder && !stat(folder, &of) && of.st_uid == owner ? WHOSE_FOLDERS : WHOSE_OTHERS;
}
