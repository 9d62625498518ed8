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

/* Characters and numbers as the diagram formats write them. */

/* Removes the first character from a text that is not empty and returns it. Returns U+FFFD for
   invalid UTF-8, controls other than blanks, characters that XML forbids, and characters that
   change the direction of the text around them. */
struct text zi_drawing_character(struct text *t);

/* Appends a text between U+2068 and U+2069, which isolates its direction. */
void zi_isolated(struct buffer *out, struct text t);

/* Appends text with the special characters of XML and HTML escaped, for content and quoted values;
   invalid characters become U+FFFD. */
void zi_markup(struct buffer *out, struct text t);

/* Appends text as a JSON string that is safe inside HTML. */
void zi_markup_json(struct buffer *out, struct text t);

/* Appends text as part of a URL: letters, digits and the characters of `plain` unchanged, other
   bytes as `%XX`. */
void zi_percent_encode(struct buffer *out, struct text t, const char *plain);

/* CSV (RFC 4180), written into a buffer. */

/* Appends a field unchanged. It is quoted if it contains a comma, a quote, CR or LF, or if it
   begins or ends with white space, which readers would trim. */
void zi_csv_field(struct buffer *out, struct text t);

/* Appends untrusted text for a table that a spreadsheet opens. A field that begins with `=`, `+`,
   `-` or `@`, also full-width, with tab, CR or LF gets a leading `'`, so that it is not a formula.
   Characters that could control a terminal or change the text direction become U+FFFD. */
void zi_csv_text(struct buffer *out, struct text t);

/* Whether a text needs that `'`: it begins with any number of `'` and one of the characters above.
   The mark can therefore be removed again. */
bool zi_csv_is_formula(struct text t);
