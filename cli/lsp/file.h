/* A file as an editor has it: its text, and what zet says of its records. Only the documents of a
   stream that changed are judged again. */
#pragma once

#include <jansson.h>
#include <zet.h>

#include "cli/lsp/surroundings.h"

/* Places are bytes from the start of the segment. */
struct mistake {
    size_t from, to;
    zet_severity severity;
    const char *code, *reason; /* reason: or NULL */
    char *message;
};

struct outline {
    size_t from, to;
    char *title; /* who against whom, where */
    char *state; /* the result, and plies */
};

enum { SEGMENTS_MAX = 20000 };

/* A part of the stream that is judged as a whole: usually one document. */
struct segment {
    size_t from, length;
    bool judged, rest; /* rest: what comes after SEGMENTS_MAX others, which is not judged */
    bool unread;  /* judged, and YAML cannot read it: it may be a record, which can be repaired */
    bool foreign; /* judged, and no record: YAML of something else, with which nothing is done */
    struct mistake *mistakes;
    struct outline *outlines;
    size_t mistake_count, outline_count;
};

struct file {
    char *uri;
    bool utf8; /* positions count bytes, else units of UTF-16 */
    struct surroundings around;
    char *text;
    size_t length;
    char *edited; /* the text with changes that are not taken over yet; or NULL */
    size_t edited_length, edited_cap;
    size_t *lines; /* where each begins */
    size_t line_count;
    struct segment *segments;
    size_t segment_count;
    unsigned result; /* the number of what was found last */
};

/* Takes `text`, which malloc gave; it is freed on failure too. False if memory runs out: then
   the file is as it was. */
bool file_set_text(struct file *file, char *text, size_t length);

/* Puts `text` in the place of what is from `start` to `end` (positions of the protocol; NULL: of
   all) in the edited text. Nothing else is looked at again before file_settle, so that many changes
   cost little. */
void file_edit(struct file *file, const json_t *start, const json_t *end, const char *text,
               size_t length);

/* Takes the edited text over, where there is one. */
void file_settle(struct file *file);

/* Judges what has not been judged, by the settings that count for the file; these stay the reader's
   until another file is judged. Nothing, where it has no records, or settings that cannot be used.
   False if memory runs out. */
bool file_judge(struct file *file, zet_reader *reader);

/* Reads the records of what was judged once more, with their parts. False if `visit` is, or
   memory runs out. Offsets of a record are from `base` on. */
typedef bool file_visitor(void *context, struct file *file, const zet_record *record, size_t base);
bool file_visit(struct file *file, zet_reader *reader, file_visitor *visit, void *context);

/* Nothing is judged any more. */
void file_forget(struct file *file);

/* All but file->around. */
void file_free(struct file *file);

/* Positions of the protocol: a line from 0, and units. */
size_t file_offset(const struct file *file, const json_t *position);

/* A place in the file and in its line. Starts zeroed, and only moves forward. */
struct file_place {
    size_t line, at, units;
};
void file_go_on(const struct file *file, struct file_place *place, size_t offset);

json_t *file_position(const struct file *file, size_t offset);
json_t *file_range(const struct file *file, size_t from, size_t to);

/* The segment that has the offset; NULL in a file without text. */
struct segment *file_segment(struct file *file, size_t offset);
