/* AbstractPlay's records as trees. What they hold and zet has no key for is kept under
   `x-abstractplay`: `key` (the record's name in its file), `flat: true` (a record without header),
   `size: implied` (a board of size 8 that only its label, or the user, tells), `slots` (what is
   in a slot beside the move, by the slot's number from 1), `header` (what else the header has), and
   what else is beside the header. */
#pragma once

#include "validators/formats/formats.h"

/* Something wrong that does not hinder reading on. */
struct ap_fault {
    struct ap_fault *next;
    const struct node *at;
    const char *sentence;
};

/* A reading of one record. The caller sets the first four. */
struct ap_reader {
    struct record *record;
    const struct node *key; /* NULL: it has no name in its file */
    unsigned said;          /* the size that the user says; 0: none */
    bool smaller;           /* what is labelled size 9 is read as size 8 */

    bool akron;
    struct node *root, *rules, *moves;
    const struct node *result, *pie; /* where they are told */
    const char *winner;              /* as zet names it; NULL: not told */
    const struct node *ending;       /* the word in the last slot, or NULL */
    size_t slots;                    /* seen so far */
    struct node *kept_slots;
    struct ap_fault *faults, **last_fault;

    /* Why nothing can be read, or NULL. */
    const char *stop;
    const struct node *stop_at;
};

/* The record that AbstractPlay's tree means, as a tree of zet's in the record's arena; NULL if
   it cannot be read (`stop`), or memory runs out. */
const struct node *zi_ap_read(struct ap_reader *in, const struct node *tree);

/* The moves of a tree into in->moves; a move in in->ending where a word ends them. */
void zi_ap_read_moves(struct ap_reader *in, const struct node *tree, bool flat);

/* A played move as AbstractPlay writes it. */
void zi_ap_write_move(struct writer *w, const struct move *m, bool akron);

/* What the parts of the reading share: a fault, the end of reading; an empty mapping, a text made
 * from what is at a node; a key kept with its value. */
void zi_ap_fault(struct ap_reader *in, const struct node *at, const char *sentence);
void zi_ap_stop(struct ap_reader *in, const struct node *at, const char *sentence);
struct node *zi_ap_mapping(struct ap_reader *in, const struct node *at);
struct node *zi_ap_derived(struct ap_reader *in, struct text t, const struct node *at);
void zi_ap_keep(struct ap_reader *in, struct node *mapping, const struct node *key);

/* What a mapping holds beside the keys that are known. */
struct node *zi_ap_rest(struct ap_reader *in, const struct node *mapping, const char *const *known);

static inline bool ap_is_string(const struct node *n) {
    return n->kind == NODE_SCALAR &&
           (n->span.as != WRITTEN_PLAIN || zi_text_meaning(n->text) == MEANS_TEXT);
}

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

/* The end that a slot's word says, or NULL. */
const struct ap_ending *zi_ap_ending(const struct node *word);

/* Makes a tree of AbstractPlay's from a judged record, with the moves that `see` gathered; reports
   what it cannot hold. NULL if it can hold nothing (c->refused), or memory runs out. */
const struct node *zi_ap_tree(struct conversion *c);

/* What `see` gathers beside the moves, a line each, in c->body. */
struct ap_gathered {
    bool swapped; /* White's first turn was `swap` */
    size_t moves;
};

/* The keys that it has. */
#define AP_KEYS                                                                                    \
    (KEY_BIT(KEY_ZET) | KEY_BIT(KEY_GAME) | KEY_BIT(KEY_VARIANT) | KEY_BIT(KEY_RULES) |            \
     KEY_BIT(KEY_EVENT) | KEY_BIT(KEY_SITE) | KEY_BIT(KEY_DATE) | KEY_BIT(KEY_ROUND) |             \
     KEY_BIT(KEY_PLAYERS) | KEY_BIT(KEY_RESULT) | KEY_BIT(KEY_TERMINATION) | KEY_BIT(KEY_MOVES))
