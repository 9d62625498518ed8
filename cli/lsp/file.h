/* A file open in an editor: its text, and the findings of its records. Only changed documents are
   judged again. */
#pragma once

#include <jansson.h>
#include <zet.h>

#include "cli/lsp/surroundings.h"

/* Offsets are bytes from the start of the segment. */
struct mistake {
    size_t from, to;
    zet_severity severity;
    const char *code, *reason; /* reason may be NULL */
    char *message;
};

struct outline {
    size_t from, to;
    char *title; /* the players and the site */
    char *state; /* the result and the number of plies */
};

enum { SEGMENTS_MAX = 20000 };

/* A part of the stream that is judged separately, usually one document. */
struct segment {
    size_t from, length;
    bool judged, rest; /* rest: the text from segment SEGMENTS_MAX on, not judged */
    bool unread;       /* judged, but not readable as YAML: maybe a record to repair */
    bool foreign;      /* judged, but other YAML, not a record: ignored */
    struct mistake *mistakes;
    struct outline *outlines;
    size_t mistake_count, mistake_cap, outline_count, outline_cap;
};

struct file {
    char *uri;
    json_int_t version; /* that of the client */
    bool utf8;          /* positions count bytes, else UTF-16 units */
    struct surroundings around;
    char *text;
    size_t length;
    char *edited; /* the text with pending changes; or NULL */
    size_t edited_length, edited_cap;
    size_t *lines; /* start of each line */
    size_t line_count;
    struct segment *segments;
    size_t segment_count;
    unsigned result; /* the id of the last findings */
};

/* Takes ownership of `text`, from malloc. */
void file_set_text(struct file *file, char *text, size_t length);

/* Replaces the range from `start` to `end` (protocol positions; NULL: everything) with `text` in
   the edited text. Nothing else is updated before file_settle, so that many changes are cheap. */
void file_edit(struct file *file, const json_t *start, const json_t *end, const char *text,
               size_t length);

/* Makes the edited text, if any, the text of the file. */
void file_settle(struct file *file);

/* Judges new segments by the settings that apply to the file; the reader keeps these until another
   file is judged. Does nothing for a file without records or with unusable settings. */
void file_judge(struct file *file, zet_reader *reader);

/* Reads the records of a segment, one at each call, from the first when *begun is false. NULL after
   the last one. Their offsets start at the segment's. */
const zet_record *file_record(const struct file *file, const struct segment *segment,
                              zet_reader *reader, bool *begun);

/* Marks all segments as not judged. */
void file_forget(struct file *file);

/* Frees everything except file->around. */
void file_free(struct file *file);

/* Protocol positions: a line, from 0, and units. */
size_t file_offset(const struct file *file, const json_t *position);

/* A place in the file and in its line. Starts zeroed, and only moves forward. */
struct file_place {
    size_t line, at, units;
};
void file_go_on(const struct file *file, struct file_place *place, size_t offset);

json_t *file_position(const struct file *file, size_t offset);
json_t *file_range(const struct file *file, size_t from, size_t to);

/* A message about the range, and a finding, in the protocol's form. */
json_t *file_message(const struct file *f, size_t from, size_t to, zet_severity severity,
                     const char *message);
json_t *file_diagnostic(const struct file *f, const struct segment *g, const struct mistake *m);

/* The segment that contains the offset; NULL in a file without text. */
struct segment *file_segment(struct file *file, size_t offset);
