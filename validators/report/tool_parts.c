#include "validators/report/tool_parts.h"

#include "notation/base/value.h"

void zet_tool_code(struct buffer *out, const struct finding *f) {
    buffer_add(out, zet_findings[f->code].code, f->reason ? "/" : "",
               f->reason ? f->reason->code : NULL);
}

struct buffer zet_tool_message(struct buffer *out, const struct finding *f) {
    struct buffer message = {0};
    zet_finding_message(&message, f);
    out->failed |= message.failed;
    return message;
}

void zet_tool_percent(struct buffer *out, unsigned char byte) {
    static const char digits[] = "0123456789ABCDEF";
    buffer_char(out, '%');
    buffer_char(out, digits[byte >> 4]);
    buffer_char(out, digits[byte & 15]);
}
