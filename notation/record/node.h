/* A document as a tree, in any format. Records are read from it and written from it. */
#pragma once

#include "notation/record/locate.h"

enum node_kind { NODE_SCALAR, NODE_SEQUENCE, NODE_MAPPING };

/* The place of a node: offsets from the start of the document, in bytes or characters as its record
   says; below 2^26, because a record has at most 2^20 bytes. */
struct span {
    uint32_t start;
    uint32_t end : 26;
    uint32_t as : 3;   /* enum written_as; for collections: BLOCK if YAML wrote it as a block */
    uint32_t kind : 3; /* enum node_kind, in a node */
};

enum { SPAN_END_MAX = (1 << 26) - 1 };

static inline struct span span_at(size_t start, size_t end, enum written_as as) {
    return (struct span){(uint32_t)start, end & SPAN_END_MAX, as & 7, 0};
}

/* It has 32 bytes, because a document of tiny items has half a million nodes. */
struct node {
    struct node *next; /* in its collection */
    union {
        struct text text; /* for scalars */
        struct {
            struct node *first, *last; /* for collections; in a mapping keys and values alternate */
        };
    };
    union {
        struct span span;
        struct { /* the kind alone */
            uint32_t : 32, : 29, kind : 3;
        };
    };
};

/* Add a child, or a key with its value. They add nothing if any argument is NULL. */
void zi_node_add(struct node *collection, struct node *child);
void zi_node_add_pair(struct node *mapping, struct node *key, struct node *value);

/* A key of a mapping, the first if it is duplicate; NULL if none exists. */
const struct node *zi_node_find(const struct node *mapping, struct text key);

/* The value of a key of a mapping, the first if the key is duplicate; NULL if none exists, or if
   `mapping` is NULL or not a mapping. */
const struct node *zi_node_get(const struct node *mapping, const char *key);

/* The text of the scalar under a key; NO_TEXT if none exists. */
struct text zi_node_text(const struct node *mapping, const char *key);

/* The type of a plain scalar with this text in YAML's core schema. */
enum meaning { MEANS_TEXT, MEANS_NULL, MEANS_TRUTH, MEANS_INTEGER, MEANS_REAL };
enum meaning zi_text_meaning(struct text t);

/* The first node of a collection; NULL if it is empty or `n` is a scalar. */
static inline struct node *node_first(const struct node *n) {
    return n->kind == NODE_SCALAR ? NULL : n->first;
}

static inline bool node_is_null(const struct node *n) {
    return n->kind == NODE_SCALAR && n->span.as == WRITTEN_PLAIN &&
           zi_text_meaning(n->text) == MEANS_NULL;
}
