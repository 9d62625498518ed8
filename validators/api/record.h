/* The inside of a zet_record. */
#pragma once

#include "validators/api/main_line.h"
#include "validators/replay/turns.h"
#include "validators/report/report.h"
#include "validators/zet.h"

struct zet_record {
    struct report report;
    struct record *record;
    const struct verdict *verdict;
    const struct turns *turns;    /* NULL: the moves were not kept */
    const struct main_line *line; /* NULL: none was gathered */
    uint64_t offset;              /* of the document in the stream */
    bool unmarked, too_long;      /* the document */
    char position[CELLS_MAX];
};
