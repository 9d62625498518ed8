/* A file of records, and what an index knows of it. */
#pragma once

#include <sys/stat.h>
#include <zet.h>

#include "cli/archive/database.h"
#include "cli/archive/pieces.h"

/* Where reading continues: at the last record that was read, which may have grown. */
struct resume {
    int64_t offset, line, number; /* line and number of what begins there, from 0 and from 1 */
};

/* A row of the table file. */
struct source_row {
    int64_t id; /* 0: there is none */
    int64_t size, modified, changed, inode, device, settings;
    int64_t read, hash; /* bytes that were read, and their hash */
    bool whole;         /* it can be read as a whole only: it is compressed */
    struct resume next;
    int64_t seen; /* its place among the files */
};

enum source_state {
    SOURCE_SAME,
    SOURCE_TOUCHED, /* the same bytes */
    SOURCE_GROWN,   /* more after those that were read */
    SOURCE_OTHER,
    SOURCE_FAILED /* with errno */
};

/* The row for that name; id 0 if none exists. */
struct source_row source_row_read(struct database *db, sqlite3_stmt *find, const char *name);
extern const char source_row_find[];

bool source_row_write(struct database *db, const char *name, struct source_row *row);

/* Whether an open file is as it was. */
bool source_is_unchanged(const struct stat *then, const struct stat *now);

/* Whether the row says that nothing has changed, without a look at the bytes. */
bool source_is_same(const struct source_row *row, const struct stat *st, int64_t settings);

/* Puts what stat says into the row. A file that was changed just now may change again without a
   trace: its row is never the same. */
void source_set_stat(struct source_row *row, const struct stat *st, int64_t settings);

/* Compares the bytes. Where it has grown *before is the hash of all up to row->next.offset. */
enum source_state source_compare(const struct source_row *row, int descriptor,
                                 const struct stat *st, int64_t settings,
                                 struct running_hash *before);

/* The settings' values as a number; of none 0. */
int64_t source_settings(const zet_settings *settings);
