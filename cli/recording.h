/* A record in the making, and the file that always holds all of it. */
#pragma once

#include <stdint.h>
#include <sys/stat.h>

#include "cli/header_options.h"

/* Starts zeroed. */
struct recording {
    const char *path; /* NULL: no file */
    struct stat was;  /* the file as it was written last, or read */
    bool there;       /* the file exists */
    bool unsaved;     /* the last writing failed */

    zet_game *game;
    const char *name;    /* of the game */
    bool ended;          /* away from the board */
    bool in_playout;     /* it has begun, */
    size_t playout_from; /* after so many moves */

    size_t length; /* about the length of the record */
    uint64_t work; /* the cost of making it so far: bytes, and some for each time */
};

/* Begins a new record. False after a message. */
bool recording_begin(struct recording *r, const struct position_options *position,
                     const struct header_options *header, const char *clock);

/* Continues with the record of that file. False, after a message, where that is not possible. */
bool recording_resume(struct recording *r, const char *path);

void recording_free(struct recording *r);

static inline const zet_position *recording_position(const struct recording *r) {
    return zet_game_position(r->game);
}

/* The record as it is now; NULL if memory has run out. Making it after a change costs as much as
   the record is long. */
const zet_record *recording_record(struct recording *r);

/* Plays a move (with glyphs, as a person writes it), and keeps `remark` (a comment in its braces,
   or empty) with it. */
zet_status recording_play(struct recording *r, const char *move, const char *remark,
                          zet_error *error);

/* Takes back how the game ended away from the board, or else the last move. */
zet_status recording_undo(struct recording *r, zet_error *error);

/* The game ends away from the board. */
zet_status recording_end(struct recording *r, zet_result result, const char *termination,
                         zet_error *error);

/* Gives a key its value, or removes it where `value` is empty. */
zet_status recording_set(struct recording *r, const char *key, const char *value, zet_error *error);

/* Begins Hogga's playout, if the game has been won so and has one. */
bool recording_begin_playout(struct recording *r);

/* Whether nothing can follow. */
bool recording_is_over(const struct recording *r);

/* Appends the record in canonical form. */
zet_status recording_write(struct recording *r, zet_output *out, zet_error *error);

/* Writes the file as a whole, and waits until it is on the disk. False after a message. */
bool recording_save(struct recording *r);
