/* Judging the records of a stream, one after the other. A record passes four stages: its header is
   read (zi_record_read, or zi_record_take for other formats), its rules are chosen (zi_choose), its
   moves are replayed (zi_play), and both are compared (zi_verdict_compare). */
#pragma once

#include "validators/replay/choose.h"

/* What one thread needs to judge records, one after the other. */
struct validator;

/* NULL when out of memory. */
struct validator *zi_validator_new(void);
void zi_validator_free(struct validator *v);

/* Sets who sees the tokens of moves and playout as they are judged (move_reader.h); NULL:
   nobody. `observer` must outlive its use. */
struct observer;
void zi_validator_observe(struct validator *v, const struct observer *observer);

/* Sets where the defaults of the next record are found each time: *defaults may be NULL. */
void zi_validator_default(struct validator *v, const struct defaults *const *defaults);

/* Judges what zi_record_read has read. The findings go to the record; finalize it after this. *out
   holds no pointer into the record. */
void zi_validate(struct validator *v, struct record *r, struct verdict *out);

/* What one thread needs. It must not move between _open and _close. */
struct judge {
    struct validator *validator;
    struct record record; /* the last record read, and its verdict */
    struct verdict verdict;
};

/* False when out of memory; it must be closed nevertheless. */
bool zi_judge_open(struct judge *j, const struct observer *observer);
void zi_judge_close(struct judge *j);

/* Reads and judges the record of a YAML document; its findings are still to be finalized. False
   if the document is only the rest of a broken record. j->record.out_of_memory is set when out of
   memory. */
bool zi_judge_read(struct judge *j, const struct document *document);

/* Makes the record that represents a stream without records: one finding says so. */
void zi_judge_empty(struct judge *j);

/* Whether the moves of the record that was judged last stop at a fault, so that
   zi_validate_decipher may find out what was meant. */
bool zi_validate_stopped(const struct record *r, const struct verdict *verdict);

/* Whether its moves are there, and not too many for that. */
bool zi_validate_readable(const struct record *r, const struct verdict *verdict);

/* Looks for a reading of the moves of the record that was judged last, trying at most `budget`
   moves. `other`: those of another sheet of the game, or empty. Its texts live as long as the
   record. False when out of memory. */
struct deciphered;
bool zi_validate_decipher(struct validator *v, struct record *r, const struct verdict *verdict,
                          struct text other, uint64_t budget, struct deciphered *out);
