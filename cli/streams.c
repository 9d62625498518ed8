#include "cli/streams.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/spool.h"

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

bool streams_add(struct streams *s, const char *path, struct input *input,
                 struct stream_reading *reading) {
    struct stat st;
    bool regular = strcmp(path, "-") != 0 && input_stat(input, &st) && S_ISREG(st.st_mode);
    if (!reserve(s))
        return false;
    struct stream_seen seen = {strdup(path), -1};
    if (!seen.path)
        command_error("out of memory");
    else if (!regular)
        seen.spool = spool_file();
    if (!seen.path || (!regular && seen.spool < 0)) {
        free(seen.path);
        return false;
    }
    s->at[s->count++] = seen;
    *reading = (struct stream_reading){input, seen.spool};
    return true;
}

long streams_read(void *context, char *to, size_t size) {
    const struct stream_reading *r = context;
    long n = input_read(r->input, to, size);
    if (r->spool >= 0 && n > 0 && !spool_write(r->spool, to, (size_t)n))
        return -1;
    return n;
}

struct input *streams_open_again(const struct streams *s, size_t index) {
    const struct stream_seen *seen = &s->at[index];
    return seen->spool < 0 ? input_open(seen->path) : input_of_text(seen->spool);
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
