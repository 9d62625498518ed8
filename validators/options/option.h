/* Options as rows: of tasks, of diagrams and of settings. The type is that of <zet.h>. */
#pragma once

#include "notation/base/text.h"
#include "validators/base/error.h"

/* Longer values are not repeated in messages. */
enum { OPTION_VALUE_SHOWN_MAX = 60 };

/* The option of that name in rows that end with one without a name; NULL: there is none. */
const zet_option *zi_option_find(const zet_option *rows, const char *name);

/* Sets the option as zet_option_set does; the message lacks the option's name and value. */
bool zi_option_read(const zet_option *row, void *values, const char *value, zet_error *error);

/* Refuses a value with `NAME VALUE: why`. A long value is not repeated; NULL: there is none. */
zet_status zi_option_refuse(const zet_option *row, const char *value, const zet_error *why,
                            zet_error *error);

/* Refuses a value with a message that lists the words of the row. */
bool zi_option_refuse_word(const zet_option *row, zet_error *error);

/* Refuses a part of a list likewise; an empty one has no name. */
bool zi_option_refuse_list(const zet_option *row, struct text part, zet_error *error);

/* The number of the word in the row; -1: it has no such word. */
int zi_option_word_index(const zet_option *row, struct text word);

/* A whole number from `least` to `most`. */
bool zi_option_number(struct text value, uint64_t least, uint64_t most, uint64_t *to,
                      zet_error *error);

/* Digits that may have a point, in every locale. False if it is not that, or more than `most`. */
bool zi_option_decimal(const char *value, double most, double *to);

/* Words of rows: the names of the games, and of all their variants. */
const char *zi_option_game(size_t index);
const char *zi_option_variant(size_t index);
