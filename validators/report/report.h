/* Reports of one record: for people, and for machines. */
#pragma once

#include "notation/base/buffer.h"
#include "notation/record/change.h"
#include "validators/replay/judge.h"
#include "validators/report/meant.h"

/* A record that was judged and finalized. */
struct report {
    struct text file; /* the name of its stream */
    size_t number;    /* of the record in it, from 1 */
    const struct record *record;
    const struct verdict *verdict;
    uint64_t offset;               /* of the document in the stream */
    const struct edits *repair;    /* the repairs of zet fix; NULL: none, or not requested */
    const struct reading *reading; /* of the moves, if they stop at an error; NULL: not tried */
    const struct edits *style; /* edits that convert style notes to the canonical form, if `repair`
                                   is NULL; or NULL */
    enum severity level;       /* findings below it are only counted (text) or omitted (JSON) */
    struct buffer *pieces;     /* gets a struct report_piece for each finding shown; or NULL */
};

/* The bytes of a finding in the report. Without its last pieces, a report is still complete. */
struct report_piece {
    size_t from, to;
};

/* The code of a finding, such as `illegal-move/occupied`, and its message with `how` applied to
 * each part: values for buffer_add. */
#define FINDING_CODE(f)                                                                            \
    zi_findings[(f)->code].code, (f)->reason ? "/" : "", (f)->reason ? (f)->reason->code : NULL
#define FINDING_MESSAGE(f, how)                                                                    \
    how(text_of((f)->sentence)), (f)->detail.len ? " (" : "", how((f)->detail),                    \
        (f)->detail.len ? ")" : ""

/* The message with its detail, unescaped; to be freed. out->failed is set when out of memory. */
struct buffer zi_report_message(struct buffer *out, const struct finding *f);

/* "FILE:LINE:COLUMN: error: MESSAGE [CODE]", the severity in a terminal's color on request. */
void zi_report_line(struct buffer *out, const struct report *report, const struct finding *f,
                    bool color);

/* Calls `write` for each finding shown at the level; each makes one piece of the report. */
typedef void report_finding(void *context, struct buffer *out, const struct report *report,
                            const struct finding *f);
void zi_report_each(struct buffer *out, const struct report *report, report_finding *write,
                    void *context);

/* Identifies a game by the record's own words. A text is empty, and a side NULL, if not given. */
struct identity {
    struct text event, round, table;
    struct {
        const char *side;
        struct text name;
    } player[2];
};
struct identity zi_identity(const struct record *r, const struct verdict *v);

/* One object and a line end (REPORT.md). */
void zi_report_json(struct buffer *out, const struct report *report);

/* The same with everything that tools need, in a versioned form (REPORT.md). */
enum { FINDINGS_VERSION = 1 };
void zi_report_findings(struct buffer *out, const struct report *report);

/* The findings with their lines under the names of the game, and the board at the first illegal
 * move and at a repetition; colored on request. Empty if no finding has the level. */
void zi_report_text(struct buffer *out, const struct report *report, bool color);

/* One line with the first error of an invalid record and its fate, such as `is left out`. */
void zi_report_invalid(struct buffer *out, const struct report *report, const char *fate);
