/* What is at a place in a file: a key, a value or a move. */
#pragma once

#include "cli/lsp/file.h"

enum context { CONTEXT_NONE, CONTEXT_KEY, CONTEXT_VALUE, CONTEXT_RULE, CONTEXT_MOVE };

struct cursor {
    struct file *file;
    struct segment *segment;
    size_t from, at, to; /* the word at the place; offsets in the file */
    enum context context;
    char key[32]; /* of the line, or of the text that contains the place */
};

struct cursor cursor_at(struct file *file, size_t offset);

/* Whether the place is in a record, or in a document that contains only the word there. */
bool cursor_in_record(const struct cursor *c);

/* The position before a move at the place, and its rules; NULL if unknown. The caller frees
   both. */
zet_position *cursor_position(const struct cursor *c, zet_reader *reader, zet_rules **rules);

/* The move at the place, judged with its whole record; returns false if no move was played there.
   The position is the one after the move; the caller frees it and the rules. `first` is the place
   in the file of the first main-line move that led to the same position; `repeated` is the number
   of such moves. */
struct played {
    zet_ply ply;
    char move[128];
    zet_position *position;
    zet_rules *rules;
    size_t from, to, first, first_to;
    unsigned repeated;
};
bool cursor_played(const struct cursor *c, zet_reader *reader, struct played *out);
void played_free(struct played *p);
