/* Renamed commands and options. The old names work for one release, with a message that gives the
   new one. */
#pragma once

#include <stdbool.h>

struct renamed_option {
    const char *commands; /* comma-separated; NULL: all commands that have the new option */
    const char *old, *now;
    bool argument;     /* the old option takes an argument */
    const char *value; /* value of the new option, placed before the old argument if any; a hint if
                          there is no new option */
};

/* Ends with an option without a name. */
extern const struct renamed_option renamed_options[];

/* Whether the comma-separated words contain this one. */
bool renamed_has_word(const char *words, const char *word);

/* `score` with --table or --tournament is now `standings`. Rewrites the arguments, from the
   command's name on, and sets *old to the option. Returns the new number of arguments. */
int renamed_arguments(int argc, char **argv, const char **old);
