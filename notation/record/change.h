/* Changes of a record's document that leave its other bytes as they are. */
#pragma once

#include "notation/record/edits.h"
#include "notation/record/record.h"

enum { CHANGED_KEYS_MAX = 8, PATH_MAX_KEYS = 3 };

/* A value of a record: a key, or a key of `rules` or `players`, or one of a player. */
struct key_path {
    struct text key[PATH_MAX_KEYS];
    size_t count;
};

/* Starts with the record alone, ends with zi_changes_free. */
struct changes {
    struct record *record; /* that was read: not broken */
    struct edits edits;    /* of its document, whose texts are in the arena */
    struct arena arena;
    struct text changed[CHANGED_KEYS_MAX]; /* keys of the record */
    size_t changed_count;
    bool failed;     /* memory ran out */
    const char *why; /* static: why the record, as it is written, does not allow one; or NULL */
    bool new_lines;  /* moves that are added begin a line */
    bool whole;      /* a text of moves is written anew as a whole */
};

/* What is added to a text of moves: a move with what follows it, and its number (0: none); or
   something that follows the move before it. */
struct change_move {
    struct text text;
    uint32_t number;
    bool follows;
};

/* `hogga` or `players.black.id`: the keys of `rules` and `players` follow a dot. */
struct key_path zi_key_path(struct text name);

/* Gives a key its value, or adds the key with it, in its place in the canonical order. */
void zi_change_set(struct changes *c, const struct key_path *path, struct text value);

/* Removes a key that is there, and the mapping that it is in if it was the only one. Comments on
   its lines stay. */
void zi_change_remove(struct changes *c, const struct key_path *path);

/* Cuts the text of `moves` or `playout` before byte `from` of its value, and adds moves. */
void zi_change_moves(struct changes *c, enum key k, size_t from, const struct change_move *moves,
                     size_t count);

void zi_changes_free(struct changes *c);

/* Whether the record that was read from the changed document is the same but for the keys that were
   to change. */
bool zi_changes_keep(const struct changes *c, const struct record *after);

/* Appends a text in the quotes that the old value has, if it can stand in them as it is; else as
   the canonical form has it. `flow`: it is in brackets. */
void zi_change_write_alike(struct buffer *out, const struct node *old, bool flow, struct text with);
