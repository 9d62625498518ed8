/* Judges the records of a stream, one after another, in four stages: its header is read
   (zi_record_read, or zi_record_take for other formats), its rules are chosen (zi_choose), its
   moves are replayed (zi_play), and the header is compared with the replay (zi_verdict_compare). */
#pragma once

#include "validators/replay/choose.h"

/* The state of one thread that judges records, one after another. */
struct validator;

/* NULL when out of memory. */
struct validator *zi_validator_new(void);
void zi_validator_free(struct validator *v);

/* Sets the observer of the tokens of moves and playout (move_reader.h), or NULL. `observer` must
   outlive its use. */
struct observer;
void zi_validator_observe(struct validator *v, const struct observer *observer);

/* Sets where the defaults of each record are found; *defaults may be NULL. */
void zi_validator_default(struct validator *v, const struct defaults *const *defaults);

/* Whether the defaults give the game of a record that has none. */
bool zi_validator_has_game(const struct validator *v);

/* Judges a record from zi_record_read. The findings go to the record; the caller finalizes it
   afterwards. *out contains no pointer into the record. */
void zi_validate(struct validator *v, struct record *r, struct verdict *out);

/* The state of one thread. It must not move between _open and _close. */
struct judge {
    struct validator *validator;
    struct record record; /* the last record read, and its verdict */
    struct verdict verdict;
};

/* Returns false when out of memory; it must be closed nevertheless. */
bool zi_judge_open(struct judge *j, const struct observer *observer);
void zi_judge_close(struct judge *j);

/* Reads and judges the record of a YAML document; the caller finalizes its findings. Returns false
   if the document is other YAML (j->record.foreign), or only the rest of a broken record.
   j->record.out_of_memory is set when out of memory. */
bool zi_judge_read(struct judge *j, const struct document *document);

/* Makes the record that represents a stream without records, with one finding. */
void zi_judge_empty(struct judge *j);
