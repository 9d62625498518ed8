#include "validators/report/tool_parts.h"

#include "notation/base/value.h"

struct buffer zi_tool_message(struct buffer *out, const struct finding *f) {
    struct buffer message = {0};
    zi_finding_message(&message, f);
    out->failed |= message.failed;
    return message;
}
