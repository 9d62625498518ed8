/* Commands and options that have another name now. The old ones work for one release, with a
   message that has the new one. */
#pragma once

#include <stdbool.h>

struct renamed_option {
    const char *commands; /* with commas; NULL: all that have the new one */
    const char *old, *now;
    bool argument;     /* the old one has one */
    const char *value; /* of the new one; before the old one's argument, if it has one; without a
                          new one a hint */
};

/* Ends with an option without a name. */
extern const struct renamed_option renamed_options[];

/* Whether the words, with commas between them, have this one. */
bool renamed_has_word(const char *words, const char *word);

/* `score --table` was the standings. Changes the arguments to that, from the command's name on, and
   gives in *old the option that is omitted of them, or NULL. Returns how many there are. */
int renamed_arguments(int argc, char **argv, const char **old);
