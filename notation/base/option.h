/* Options as rows: of commands, tasks, diagrams and settings. */
#pragma once

#include "notation/base/error.h"
#include "notation/base/text.h"
#include "validators/zet.h"

/* How an option's value is read. */
typedef enum zet_option_kind {
    ZET_OPTION_FLAG,    /* to a bool; it has no argument */
    ZET_OPTION_TEXT,    /* to a const char *: the value itself, not a copy */
    ZET_OPTION_WORD,    /* to an unsigned: the index of the word */
    ZET_OPTION_NUMBER,  /* to a uint32_t from `least` to `most` */
    ZET_OPTION_LARGE,   /* to a uint64_t likewise */
    ZET_OPTION_DECIMAL, /* to a double above 0, up to `most` */
    ZET_OPTION_OWN      /* by `read` */
} zet_option_kind;

/* An option: the source of parsing, of help, of completion and of errors. */
typedef struct zet_option {
    const char *name;     /* NULL: the end of an array of options */
    const char *argument; /* the name of its value; NULL: it is on or off */
    const char *about;    /* a phrase */
    const char *example;  /* the arguments of a command that uses it */
    zet_option_kind kind;
    size_t offset; /* of the value in the structure that it is set in */
    uint64_t least, most;
    const char *const *words;          /* possible values, or parts of a list; end with NULL */
    const char *(*word)(size_t index); /* without `words`: the word at `index`, NULL past the end */
    bool (*read)(const struct zet_option *option, void *values, const char *value,
                 zet_error *error); /* false: *error has a message */
    char letter;                    /* or 0 */
} zet_option;

/* The possible value of the option at `index`, from 0; of a list, the possible part. NULL past the
   end, and if the value can be any text. */
const char *zi_option_word(const zet_option *option, size_t index);

/* Reads a list of the option's words, separated by commas, each at most once, and stores their
   indexes in `words`, which has room for all words of the option. */
zet_status zi_option_words(const zet_option *option, const char *value, unsigned *words,
                           size_t *count, zet_error *error);

/* Sets an option in `values`, the structure that its offset refers to. `value` may be NULL for a
   flag. The message begins with the option's name. */
zet_status zi_option_set(const zet_option *option, void *values, const char *value,
                         zet_error *error);

/* Reads the values of options. */

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
