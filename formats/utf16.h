/* Streams in UTF-16 and in the single-byte encodings of Western Europe, which spreadsheets
   write. */
#pragma once

#include "notation/record/record.h"

enum encoding { ENCODING_FOUND, ENCODING_UTF_8, ENCODING_WINDOWS_1252, ENCODING_LATIN_1 };

/* Converts a stream to UTF-8 if it begins with a UTF-16 byte order mark. An unpaired surrogate
   becomes U+FFFD, and so does half a code unit at the end. If `legacy` is set, a stream whose first
   64 KiB cannot be UTF-8 is read as Windows-1252. Both apply only if the user gives no encoding. */
struct utf16 {
    source_reader *read;
    void *context;
    enum { UTF16_NOT_KNOWN, UTF16_NOT, UTF16_LITTLE, UTF16_BIG, UTF16_BYTES } kind;
    bool legacy;
    /* Whether a stream with this start may be legacy, as in struct format; NULL: any. */
    bool (*wants)(struct text head, bool *failed);
    bool *out_of_memory;       /* of the source */
    enum encoding encoding;    /* given by the user */
    bool central;              /* the bytes are Windows-1250 */
    unsigned char in[1 << 16]; /* bytes that were read and not yet passed on */
    size_t begin, end;
    bool ended, failed;
};

/* To be called before the source is read. The source then reads through *u, which must outlive
   it. */
void zi_utf16_begin(struct utf16 *u, struct source *source, bool legacy);
