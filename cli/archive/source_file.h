/* A file of records, and its state in an index. */
#pragma once

#include <sys/stat.h>
#include <zet.h>

#include "cli/archive/database.h"
#include "cli/archive/pieces.h"
#include "validators/replay/settings.h"

/* Where reading resumes: at the last record read, which may have grown. */
struct resume {
    int64_t offset, line, number; /* line (from 0) and number (from 1) of that record */
};

/* A row of the table file. */
struct source_row {
    int64_t id; /* 0: no row */
    int64_t size, modified, changed, inode, device, settings;
    int64_t read, hash; /* number of bytes read, and their hash */
    bool whole;         /* it is compressed and can only be read as a whole */
    struct resume next;
    int64_t seen; /* its position among the files */
};

enum source_state {
    SOURCE_TOUCHED, /* the same file, which was read just after a change, and not changed since */
    SOURCE_GROWN,   /* the same file with more bytes after those that were read */
    SOURCE_OTHER,   /* to be read again, also if only its times have changed */
    SOURCE_FAILED   /* with errno */
};

/* The row for that name; id 0 if none exists. */
struct source_row source_row_read(struct database *db, sqlite3_stmt *find, const char *name);
extern const char source_row_find[];

bool source_row_write(struct database *db, const char *name, struct source_row *row);

/* Whether an open file is unchanged. */
bool source_is_unchanged(const struct stat *then, const struct stat *now);

/* Whether the row shows that nothing has changed, without reading the bytes. */
bool source_is_same(const struct source_row *row, const struct stat *st, int64_t settings);

/* Copies the results of stat to the row. A file that was changed just now may change again
   unnoticed, so its row never matches. */
void source_set_stat(struct source_row *row, const struct stat *st, int64_t settings);

/* Compares the bytes. For a file that has grown, *before is their hash up to row->next.offset. */
enum source_state source_compare(const struct source_row *row, int descriptor,
                                 const struct stat *st, int64_t settings,
                                 struct running_hash *before);

/* The settings as a number; 0 if NULL. */
int64_t source_settings(const zet_settings *settings);
