/* The pages of a tournament: an overview, standings, a cross table, rounds, one page per player
   with games and findings, and one page per game. File names are fixed; content from records and
   files is always escaped. The same input gives the same bytes. */
#pragma once

#include "diagrams/figure.h"
#include "tournaments/tournament.h"

/* A record with a page, game-N.html, where N is its number from 1. */
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
    const uint32_t *rank; /* after each round, by round and player; or NULL */
    bool front;           /* the parent folder has a page for several tournaments */
};

/* The name of a page, `player-3.html`, terminated, in `room`. */
enum { PAGE_NAME_ROOM = 40 };
struct text zi_site_page_name(char room[PAGE_NAME_ROOM], const char *page, size_t number);

/* Receives a page: its file name and its text. Returning false stops the writing. */
typedef bool site_writer(void *context, const char *name, struct text text);

/* Writes all pages except those of games, with the style sheets and the script. Returns false when
   memory runs out, with *out_of_memory, or if `write` returned false. */
bool zi_site_write(const struct site *s, site_writer *write, void *context, bool *out_of_memory);

/* Writes the page for several tournaments, with the style sheets. `entries` is markup from
   zi_site_entry. Otherwise as zi_site_write. */
bool zi_site_front(const struct site *s, struct text entries, site_writer *write, void *context,
                   bool *out_of_memory);

/* Appends the entry of tournament `number`, from 1, whose pages are in tournament-N. */
void zi_site_entry(const struct site *s, size_t number, struct buffer *out);

/* Appends the links at the top of each page; `current` is the page's file name, or NULL. */
void zi_site_links(const struct site *s, const char *current, struct buffer *out);

/* The beginning and the end of a page without a script. The title is text, not markup. */
void zi_site_begin(const struct site *s, struct text title, const char *name, struct buffer *out);
void zi_site_end(struct buffer *out);

/* A word in the site's language. */
struct value zi_site_word(const struct site *s, const char *english);
