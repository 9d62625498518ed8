/* A finding: a fault of a record and its place. The catalogue findings.def lists codes, severities
   and sentences. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "notation/base/buffer.h"

enum severity { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR };

enum finding_code {
#define FINDING(name, code, severity, sentence) FINDING_##name,
#include "notation/record/findings.def"
#undef FINDING
    FINDING_CODES
};

/* The part of a record with a finding. */
enum part { PART_MOVES, PART_VARIATION, PART_PLAYOUT, PART_HEADER, PART_STREAM };

/* Why a move is illegal: a code of the rules and its sentence. Static objects; NULL means legal. */
struct reason {
    const char *code;
    const char *sentence;
};

struct finding {
    enum finding_code code;
    enum severity severity;
    enum part part;
    const struct reason *reason; /* for illegal moves, else NULL */
    const char *sentence;        /* static: the fault */
    struct text detail;          /* further details, or empty; lives as long as the record */
    struct text move;            /* the move as written, or empty; lives as long as the record */
    uint32_t ply;                /* from 1; 0: does not apply */
    size_t offset, end;          /* bytes from the start of the document; `end` is exclusive */
    size_t line, column;         /* from 1; columns in characters */
    size_t end_line, end_column; /* of `end` */
};

struct finding_row {
    const char *code;
    enum severity severity;
    const char *sentence;
};

extern const struct finding_row zi_findings[FINDING_CODES];
extern const char *const zi_severities[]; /* by enum severity */
extern const char *const zi_parts[];      /* by enum part */

/* Appends the finding's sentence, and its detail in parentheses, both unescaped. */
void zi_finding_message(struct buffer *out, const struct finding *f);

/* Appends a turn as people say it, with the number of its move: `move 11 (ply 21)`, for the move
   after it `move 11... (ply 22)`, in a playout `playout move 21`. */
void zi_move_said(struct buffer *out, enum part part, uint32_t ply);
