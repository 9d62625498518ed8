/* Tables with a row for each game. */
#pragma once

#include "formats/csv_table.h"
#include "formats/guess.h"

/* As in struct format. */
void zi_csv_write_game(struct conversion *c, struct buffer *out);

/* The game and the options that a row names, and a guess of the rest. */
struct csv_choice {
    const struct rules *rules; /* NULL: the row names no game, or an unknown one */
    bool raw; /* the row's words are left for the judge to name what is wrong; nothing is guessed */
    struct format_options options;
    struct guess guess;
};

/* Makes candidate number `attempt` for a row whose values have been read. False if none exists. A
   named game has its usual variant if the row names no variant. */
bool zi_csv_choose_game(const struct csv_rows *rows, const struct format_options *options,
                        unsigned attempt, struct csv_choice *choice);

/* Makes the record of such a row. */
void zi_csv_take_game(struct record *r, const struct csv_rows *rows,
                      const struct csv_choice *choice);

/* The row of headings that zi_csv_write_game goes with, after a comma. */
extern const char zi_csv_games_heading[];
