#include "cli/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command.h"

bool folder_open(struct folder *f, const char *path, bool force) {
    *f = (struct folder){.path = path, .force = force};
    f->set.folder = replace_open_folder(AT_FDCWD, path, true, true);
    if (f->set.folder < 0)
        command_error("%s: %s", path, errno == ENOTDIR ? "not a folder" : strerror(errno));
    return f->set.folder >= 0;
}

bool folder_close(struct folder *f, bool done) {
    if (f->set.folder < 0)
        return false;
    done = done && replace_set_commit(&f->set);
    if (!done && f->set.placed)
        command_error("%s: %zu files were written before that, and are whole", f->path,
                      f->set.placed);
    replace_set_discard(&f->set);
    close(f->set.folder);
    return done;
}

void folder_expect(struct folder *f, const char *name) {
    enum { NAMED_MAX = 10 };
    struct stat st;
    if (!f->force && fstatat(f->set.folder, name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
        f->there++ < NAMED_MAX)
        command_error("%s/%s: the file exists; --force replaces it", f->path, name);
}

bool folder_begin(struct folder *f, const char *name) {
    enum replace_rule rule = f->force ? REPLACE_ANY : REPLACE_NOTHING;
    f->now = f->there ? NULL : replace_set_begin_in(&f->set, f->path, name, rule);
    return f->now;
}

bool folder_write(void *context, const char *bytes, size_t size) {
    return replace_write(((struct folder *)context)->now, bytes, size);
}

bool folder_end(struct folder *f) { return replace_set_end(&f->set, false); }
