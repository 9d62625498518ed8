/* The headings of tables and sheets, in the languages of readers. */
#pragma once

#include "notation/base/buffer.h"
#include "validators/replay/endings.h"

enum csv_column {
#define COLUMN(name, heading, ...) CSV_##name,
#include "formats/csv_columns.def"
#undef COLUMN
    CSV_COLUMNS
};
extern const char *const zi_csv_headings[CSV_COLUMNS + 1]; /* ends with NULL */

/* The column that has this heading, in any letter case and in the languages of readers;
   CSV_COLUMNS: none. */
size_t zi_csv_column(struct text heading);

/* The same, even if some of its characters are confused, and signs are around it. */
size_t zi_sheet_column(struct text t);

static inline bool is_side_column(size_t column) {
    return column == CSV_WHITE || column == CSV_BLACK || column == CSV_A || column == CSV_B;
}

/* The column of a side with that name, and the side of a column; SIDE_WORDS: none. */
size_t zi_side_column(const char *side);
enum side_word zi_column_side(size_t column);

/* The heading as it is compared: folded, with letters and numbers only. Empty if it has more than
   HEADING_BYTES_MAX; folding makes a text at most 11 times as long. */
enum { HEADING_BYTES_MAX = 256, HEADING_ROOM = 11 * HEADING_BYTES_MAX };
struct text zi_heading_fold(struct text heading, char room[HEADING_ROOM]);
