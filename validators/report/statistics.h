/* Counts the findings of many records: by kind, by file and by player. */
#pragma once

#include "notation/base/map.h"
#include "validators/games/rules.h"
#include "validators/replay/row.h"
#include "validators/report/report.h"

/* Limits for files and for players, each: how many are counted separately, and the bytes of their
 * names. Further ones are counted together. */
enum { TALLIED_NAMES_MAX = 100000, TALLIED_BYTES_MAX = 16 * 1024 * 1024, SEVERITIES = 3 };

/* Counts of one kind, file or player. */
struct tally_row {
    uint64_t records;              /* with a finding */
    uint64_t findings[SEVERITIES]; /* by severity */
};

struct tally_rows {
    struct map names;
    struct tally_row *at; /* by index in `names` */
    size_t cap, bytes;
    struct tally_row others;
};

/* Starts zeroed. */
struct finding_statistics {
    struct tally_row kinds[FINDING_CODES][REASONS + 1]; /* by code; for illegal moves, reason + 1 */
    struct tally_rows files, players;
    struct tally_row file; /* the current one */
    bool failed;           /* out of memory */
};

void zi_finding_statistics_free(struct finding_statistics *s);

/* Appends a record's contribution as a row. Its findings count for both players. */
void zi_statistics_row(struct buffer *row, const struct report *report);

/* Adds rows of the current file; ends the file with that name. */
void zi_finding_statistics_add(struct finding_statistics *s, struct row_reader *rows);
void zi_statistics_end_file(struct finding_statistics *s, struct text name);

/* Append the tables for people, or the members of a JSON object. False when out of memory. */
struct json_out;
bool zi_finding_statistics_text(const struct finding_statistics *s, struct buffer *out);
bool zi_finding_statistics_json(const struct finding_statistics *s, struct json_out *j);
