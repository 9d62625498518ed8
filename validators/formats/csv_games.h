/* Tables with a row for each game. */
#ifndef ZET_VALIDATORS_FORMATS_CSV_GAMES_H
#define ZET_VALIDATORS_FORMATS_CSV_GAMES_H

#include "validators/formats/csv_table.h"

/* As in struct format. */
bool zet_csv_read_game(struct record *r, const struct document *document,
                       const struct format_options *options, unsigned attempt);
void zet_csv_write_game(struct conversion *c, struct buffer *out);

/* The row of headings that zet_csv_write_game goes with. */
extern const char zet_csv_games_heading[];

#endif
