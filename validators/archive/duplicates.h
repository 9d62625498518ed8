/* Records that are copies of each other: the same moves from the same start by the same rules, or
   a copy that breaks off. Two readings of the records; about 100 bytes of memory a record, and each
   name once. */
#ifndef ZET_VALIDATORS_ARCHIVE_DUPLICATES_H
#define ZET_VALIDATORS_ARCHIVE_DUPLICATES_H

#include "notation/base/name_likeness.h"
#include "validators/archive/facts.h"
#include "validators/replay/move_reader.h"

enum { NAME_BYTES_MAX = 128, DUPLICATES_PLIES = 10 }; /* longer names are cut */

/* Of the records with one line of play, those that the names of each later one are compared with.
 */
enum { DUPLICATES_COMPARED = 16 };

/* What a record is to another one of its group. SAME: the same moves, and no name speaks against
   it, SPELLING: the same moves, names that look alike, OTHERS: the same moves, other players.
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

/* `min_plies`: a truncated copy has at least so many. NULL when memory runs out. */
struct duplicates *zet_duplicates_new(uint32_t min_plies);
void zet_duplicates_free(struct duplicates *d);

/* Before a record is judged, in either reading; in the second one with the record's place. */
void zet_duplicates_begin(struct duplicates *d);
void zet_duplicates_begin_again(struct duplicates *d, uint32_t file, uint32_t number);

/* As struct observer's see; the context is the struct duplicates. */
void zet_duplicates_see(void *context, const struct move_reader *in, enum token token);

/* First reading: the record that was judged takes part, unless it has no moves. Places come in
   ascending order of file and number. False when memory runs out. */
bool zet_duplicates_add(struct duplicates *d, const struct facts *f, struct duplicate_place place);

/* Between the readings. False when memory runs out. */
bool zet_duplicates_turn(struct duplicates *d);

/* Second reading, after the record that was judged. False where it is another than in the first
   reading. */
bool zet_duplicates_again(struct duplicates *d);

/* Behind the second reading. False where a record that took part did not come again. */
bool zet_duplicates_group(struct duplicates *d);

/* One record of a group. */
struct duplicate {
    uint32_t group; /* from 1 */
    struct duplicate_place place;
    uint32_t plies;
    struct text names[2];
    enum duplicate_kind kind; /* NONE: the first of its group, which goes on farthest */
    enum likeness names_are;  /* the less alike pair, to those of the record that it copies */
    struct duplicate_place of;
    uint32_t continued; /* records that go on from where this one ends */
};

/* The next record of a group with two or more, each record once: the groups in the order of their
   first records, the record that goes on farthest before the others. False at the end. */
bool zet_duplicates_next(struct duplicates *d, struct duplicate *out);

/* Whether names could not be compared for want of memory: what the second reading and
   zet_duplicates_next gave is then not to be relied on. */
bool zet_duplicates_failed(const struct duplicates *d);

#endif
