/* AbstractPlay's records as trees. What they hold and zet has no key for is kept under
   `x-abstractplay`: `key` (the record's name in its file), `flat: true` (a record without header),
   `size: implied` (a board of size 8 that only its label, or the user, tells), `slots` (what is
   in a slot beside the move, by the slot's number from 1), `header` (what else the header has), and
   what else is beside the header. */
#pragma once

#include "validators/formats/formats.h"

/* A reading of one record. The caller sets the first five. */
struct ap_reader {
    struct record *record;
    const struct node *key; /* NULL: it has no name in its file */
    unsigned said;          /* the size that the user says; 0: none */
    bool smaller;           /* what is labelled size 9 is read as size 8 */
    bool quiet;             /* faults that do not hinder reading on are not reported */

    bool akron;
    struct node *root, *rules, *moves;
    const struct node *result, *pie; /* where they are told */
    const char *winner;              /* as zet names it; NULL: not told */
    const struct node *ending;       /* the word in the last slot, or NULL */
    size_t slots;                    /* seen so far */
    struct node *kept_slots;

    /* Why nothing can be read, or NULL. */
    const char *stop;
    const struct node *stop_at;
};

/* The record that AbstractPlay's tree means, as a tree of zet's in the record's arena; NULL if
   it cannot be read (`stop`), or memory runs out. */
const struct node *zi_ap_read(struct ap_reader *in, const struct node *tree);

/* A played move as AbstractPlay writes it. */
void zi_ap_write_move(struct writer *w, const struct move *m, bool akron);

/* What is made of something at a node: a text, and a plain word. */
static inline struct node *ap_text(struct record *r, struct text t, const struct node *at) {
    return zi_record_scalar(r, t, span_at(at->span.start, at->span.end, WRITTEN_DERIVED));
}
static inline struct node *ap_plain(struct record *r, struct text t, const struct node *at) {
    return zi_record_scalar(r, t, span_at(at->span.start, at->span.end, WRITTEN_PLAIN));
}

/* Adds the keys of another mapping, but for some; NULL or no mapping: nothing. */
void zi_ap_add_but(struct record *r, struct node *to, const struct node *from,
                   const char *const *but);

/* AbstractPlay's name for a size of Akron's board; NULL if it has none. */
const char *zi_ap_size_label(unsigned size);

#define AP_KEPT "x-abstractplay"
#define AP_SUPER_HALMA "Super Halma (allows long-jumps)"
#define AP_HALMA "Default ruleset"

/* The words that end a game in a slot, and zet's words for that end and its result (NULL: the win
   of one side). */
struct ap_ending {
    const char *word, *termination, *result;
};
enum { AP_ENDINGS = 4 };
extern const struct ap_ending zi_ap_endings[AP_ENDINGS];
