/* A record in the making: its moves one by one, with what stands between them, and the file that
   always holds all of it. */
#ifndef ZET_CLI_RECORDING_H
#define ZET_CLI_RECORDING_H

#include <stdint.h>
#include <sys/stat.h>

#include "cli/header_options.h"

/* A text that grows. */
struct piece {
    char *at; /* terminated; NULL: empty */
    size_t length, cap;
};

/* The pieces of a move text, one for each move: the move with what follows it. */
struct pieces {
    struct piece *at;
    size_t count, cap;
};

/* Starts zeroed. */
struct recording {
    const char *path; /* NULL: no file */
    struct stat was;  /* the file as it was written last, or read */
    bool there;       /* the file exists */
    bool unsaved;     /* the last writing failed */
    bool drawn;       /* `record` is to be drawn: set before beginning */
    bool made;        /* `text` and `record` are those of the moves; see recording_update */
    size_t room;      /* bytes by which the text can grow before it may be too large */
    uint64_t work;    /* what making the text has cost so far: bytes, and some for each time */

    const char *game;
    zet_rules *rules;
    zet_position *position;
    zet_reader *reader;
    const zet_record *record; /* of `text` */
    zet_task *format;         /* kept, with the grammars that it has made */
    zet_output *text;         /* the record in canonical form */
    zet_output *draft;        /* the record before it is put in this form */

    /* Everything else of the record, which stays: before the moves, and after them. */
    char *head, *tail;
    struct piece before; /* what stands before the first move */
    struct pieces moves, playout;
    bool in_playout;

    /* How the game ended away from the board; NULL: it did not. */
    const char *result, *termination;
};

/* Why a move, or something else, was refused. */
struct refusal {
    char code[64]; /* "illegal-move/occupied", "syntax"; may be empty */
    char message[500];
    bool out_of_memory;
};

/* Begins a new record. False after a message. */
bool recording_begin(struct recording *r, const struct position_options *position,
                     const struct header_options *header, const char *clock);

/* Goes on with the record of that file. False, after a message, where that is not possible. */
bool recording_resume(struct recording *r, const char *path);

void recording_free(struct recording *r);

/* Makes `text` and `record` where the moves have changed since. Usual moves are played in the
   position alone, so that many of them cost no more than they are long. False: memory has run out.
 */
bool recording_update(struct recording *r);

/* The text of a key that the library does not know, such as `x-clock`: its scalar without quotes,
   in `to`. False where the record does not have it. */
bool recording_value(const struct recording *r, const char *key, char *to, size_t size);

/* Plays a move (with glyphs, as a person writes it), and keeps `remark` (a comment in its braces,
   or NULL) with it. False: refused, nothing is changed. */
bool recording_play(struct recording *r, const char *move, const char *remark, struct refusal *why);

/* Takes back how the game ended away from the board, or else the last move. False where there is
   nothing. */
bool recording_undo(struct recording *r, struct refusal *why);

/* Adds a comment after the last move. False: refused. */
bool recording_comment(struct recording *r, const char *comment, struct refusal *why);

/* The game ends away from the board; both must stay. False: refused. */
bool recording_end(struct recording *r, const char *result, const char *termination,
                   struct refusal *why);

/* Begins Hogga's playout, if the game has been won so and has one. */
bool recording_begin_playout(struct recording *r);

/* Whether nothing can follow. */
bool recording_is_over(const struct recording *r);

/* The outcome of the game: by the rules, or as it was ended. */
zet_outcome recording_outcome(const struct recording *r);

/* Writes the file as a whole, and waits until it is on the disk. False after a message. */
bool recording_save(struct recording *r);

/* What follows the last move of that side in its piece: comments; NULL where there is none. */
const char *recording_remark(const struct recording *r, unsigned side);

#endif
