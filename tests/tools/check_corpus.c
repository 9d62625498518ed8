/* check-corpus INDEX: judges every record under the folder of INDEX and compares the verdicts with
   the index's. Exit status 0: all agree, 1: some differ, 2: the index or a file cannot be read. */
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <zet.h>

/* The columns of the index, in their order. */
enum column { FILE_NAME, NUMBER, ORIGIN, VERDICT, ERROR, PLIES, OUTCOME, POINTS, NOTE, COLUMNS };

enum { SAYING_MAX = 512 };

struct row {
    char *line; /* the columns point into it */
    const char *at[COLUMNS];
    bool met; /* matched by a record */
};

struct check {
    struct row *rows;
    size_t row_count, row_cap;
    zet_reader *reader;
    size_t records, files, differences;
};

static bool complain(const char *what, const char *why) {
    fprintf(stderr, "check-corpus: %s: %s\n", what, why);
    return false;
}

/* Splits *row's line into columns. The note may be empty, but every tab must be there. */
static bool row_cut(struct row *row) {
    char *rest = row->line;
    size_t n = 0;
    while (n < COLUMNS && rest)
        row->at[n++] = strsep(&rest, "\t");
    return n == COLUMNS && !rest;
}

static bool row_add(struct check *c, const char *line) {
    if (c->row_count == c->row_cap) {
        size_t cap = c->row_cap ? c->row_cap * 2 : 256;
        struct row *rows = realloc(c->rows, cap * sizeof *rows);
        if (!rows)
            return complain("index", strerror(errno));
        c->rows = rows;
        c->row_cap = cap;
    }
    struct row *row = &c->rows[c->row_count];
    *row = (struct row){.line = strdup(line)};
    if (!row->line)
        return complain("index", strerror(errno));
    c->row_count++;
    return row_cut(row) || complain(line, "this row has not nine columns");
}

/* Reads the index. The first line contains the names of the columns. */
static bool index_read(struct check *c, const char *path) {
    FILE *in = fopen(path, "r");
    char *line = NULL;
    size_t cap = 0;
    bool fine = in != NULL;
    for (size_t n = 0; fine && getline(&line, &cap, in) >= 0; n++) {
        line[strcspn(line, "\r\n")] = '\0';
        if (n > 0)
            fine = row_add(c, line);
    }
    if (!in || ferror(in))
        fine = complain(path, strerror(errno));
    free(line);
    if (in)
        fclose(in);
    return fine;
}

static struct row *row_find(const struct check *c, const char *file, size_t number) {
    char wanted[32];
    snprintf(wanted, sizeof wanted, "%zu", number);
    for (size_t i = 0; i < c->row_count; i++) {
        struct row *row = &c->rows[i];
        if (!row->met && !strcmp(row->at[FILE_NAME], file) && !strcmp(row->at[NUMBER], wanted))
            return row;
    }
    return NULL;
}

static void row_say(char *out, const struct row *row) {
    snprintf(out, SAYING_MAX, "%s, %s, %s plies, %s, points %s", row->at[VERDICT], row->at[ERROR],
             row->at[PLIES], row->at[OUTCOME], row->at[POINTS]);
}

/* Writes the first error as in the index: code or code/reason, with @ply if it has one. */
static void error_say(char *out, size_t cap, const zet_record *r) {
    zet_finding f;
    char ply[16] = "";
    for (size_t i = 0; zet_record_finding_at(r, i, &f); i++) {
        if (f.severity != ZET_SEVERITY_ERROR)
            continue;
        if (f.ply)
            snprintf(ply, sizeof ply, "@%" PRIu32, f.ply);
        snprintf(out, cap, "%s%s%s%s", f.code, f.reason ? "/" : "", f.reason ? f.reason : "", ply);
        return;
    }
    snprintf(out, cap, "-");
}

static const char *result_word(const zet_record *r) {
    switch (zet_record_outcome(r).result) {
    case ZET_RESULT_WIN_0: return zet_side_name(zet_record_game(r), 0);
    case ZET_RESULT_WIN_1: return zet_side_name(zet_record_game(r), 1);
    case ZET_RESULT_DRAW: return "draw";
    case ZET_RESULT_OPEN: break;
    }
    return "*";
}

