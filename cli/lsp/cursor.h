/* What is at a place of a file: a key, a value, a move. */
#pragma once

#include "cli/lsp/file.h"

enum context { CONTEXT_NONE, CONTEXT_KEY, CONTEXT_VALUE, CONTEXT_RULE, CONTEXT_MOVE };

struct cursor {
    struct file *file;
    struct segment *segment;
    size_t from, at, to; /* the word at the place, in the file */
    enum context context;
    char key[32]; /* of the line, or of the text that the place is in */
};

struct cursor cursor_at(struct file *file, size_t offset);

/* Whether the place is in a record, or in a document that has nothing yet but the word there. */
bool cursor_in_record(const struct cursor *c);

/* The position in which a move at the place would be played, and its rules; NULL if it cannot be
   known. Both are the caller's to free. */
zet_position *cursor_position(const struct cursor *c, zet_reader *reader, zet_rules **rules);

/* The move at the place, judged with all of its record: false if none was played there. The
   position is the one after it; it and the rules are the caller's to free. `first` gets the place
   in the file of the first move of the main line that gave the same position, `repeated` how many
   have. */
struct played {
    zet_ply ply;
    char written[128], move[128];
    zet_position *position;
    zet_rules *rules;
    size_t from, to, first, first_to;
    unsigned repeated;
};
bool cursor_played(const struct cursor *c, zet_reader *reader, struct played *out);
void played_free(struct played *p);
