/* AbstractPlay's records as trees. Data for which zet has no key is kept under `x-abstractplay`:
   `key` (the record's name in its file), `flat: true` (a record without header), `size: implied` (a
   board of size 8 that only its label, or the user, specifies), `slots` (the content of a slot
   besides the move, by the slot's number from 1), `header` (the rest of the header), and the other
   keys of the record. */
#pragma once

#include "formats/formats.h"

/* A reading of one record. The caller sets the first five. */
struct ap_reader {
    struct record *record;
    const struct node *key; /* NULL: it has no name in its file */
    unsigned said;          /* the size that the user specifies; 0: none */
    bool smaller;           /* size 9 in a label is read as size 8 */
    bool quiet;             /* recoverable faults are not reported */

    bool akron;
    struct node *root, *rules, *moves;
    const struct node *result, *pie; /* or NULL */
    const char *winner;              /* zet's name for it; NULL: unknown */
    const struct node *ending;       /* the word in the last slot, or NULL */
    size_t slots;                    /* seen so far */
    struct node *kept_slots;

    /* Why the record cannot be read, or NULL. */
    const char *stop;
    const struct node *stop_at;
};

/* Converts AbstractPlay's tree to a tree of a zet record, in the record's arena. Returns NULL if it
   cannot be read (`stop`), or memory runs out. */
const struct node *zi_ap_read(struct ap_reader *in, const struct node *tree);

/* A played move as AbstractPlay writes it. */
void zi_ap_write_move(struct writer *w, const struct move *m, bool akron);

/* Scalars derived from a node: a quoted text, and a plain word. */
static inline struct node *ap_text(struct record *r, struct text t, const struct node *at) {
    return zi_record_scalar(r, t, span_at(at->span.start, at->span.end, WRITTEN_DERIVED));
}
static inline struct node *ap_plain(struct record *r, struct text t, const struct node *at) {
    return zi_record_scalar(r, t, span_at(at->span.start, at->span.end, WRITTEN_PLAIN));
}

/* Adds the keys of mapping `from` except those in `but`; nothing if it is NULL or not a mapping. */
void zi_ap_add_but(struct record *r, struct node *to, const struct node *from,
                   const char *const *but);

/* AbstractPlay's name for a size of Akron's board; NULL if it has none. */
const char *zi_ap_size_label(unsigned size);

#define AP_KEPT "x-abstractplay"
#define AP_SUPER_HALMA "Super Halma (allows long-jumps)"
#define AP_HALMA "Default ruleset"

/* The words in a slot that end a game, and zet's words for that termination and its result (NULL:
   one side wins). */
struct ap_ending {
    const char *word, *termination, *result;
};
enum { AP_ENDINGS = 4 };
extern const struct ap_ending zi_ap_endings[AP_ENDINGS];
