/* Reports of one record: for people, and for machines. */
#pragma once

#include "notation/base/buffer.h"
#include "validators/replay/judge.h"
#include "validators/replay/repair.h"

/* A record that was judged and finalized. */
struct report {
    struct text file; /* the name of its stream */
    size_t number;    /* of the record in it, from 1 */
    const struct record *record;
    const struct verdict *verdict;
    uint64_t offset;             /* of the document in the stream */
    const struct repair *repair; /* what zet fix would do; NULL: nothing, or it was not asked for */
    const struct deciphered *reading; /* of the moves, where they stop at a fault; NULL: it was not
                                         looked for */
    const struct repair *style; /* what writes its style notes in the canonical form, where `repair`
                                   is NULL; or NULL */
    enum severity level;        /* findings below it are only counted (text) or omitted (JSON) */
    struct buffer *pieces;      /* gets a struct report_piece for each finding shown; or NULL */
};

/* The bytes of a finding in the report: a report without the last pieces is a report too. */
struct report_piece {
    size_t from, to;
};

/* The code of a finding, `illegal-move/occupied`, and its message, each part written as `how` does:
   values for buffer_add. */
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

/* Calls `write` for each finding of the level, which is a piece of the report. */
typedef void report_finding(void *context, struct buffer *out, const struct report *report,
                            const struct finding *f);
void zi_report_each(struct buffer *out, const struct report *report, report_finding *write,
                    void *context);

/* Which game a record is of, in its own words: empty, or NULL as a side, where it does not say. */
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

/* The same with all that tools need, in a form that has a version (REPORT.md). */
enum { FINDINGS_VERSION = 1 };
void zi_report_findings(struct buffer *out, const struct report *report);

/* The findings with their lines under the names of the game, the board at the first illegal move
   and at a repetition; with terminal colors on request. Nothing without findings of the level. */
void zi_report_text(struct buffer *out, const struct report *report, bool color);

/* In a line the first error of a record that is not valid, and what becomes of the record: `is left
   out`. */
void zi_report_invalid(struct buffer *out, const struct report *report, const char *fate);
