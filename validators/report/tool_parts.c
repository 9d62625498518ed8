#include "validators/report/tool_parts.h"

#include "notation/base/value.h"

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
