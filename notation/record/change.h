/* Changes to a record's document that leave all other bytes unchanged. */
#pragma once

#include "notation/record/edits.h"
#include "notation/record/record.h"

enum { CHANGED_KEYS_MAX = 8, PATH_MAX_KEYS = 3 };

/* The path of a value: a key, or a key of `rules` or `players`, or one of a player. */
struct key_path {
    struct text key[PATH_MAX_KEYS];
    size_t count;
};

/* Starts with only `record` set; ends with zi_changes_free. */
struct changes {
    struct record *record; /* as read: not broken */
    struct edits edits;    /* of its document; their texts are in the arena */
    struct arena arena;
    struct text changed[CHANGED_KEYS_MAX]; /* keys of the record */
    size_t changed_count;
    bool failed;     /* out of memory */
    const char *why; /* static: why the record as written does not allow a change; or NULL */
    bool new_lines;  /* added moves begin on a new line */
    bool whole;      /* rewrites a text of moves as a whole */
};

/* An addition to a text of moves: a move, the text after it and its number (0: none); or a text
   that follows the previous move. */
struct change_move {
    struct text text;
    uint32_t number;
    bool follows;
};

/* Parses `hogga` or `players.black.id`: keys of `rules` and `players` follow a dot. */
struct key_path zi_key_path(struct text name);

/* Sets a key's value, or inserts the key in canonical order. */
void zi_change_set(struct changes *c, const struct key_path *path, struct text value);

/* Removes an existing key, and its mapping if it was the only key. Comments on its lines are
   kept. */
void zi_change_remove(struct changes *c, const struct key_path *path);

/* Cuts the text of `moves` or `playout` before byte `from` of its value, then adds moves. */
void zi_change_moves(struct changes *c, enum key k, size_t from, const struct change_move *moves,
                     size_t count);

void zi_changes_free(struct changes *c);

/* Whether the record read from the changed document differs only in the changed keys. */
bool zi_changes_keep(const struct changes *c, const struct record *after);

/* Appends a text with the quotes of another value, if they can contain it unchanged; else in
   canonical form. `flow`: it is in brackets. */
void zi_change_write_alike(struct buffer *out, enum written_as as, bool flow, struct text with);
