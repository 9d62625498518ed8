/* Makes untrusted text safe to show: record values, file names, command line words. */
#pragma once

#include "notation/base/buffer.h"

/* How text is made safe; flags can be combined. */
enum safe_text {
    SAFE_TEXT = 0,        /* a tab becomes a blank; unsafe characters become `?` */
    SAFE_LINE_ENDS = 1,   /* LF and CR also become blanks; otherwise they are unsafe */
    SAFE_REPLACEMENT = 2, /* unsafe characters become U+FFFD */
    SAFE_ASCII = 4,       /* Latin letters lose their marks; others without ASCII form become `?` */
    SAFE_BLANKS = 8,      /* tabs, LF and CR are kept */
    SAFE_LINE = SAFE_LINE_ENDS | SAFE_REPLACEMENT
};

/* Appends `t` so that it cannot control a terminal, end the line, reverse the text around it or
   hide in it. Unsafe are: controls (C0 except tab, DEL, C1), bytes that are not UTF-8, U+2028,
   U+2029, direction characters (overrides, embeddings, isolates, marks), noncharacters, and
   invisible characters without a meaning in their place. All other text is unchanged. Linear time;
   plain ASCII is copied in runs. */
void zi_safe_text(struct buffer *out, struct text t, enum safe_text how);

/* Whether the text has no unsafe characters except tabs, LF and CR. */
bool zi_text_is_safe(struct text t);

/* Appends a text on one line, without characters that could control a terminal or reorder the text
   around it, truncated with `...` after `most` columns. Returns its columns. */
size_t zi_safe_line(struct buffer *out, struct text t, size_t most);
