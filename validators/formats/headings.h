/* The headings of tables and sheets, in the languages of readers. */
#pragma once

#include "notation/base/buffer.h"

enum csv_column {
#define COLUMN(name, heading, ...) CSV_##name,
#include "validators/formats/csv_columns.def"
#undef COLUMN
    CSV_COLUMNS
};
extern const char *const zi_csv_headings[CSV_COLUMNS + 1]; /* ends with NULL */

/* The column that has this heading, in any letter case and in the languages of readers;
   CSV_COLUMNS: none. `room` is for its folded form. */
size_t zi_csv_column(struct text heading, struct buffer *room);

/* The heading as it is compared: folded, letters and numbers alone, in `room`. */
struct text zi_heading_fold(struct buffer *room, struct text heading);
