/* A document as a tree, whatever format it was read from. Records are made from it, and written
   from it. */
#ifndef ZET_NOTATION_RECORD_NODE_H
#define ZET_NOTATION_RECORD_NODE_H

#include "notation/base/arena.h"
#include "notation/record/locate.h"

/* The place of a node: offsets from the start of the document, in the unit that its record counts
   in. */
struct span {
    uint32_t start, end;
    enum written_as as; /* of a collection: BLOCK where YAML wrote it so */
};

enum node_kind { NODE_SCALAR, NODE_SEQUENCE, NODE_MAPPING };

struct node {
    struct node *next;         /* in its collection */
    struct node *first, *last; /* of a collection; in a mapping keys and values take turns */
    struct text text;          /* of a scalar */
    struct span span;
    enum node_kind kind;
};

/* NULL when memory runs out; then *failed is set. A scalar's text is copied; that of a slice is
   not, and must live as long as the arena's content. */
struct node *zet_node_scalar(struct arena *a, struct text text, struct span span, bool *failed);
struct node *zet_node_slice(struct arena *a, struct text text, struct span span, bool *failed);
struct node *zet_node_collection(struct arena *a, enum node_kind kind, struct span span,
                                 bool *failed);

/* Nothing is added where either is NULL. */
void zet_node_add(struct node *collection, struct node *child);

/* The value of a key of a mapping, the first where the key is there twice; NULL where there is
   none, or `mapping` is NULL or none. */
const struct node *zet_node_get(const struct node *mapping, const char *key);

/* The scalar under a key as a text; NO_TEXT where there is not one. */
struct text zet_node_text(const struct node *mapping, const char *key);

/* What a plain scalar with this text is to YAML's core schema. */
enum meaning { MEANS_TEXT, MEANS_NULL, MEANS_TRUTH, MEANS_INTEGER, MEANS_REAL };
enum meaning zet_text_meaning(struct text t);

static inline bool node_is_null(const struct node *n) {
    return n->kind == NODE_SCALAR && n->span.as == WRITTEN_PLAIN &&
           zet_text_meaning(n->text) == MEANS_NULL;
}

#endif
