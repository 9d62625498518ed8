/* Rewriting files: some of their bytes are replaced, all others stay as they are. */
#ifndef ZET_CLI_REWRITE_H
#define ZET_CLI_REWRITE_H

#include "notation/base/buffer.h"
#include "notation/record/source.h"

/* What is done with the new text: it is written to standard output, or only its differences are; it
   takes the file's place; or the file is only named, where it would change. */
enum rewrite_mode { REWRITE_TO_STDOUT, REWRITE_DIFF, REWRITE_IN_PLACE, REWRITE_CHECK };

/* One file while it is rewritten. */
struct rewriting {
    const char *name;
    uint64_t size; /* bytes of the stream that were read so far */
    struct rewrite_output *output;
};

struct rewriter {
    enum rewrite_mode mode;

    /* Sees each document of a file, and says with rewrite_replace what becomes of it. */
    void (*document)(void *context, struct rewriting *w, const struct document *d);

    /* The file has ended; what is after the last document may still be replaced. */
    void (*end)(void *context, struct rewriting *w);

    void *context;
    size_t changed; /* files that were changed, or would be */
    bool had_error; /* some file could not be read or written; that was said on stderr */
};

/* Rewrites a file, or standard input where `path` is `-`. The file is replaced as a whole or, on
   any had_error, stays as it was; so it does where it has a document that is too long. Links stay
   links; owner and mode stay, as far as the system lets them. */
void rewrite_file(struct rewriter *r, const char *path);

/* Puts `with` in the place of the bytes from `at` up to `end` of the stream. Each call is for bytes
   after those of the call before, of the present document or after it. */
void rewrite_replace(struct rewriting *w, uint64_t at, uint64_t end, struct text with);

/* Appends the bytes from `at` up to `end` of the stream as they were, as far as it was read. False
   where they cannot be had; that was said. */
bool rewrite_original(struct rewriting *w, uint64_t at, uint64_t end, struct buffer *out);

/* The file cannot be rewritten, and `why`, a static text, is said of it. */
void rewrite_fail(struct rewriting *w, const char *why);

#endif
