/* Streams in UTF-16, and in the encodings of one byte of Western Europe, as spreadsheets write
   them. */
#pragma once

#include "notation/record/source.h"

enum encoding { ENCODING_FOUND, ENCODING_UTF_8, ENCODING_WINDOWS_1252, ENCODING_LATIN_1 };

/* Hands a stream on as UTF-8, if it begins with a byte order mark of UTF-16. Half of a pair of
   surrogates becomes U+FFFD, and so does half a code unit at the end. Where `legacy` is set, a
   stream whose first 64 KiB cannot be UTF-8 is read as Windows-1252. Both hold where the encoding
   is not said. */
struct utf16 {
    source_reader *read;
    void *context;
    enum { UTF16_NOT_KNOWN, UTF16_NOT, UTF16_LITTLE, UTF16_BIG, UTF16_BYTES } kind;
    bool legacy;
    bool (*wants)(struct text head); /* whether a stream that begins so is legacy; NULL: any is */
    enum encoding encoding;          /* that the user says */
    unsigned char in[1 << 16];       /* bytes that are read and not yet passed on */
    size_t begin, end;
    bool ended, failed;
};

/* Before anything of the source is read; it then reads through *u, which must stay. */
void zi_utf16_begin(struct utf16 *u, struct source *source, bool legacy);
