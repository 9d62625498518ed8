/* What the files of `zet find` share. */
#ifndef ZET_CLI_FIND_H
#define ZET_CLI_FIND_H

#include "cli/cli.h"
#include "validators/archive/duplicates.h"
#include "validators/archive/query.h"

enum find_output { FIND_RECORDS, FIND_PLACES, FIND_JSON, FIND_COUNT };

struct find_options {
    struct query query;
    enum find_output output;
    uint64_t limit; /* records, of duplicates groups; UINT64_MAX: none */
    bool include_invalid, only_invalid;
    bool duplicates;
    uint32_t min_plies;
};

/* Reads the options. An exit status, or -1 to go on; the query must be freed in either case. */
int zet_find_options(int argc, char **argv, struct find_options *o);

/* A file that was read and will be read again. */
struct find_file {
    char *path;
    int spool; /* an unnamed file with what came from standard input or a pipe; -1: none */
};

/* The documents of an output stream, so far. */
struct find_stream {
    bool any;
    bool ended;      /* the last document ended with `...` */
    bool line_ended; /* the last byte was a line end */
};

struct find {
    struct find_options o;
    struct validator *validator;
    struct record record;
    struct verdict verdict;
    struct find_stream out;
    uint64_t found, left_out;
    bool written;   /* the record read last was written */
    bool had_error; /* something could not be read */

    struct duplicates *duplicates;
    struct find_file *files; /* in the order of their reading */
    size_t file_count, file_cap;
};

/* Writes a document as one of a stream of YAML documents: its bytes, and before them the markers
   that it needs there. */
void zet_find_write(struct find_stream *s, const struct document *document);

/* Duplicates: the first reading of a file begins. False, with a message, where it could not be read
   again. */
bool zet_find_keep_file(struct find *f, const char *path, int descriptor);
void zet_find_forget_files(struct find *f);

/* The second reading, and the groups. */
void zet_find_duplicates(struct find *f);

#endif
