#include "notation/record/finding.h"

#include "notation/base/value.h"

const struct finding_row zi_findings[FINDING_CODES] = {
#define FINDING(name, code, severity, sentence) {code, severity, sentence},
#include "notation/record/findings.def"
#undef FINDING
};

const char *const zi_severities[] = {"note", "warning", "error"};
const char *const zi_parts[] = {"moves", "variation", "playout", "header", "stream"};

void zi_finding_message(struct buffer *out, const struct finding *f) {
    buffer_string(out, f->sentence);
    if (!f->detail.len)
        return;
    buffer_add(out, " (", f->detail, ")");
}

void zi_move_said(struct buffer *out, enum part part, uint32_t ply) {
    if (part == PART_PLAYOUT)
        buffer_add(out, "playout move ", ply);
    else
        buffer_add(out, "move ", ply / 2 + ply % 2, ply % 2 ? " (ply " : "... (ply ", ply, ")");
}
