/* The pages of a tournament: what it is, its standings, its cross table, its rounds, each player
   with their games and findings, and each game to step through. Pages are files with fixed names;
   what records and files say is in them only as text. The same input gives the same bytes. */
#pragma once

#include "notation/drawing/theme.h"
#include "validators/scores/tournament.h"

/* A record that has a page, game-N.html, N being its number from 1. */
struct site_record {
    struct text heading;  /* its players, as text */
    struct text findings; /* a list as markup, or empty */
    struct text file;
    uint64_t line;
    bool valid, counted; /* it is in the table */
};

struct site {
    const struct standings *table; /* finalized */
    const struct tournament *file;
    const struct site_record *record;
    size_t record_count;
    enum theme theme;
    enum language language;
    bool front; /* the folder above has the page of several tournaments */
};

/* Takes a page: its file's name and its text. False stops the writing. */
typedef bool site_writer(void *context, const char *name, struct text text);

/* Writes all pages but those of the games, with the style sheets and the script. False, with
 *out_of_memory, when memory runs out, or where `write` returned false. */
bool zi_site_write(const struct site *s, site_writer *write, void *context, bool *out_of_memory);

/* The page of several tournaments, with the style sheets. The entries are markup, of
   zi_site_entry. The rest as zi_site_write. */
bool zi_site_front(const struct site *s, struct text entries, site_writer *write, void *context,
                   bool *out_of_memory);

/* Appends the entry of the tournament of that number, from 1, whose pages are in tournament-N. */
void zi_site_entry(const struct site *s, size_t number, struct buffer *out);

/* The links that every page begins with; `current` is the file's name of the page, or NULL. */
void zi_site_links(const struct site *s, const char *current, struct buffer *out);

/* Beginning and end of a page without a script. The title is a text. */
void zi_site_begin(const struct site *s, struct text title, const char *name, struct buffer *out);
void zi_site_end(struct buffer *out);

/* A word in the site's language. */
struct value zi_site_word(const struct site *s, const char *english);
