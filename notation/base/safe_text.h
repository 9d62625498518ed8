/* Text that nobody vouches for, made safe to show: record values, file names, command line words.
 */
#pragma once

#include "notation/base/buffer.h"

/* How text is made safe; may be combined. */
enum safe_text {
    SAFE_TEXT = 0,        /* a tab becomes a blank; what is not safe becomes `?` */
    SAFE_LINE_ENDS = 1,   /* LF and CR become a blank too; without it they are not safe */
    SAFE_REPLACEMENT = 2, /* what is not safe becomes U+FFFD */
    SAFE_ASCII = 4,  /* Latin letters lose their marks; what has no form in ASCII becomes `?` */
    SAFE_BLANKS = 8, /* tabs, LF and CR stay */
    SAFE_LINE = SAFE_LINE_ENDS | SAFE_REPLACEMENT
};

/* Appends `t` so that it cannot steer a terminal, end the line, reverse the text around it or hide
   in it. Not safe are: controls (C0 but the tab, DEL, C1), each byte that is not UTF-8, U+2028,
   U+2029, characters of direction (overrides, embeddings, isolates, marks), noncharacters, and
   invisible characters where they mean nothing. All other text is appended as it is. Linear time;
   plain ASCII is copied in runs. */
void zi_safe_text(struct buffer *out, struct text t, enum safe_text how);

/* Whether nothing in the text is unsafe but tabs, LF and CR. */
bool zi_text_is_safe(struct text t);

/* Appends a text in one line, with nothing that could steer a terminal or turn the order of what
   is around it, cut with `...` after `most` columns. Returns its columns. */
size_t zi_safe_line(struct buffer *out, struct text t, size_t most);
