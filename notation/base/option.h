/* Reads the values of options. */
#pragma once

#include "notation/base/error.h"
#include "notation/base/option_row.h"
#include "notation/base/text.h"

/* Longer values are not repeated in messages. */
enum { OPTION_VALUE_SHOWN_MAX = 60 };

/* The option with that name, or NULL. The last row has no name. */
const zet_option *zi_option_find(const zet_option *rows, const char *name);

/* Sets the option as zi_option_set does; the message lacks the option's name and value. */
bool zi_option_read(const zet_option *row, void *values, const char *value, zet_error *error);

/* Refuses a value, or none if NULL, with `NAME VALUE: why`. A long value is omitted. */
zet_status zi_option_refuse(const zet_option *row, const char *value, const zet_error *why,
                            zet_error *error);

/* Refuses a value with a message that lists the words of the row. */
bool zi_option_refuse_word(const zet_option *row, zet_error *error);

/* Refuses a part of a list that is unknown or given twice. */
bool zi_option_refuse_list(const zet_option *row, struct text part, zet_error *error);

/* The index of the word in the row, or -1 if it is not there. */
int zi_option_word_index(const zet_option *row, struct text word);

/* Reads a whole number from `least` to `most`. */
bool zi_option_number(struct text value, uint64_t least, uint64_t most, uint64_t *to,
                      zet_error *error);

/* Reads digits with an optional point, in any locale. False if invalid or more than `most`. */
bool zi_option_decimal(const char *value, double most, double *to);
