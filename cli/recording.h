/* A record that is being written, and the file that always contains all of it. */
#pragma once

#include <stdint.h>
#include <sys/stat.h>

#include "cli/header_options.h"

/* Starts zeroed. */
struct recording {
    const char *path; /* or NULL */
    struct stat was;  /* the file as it was last written or read */
    bool there;       /* the file exists */
    bool unsaved;     /* the file lacks the last changes */

    zet_game *game;
    const char *name;    /* of the game */
    bool ended;          /* away from the board */
    bool in_playout;     /* it has begun */
    size_t playout_from; /* after this many moves */

    size_t length; /* approximate length of the record */
    uint64_t work; /* the cost of all so far: bytes, plus constants */
};

/* Starts a new record. Returns false after a message. */
bool recording_begin(struct recording *r, const struct position_options *position,
                     const struct header_options *header, const char *clock);

/* Continues the record in that file. Returns false, after a message, if that is impossible. */
bool recording_resume(struct recording *r, const char *path);

void recording_free(struct recording *r);

static inline const zet_position *recording_position(const struct recording *r) {
    return zet_game_position(r->game);
}

/* The current record; NULL if memory runs out. After a change the cost is proportional to the
   record's length. */
const zet_record *recording_record(struct recording *r);

/* Plays a move (with glyphs, as a person writes it) and stores `remark` (a comment in braces, or
   empty) with it. */
zet_status recording_play(struct recording *r, const char *move, const char *remark,
                          zet_error *error);

/* Takes back the end of the game away from the board, or else the last move. */
zet_status recording_undo(struct recording *r, zet_error *error);

/* Ends the game away from the board. */
zet_status recording_end(struct recording *r, zet_result result, const char *termination,
                         zet_error *error);

/* Sets a key, or removes it if `value` is empty. */
zet_status recording_set(struct recording *r, const char *key, const char *value, zet_error *error);

/* Begins the playout of Hogga, if the game was won in a way that has one. */
bool recording_begin_playout(struct recording *r);

/* Whether nothing can follow. */
bool recording_is_over(const struct recording *r);

/* Writes the whole file and waits until it is on disk. Returns false after a message. */
bool recording_save(struct recording *r);
