/* Judging a record: replay, result, points; the order of the checks. */
#pragma once

#include "validators/replay/verdict.h"

/* What one thread needs to judge records, one after the other. */
struct validator;

/* NULL when out of memory. */
struct validator *zi_validator_new(void);
void zi_validator_free(struct validator *v);

/* Sets who sees the tokens of moves and playout as they are judged (move_reader.h); NULL:
   nobody. `observer` must outlive its use. */
struct observer;
void zi_validator_observe(struct validator *v, const struct observer *observer);

/* What counts for records that do not say it; empty: nothing. */
struct defaults {
    struct text game, variant;
};

/* The number of the variant that counts where the record of a game does not say it, or -1.
   `defaults` may be NULL. */
int zi_default_variant(const struct rules *rules, const struct defaults *defaults);

/* Sets where the defaults of the next record are found each time: *defaults may be NULL. */
void zi_validator_default(struct validator *v, const struct defaults *const *defaults);

/* Judges what zi_record_read has read. The findings go to the record; finalize it after this. *out
   holds no pointer into the record. */
void zi_validate(struct validator *v, struct record *r, struct verdict *out);

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
