#include "cli/streams.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/new_file.h"

static bool reserve(struct streams *s) {
    if (s->count < s->cap)
        return true;
    size_t cap = s->cap ? s->cap * 2 : 16;
    struct stream_seen *at = realloc(s->at, cap * sizeof *at);
    if (!at) {
        command_error("out of memory");
        return false;
    }
    s->at = at;
    s->cap = cap;
    return true;
}

bool streams_add(struct streams *s, const char *path, int descriptor,
                 struct stream_reading *reading) {
    struct stat st;
    bool regular = strcmp(path, "-") != 0 && fstat(descriptor, &st) == 0 && S_ISREG(st.st_mode);
    if (!reserve(s))
        return false;
    struct stream_seen seen = {strdup(path), -1};
    if (!seen.path)
        command_error("out of memory");
    else if (!regular && (seen.spool = new_file_unnamed()) < 0)
        command_error("a temporary file could not be made: %s", strerror(errno));
    if (!seen.path || (!regular && seen.spool < 0)) {
        free(seen.path);
        return false;
    }
    s->at[s->count++] = seen;
    *reading = (struct stream_reading){descriptor, seen.spool};
    return true;
}

long streams_read(void *context, char *to, size_t size) {
    const struct stream_reading *r = context;
    int from = r->descriptor;
    long n = files_read(&from, to, size);
    for (long kept = 0; r->spool >= 0 && kept < n;) {
        ssize_t more = write(r->spool, to + kept, (size_t)(n - kept));
        if (more < 0 && errno != EINTR)
            return -1;
        kept += more > 0 ? more : 0;
    }
    return n;
}

int streams_open_again(const struct streams *s, size_t index) {
    const struct stream_seen *seen = &s->at[index];
    if (seen->spool < 0)
        return files_open(seen->path);
    if (lseek(seen->spool, 0, SEEK_SET) == 0)
        return seen->spool;
    command_error("%s: %s", seen->path, strerror(errno));
    return -1;
}

void streams_close_again(const struct streams *s, size_t index, int descriptor) {
    if (s->at[index].spool < 0)
        files_close(descriptor);
}

void streams_free(struct streams *s) {
    for (size_t i = 0; i < s->count; i++) {
        free(s->at[i].path);
        if (s->at[i].spool >= 0)
            close(s->at[i].spool);
    }
    free(s->at);
    *s = (struct streams){0};
}
