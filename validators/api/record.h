/* The implementation of a zet_record, and with it of a zet_position. */
#pragma once

#include "validators/api/main_line.h"
#include "validators/api/parts.h"
#include "validators/api/position.h"
#include "validators/replay/move_reader.h"
#include "validators/report/report.h"

struct zet_record {
    struct report report;
    struct record *record;
    const struct verdict *verdict;
    const struct turns *turns;    /* NULL: not kept */
    const struct main_line *line; /* NULL: not gathered */
    const struct parts *parts;    /* likewise */
    uint64_t offset;              /* of the document in the stream */
    bool unmarked, too_long;      /* of the document */
    char position[SETUP_TEXT_MAX];
};

/* Frees what a reader needs for more records. Its last record stays valid; it must be freed next.
 */
void zi_reader_rest(zet_reader *reader);
