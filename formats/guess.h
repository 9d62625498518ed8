/* Which game and which variant a text is of that says neither. */
#pragma once

#include "formats/formats.h"

/* More candidates are not looked at. */
enum { GUESSES_MAX = 64 };

struct guess {
    const char *game, *variant; /* NULL: defaults say it; variant: or the record does without */
    struct ruleset ruleset;     /* with the options that the user has given */
};

/* The candidate of that number, from 0, of those that what the user says leaves: the games in their
   order, each with its variants in theirs. False if there are not so many. */
bool zi_guess(const struct format_options *options, unsigned number, struct guess *out);

/* Reads a plain canonical move without glyphs. False if it is not one, or that is not easily
 * seen.
 */
bool zi_guess_move(const struct guess *g, struct text from, struct move *to);

/* The candidate of that number, from 0, among those for which the text begins with a legal move,
   then those where its first move is not plain, then the others. False if there are not so many.
 */
bool zi_guess_moves(const struct format_options *options, struct text moves, unsigned number,
                    struct guess *out);

/* Whether the lines of a text are the moves of one game, by the rules of any game: whether more of
   them are legal one after the other than if each line began a game. */
bool zi_guess_one_game(struct text lines);

/* A record's mapping, at a place of the document, with what the guess and the user say: game,
   variant and rules. */
struct node *zi_guess_record(struct record *r, const struct guess *g,
                             const struct format_options *options, size_t at);

/* Adds the options of the rules that the user says, at a place of the document. */
void zi_guess_rules(struct record *r, struct node *rules, const struct format_options *options,
                    struct span span);

/* Reports that a variant which a record may do without does not come back. */
void zi_guess_losses(struct conversion *c);