static void verdict_say(char *out, const zet_record *r) {
    char error[128], points[32] = "-";
    const char *reason = zet_record_outcome(r).reason;
    error_say(error, sizeof error, r);
    if (zet_record_points(r) >= 0)
        snprintf(points, sizeof points, "%" PRId64, zet_record_points(r));
    snprintf(out, SAYING_MAX, "%s, %s, %" PRIu32 " plies, %s/%s, points %s",
             zet_record_is_valid(r) ? "valid" : "invalid", error, zet_record_plies(r),
             result_word(r), reason ? reason : "-", points);
}

static void differ(struct check *c, const char *file, const char *number, const char *index,
                   const char *zet) {
    printf("%s %s: index says %s, zet says %s\n", file, number, index, zet);
    c->differences++;
}

static void record_check(struct check *c, const char *file, const zet_record *r) {
    char index[SAYING_MAX] = "nothing", zet[SAYING_MAX], number[32];
    c->records++;
    struct row *row = row_find(c, file, zet_record_number(r));
    if (row) {
        row->met = true;
        row_say(index, row);
    }
    verdict_say(zet, r);
    snprintf(number, sizeof number, "%zu", zet_record_number(r));
    if (strcmp(index, zet) != 0)
        differ(c, file, number, index, zet);
}

static long descriptor_read(void *context, char *to, size_t cap) {
    ssize_t n;
    do
        n = read(*(int *)context, to, cap);
    while (n < 0 && errno == EINTR);
    return (long)n;
}

/* Checks a file: `file` is its name in the index, `path` its location. */
static bool file_check(struct check *c, const char *file, const char *path) {
    const zet_record *record;
    zet_error error = {.status = ZET_OUT_OF_MEMORY, .message = "out of memory"};
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return complain(path, strerror(errno));
    c->files++;
    zet_status status = error.status;
    if (zet_reader_open(c->reader, path, descriptor_read, &descriptor, &error) == ZET_OK)
        while ((status = zet_reader_next(c->reader, &record, &error)) == ZET_OK)
            record_check(c, file, record);
    close(descriptor);
    return status == ZET_END || complain(path, error.message);
}

static bool is_record_file(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && strcmp(name, "tournament.yaml") &&
           (!strcmp(dot, ".yaml") || !strcmp(dot, ".yml"));
}

static int by_name(const FTSENT **a, const FTSENT **b) {
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static bool folder_check(struct check *c, char *folder) {
    char *roots[] = {folder, NULL};
    size_t prefix = strlen(folder) + 1;
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    FTSENT *entry;
    bool fine = tree != NULL;
    while (fine && (errno = 0, entry = fts_read(tree))) {
        if (entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR || entry->fts_info == FTS_NS)
            fine = complain(entry->fts_path, strerror(entry->fts_errno));
        else if (entry->fts_info == FTS_F && is_record_file(entry->fts_name))
            fine = file_check(c, entry->fts_path + prefix, entry->fts_path);
    }
    if (fine && errno)
        fine = complain(folder, strerror(errno));
    if (tree)
        fts_close(tree);
    else
        complain(folder, strerror(errno));
    return fine;
}

static void rows_left(struct check *c) {
    char index[SAYING_MAX];
    for (size_t i = 0; i < c->row_count; i++) {
        const struct row *row = &c->rows[i];
        if (row->met)
            continue;
        row_say(index, row);
        differ(c, row->at[FILE_NAME], row->at[NUMBER], index, "there is no such record");
    }
}

static int corpus_check(struct check *c, char *path) {
    if (!index_read(c, path) || !folder_check(c, dirname(path)))
        return 2;
    rows_left(c);
    printf("%zu records in %zu files: ", c->records, c->files);
    if (!c->differences)
        puts("every verdict is the index's");
    else
        printf("%zu verdicts differ\n", c->differences);
    return c->differences != 0;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fputs("usage: check-corpus INDEX\n", stderr);
        return 2;
    }
    struct check c = {0};
    zet_error error;
    if (!(c.reader = zet_reader_new(&error))) {
        complain(argv[1], error.message);
        return 2;
    }
    int status = corpus_check(&c, argv[1]);
    zet_reader_free(c.reader);
    for (size_t i = 0; i < c.row_count; i++)
        free(c.rows[i].line);
    free(c.rows);
    return status;
}
