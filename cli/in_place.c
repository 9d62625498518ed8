#include "cli/in_place.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/new_file.h"

static bool write_spool(void *context, const char *bytes, size_t size) {
    const struct in_place *p = context;
    while (size) {
        ssize_t n = write(p->spool, bytes, size);
        if (n < 0 && errno != EINTR)
            return false;
        bytes += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

bool in_place_begin(struct in_place *p, const char *path, const struct input *input) {
    *p = (struct in_place){.path = path, .input = input, .spool = -1};
    if (!strcmp(path, "-"))
        command_error("-: standard input cannot be rewritten in place");
    else if (!input_stat(input, &p->was))
        command_error("%s: %s", path, strerror(errno));
    else if (!S_ISREG(p->was.st_mode))
        command_error("%s: this is no file that could be replaced", path);
    else if ((p->spool = new_file_unnamed()) < 0)
        command_error("%s: cannot create a temporary file for the new text: %s", path,
                      strerror(errno));
    else if (!(p->out = zet_output_new(write_spool, p)))
        command_error("%s: out of memory", path);
    return p->out != NULL;
}

static bool copy(const struct in_place *p, struct new_file *to) {
    char room[64 * 1024];
    ssize_t n;
    if (lseek(p->spool, 0, SEEK_SET) < 0)
        return false;
    while ((n = read(p->spool, room, sizeof room)) != 0)
        if (n < 0 ? errno != EINTR : !new_file_write(to, room, (size_t)n))
            return false;
    return true;
}

bool in_place_end(struct in_place *p, bool replace) {
    struct new_file to = {0};
    bool done = true;
    if (p->out && replace) {
        done = zet_output_flush(p->out) == ZET_OK;
        if (!done)
            command_error("%s: the new text could not be written", p->path);
        done = done && new_file_replace(&to, p->path, &p->was, input_compression(p->input));
        if (done && !copy(p, &to)) {
            command_error("%s: the new text could not be read back: %s", p->path, strerror(errno));
            done = false;
        }
        done = done && new_file_commit(&to);
        new_file_discard(&to);
    }
    zet_output_free(p->out);
    if (p->spool >= 0)
        close(p->spool);
    return done;
}
