/* Records that are copies of each other: the same moves from the same start by the same rules, or
   a copy that breaks off. Two readings of the records; about 100 bytes of memory a record, and each
   name once. */
#ifndef ZET_VALIDATORS_ARCHIVE_DUPLICATES_H
#define ZET_VALIDATORS_ARCHIVE_DUPLICATES_H

#include "notation/base/name_likeness.h"
#include "validators/archive/facts.h"
#include "validators/archive/people.h"
#include "validators/replay/move_reader.h"

enum { NAME_BYTES_MAX = 128, DUPLICATES_PLIES = 10 }; /* longer names are cut */

/* Of the records with one line of play, those that the names of each later one are compared with.
 */
enum { DUPLICATES_COMPARED = 16 };

/* What a record is to another one of its group. SAME: the same moves, and no name speaks against
   it, SPELLING: the same moves, names that look alike, OTHERS: the same moves, different players.
   TRUNCATED: its moves are those that the other begins with. */
enum duplicate_kind {
    DUPLICATE_NONE,
    DUPLICATE_SAME,
    DUPLICATE_SPELLING,
    DUPLICATE_OTHERS,
    DUPLICATE_TRUNCATED
};

/* Where a record is, in the caller's own terms. */
struct duplicate_place {
    uint32_t file, number;
    uint64_t line;
};

struct duplicates;

/* What decides of what a record is a copy: its plies, and a hash of its line of play, which is the
   rules, the start and the moves. `opening` is a hash of that line after the least plies of a
   truncated copy, never 0; 0 where the record has fewer. */
struct duplicate_key {
    uint32_t plies;
    uint64_t a, b;
    uint32_t opening;
};

/* Watches the records of one thread. Starts zeroed, but for what the caller sets. */
struct duplicate_watcher {
    uint32_t min_plies; /* set by the caller: the least plies of a truncated copy, at least 1 */

    bool started;
    struct line_hash {
        uint64_t a, b;       /* 128 bits: see duplicates.c */
    } start, moves, running; /* running: with the gifts of the turn to come */
    uint32_t plies, opening;

    /* The start that was hashed last, of a game's own start position. */
    struct ruleset ruleset;
    struct line_hash own_start;

    /* In the second reading: all records, which nobody changes meanwhile but zet_duplicates_join;
       and the lines of them that the present record goes on from. */
    const struct duplicates *all;
    struct buffer extended; /* as uint32_t each */
};

/* Before a record is judged; `all` in the second reading, else NULL. */
void zet_duplicates_watch_begin(struct duplicate_watcher *w, const struct duplicates *all);

/* As struct observer's see and see_move; the context is the watcher. */
void zet_duplicates_watch_see(void *context, const struct move_reader *in, enum token token);
void zet_duplicates_watch_see_move(void *context, const struct move_reader *in,
                                   const struct move *canonical, const struct effect *effect);

/* After the record was judged. No plies: it has no moves, and takes no part. */
struct duplicate_key zet_duplicates_watch_key(const struct duplicate_watcher *w);

void zet_duplicates_watch_free(struct duplicate_watcher *w);

/* The key as a part of a row; and the lines that the record goes on from. */
void zet_duplicates_key_write(struct buffer *row, const struct duplicate_key *key);
struct duplicate_key zet_duplicates_key_read(struct row_reader *row);
void zet_duplicates_extended_write(struct buffer *row, const struct duplicate_watcher *w);

/* `min_plies`: a truncated copy has at least so many. `names`, which must stay, or NULL. NULL when
   memory runs out. */
struct duplicates *zet_duplicates_new(uint32_t min_plies, const struct names_file *names);
void zet_duplicates_free(struct duplicates *d);

/* What a record says of its game, beside its moves. */
struct duplicate_about {
    struct text players[2], ids[2];
    struct text date, event;
    uint32_t given; /* how much it says: what is kept of copies with the same moves */
};

/* First reading: the record takes part, unless it has no moves. Places come in ascending order of
   file and number. False when memory runs out. */
bool zet_duplicates_add(struct duplicates *d, const struct duplicate_about *about,
                        const struct duplicate_key *key, struct duplicate_place place);

/* Between the readings. False when memory runs out. *any: some record takes part in the second one.
 */
bool zet_duplicates_turn(struct duplicates *d, bool *any);

/* Second reading, for any thread: whether the record at that place takes part: it begins as a
   shorter one does, so that it may go on from it. */
bool zet_duplicates_takes_part(const struct duplicates *d, uint32_t file, uint32_t number);

/* Second reading: the records that take part, in their order, each with the lines that follow its
   key in the row. False where it is another than in the first reading. */
bool zet_duplicates_join(struct duplicates *d, const struct duplicate_key *key,
                         struct row_reader *row);

/* After the second reading. False where a record that took part did not come again. */
bool zet_duplicates_group(struct duplicates *d);

/* One record of a group. */
struct duplicate {
    uint32_t group; /* from 1 */
    struct duplicate_place place;
    uint32_t plies;
    struct text names[2], date, event;
    enum duplicate_kind kind; /* NONE: the first of its group, which goes on farthest */
    enum likeness names_are;  /* the less alike pair, to those of the record that it copies */
    struct duplicate_place of;
    uint32_t continued; /* records that go on from where this one ends */
};

/* The next record of a group with two or more, each record once: the groups in the order of their
   first records, the record that goes on farthest before the others. False at the end. */
bool zet_duplicates_next(struct duplicates *d, struct duplicate *out);

/* Which record of a game stays: the one with the most moves, and of those the one that says most;
   the one of the latest date, and of those the last; the first. */
enum duplicate_keep { KEEP_COMPLETE, KEEP_NEWEST, KEEP_FIRST };

/* After zet_duplicates_group: chooses one record of each game. Records of a group are of one game
   unless their players are others; or they have fewer plies than min_plies, and other dates. False
   when memory runs out. */
bool zet_duplicates_choose(struct duplicates *d, enum duplicate_keep keep);

/* After that, for any thread: whether the record at that place is not the chosen one of its game.
 */
bool zet_duplicates_is_dropped(const struct duplicates *d, uint32_t file, uint32_t number);

/* Whether names could not be compared for want of memory: what the second reading and
   zet_duplicates_next gave is then not to be relied on. */
bool zet_duplicates_failed(const struct duplicates *d);

#endif
