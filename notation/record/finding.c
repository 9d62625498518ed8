#include "notation/record/finding.h"

#include "notation/base/value.h"

const struct finding_row zet_findings[FINDING_CODES] = {
#define FINDING(name, code, severity, sentence) {code, severity, sentence},
#include "notation/record/findings.def"
#undef FINDING
};

const char *const zet_severities[] = {"note", "warning", "error"};
const char *const zet_parts[] = {"moves", "variation", "playout", "header", "stream"};

void zet_finding_message(struct buffer *out, const struct finding *f) {
    buffer_string(out, f->sentence);
    if (!f->detail.len)
        return;
    buffer_add(out, " (", f->detail, ")");
}
