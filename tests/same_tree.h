/* The plain reader beside libyaml: what it reads at all it must read alike. */
#pragma once

#include "notation/record/plain_read.h"
#include "notation/record/yaml.h"

enum sameness { LEFT_TO_AUTHORITY, SAME_TREE, OTHER_TREE };

static inline bool same_node(struct record *plain, const struct node *a, struct record *yaml,
                             const struct node *b) {
    if (!a || !b)
        return a == b;
    struct span x = a->span, y = b->span;
    if (a->kind != b->kind || x.as != y.as || x.start != zi_record_byte(yaml, y.start) ||
        x.end != zi_record_byte(yaml, y.end))
        return false;
    if (a->kind == NODE_SCALAR)
        return text_same(a->text, b->text);
    a = a->first;
    b = b->first;
    for (; a && b; a = a->next, b = b->next)
        if (!same_node(plain, a, yaml, b))
            return false;
    return a == b;
}

/* Reads a document, which may be any bytes, with both. */
static inline enum sameness compare_trees(struct text document) {
    static struct record plain, yaml;
    const struct document d = {.text = document, .line = 1};
    zi_record_begin(&plain, &d);
    const struct node *a = zi_plain_read(&plain);
    bool changed = plain.out_of_memory || plain.findings.count || plain.start_offset;
    if (!a)
        return changed || plain.by_bytes ? OTHER_TREE : LEFT_TO_AUTHORITY;
    zi_record_begin(&yaml, &d);
    if (zi_utf8_check(document, &yaml.by_bytes) < document.len)
        return OTHER_TREE;
    const struct node *b = zi_yaml_read(&yaml);
    bool same = b && plain.by_bytes && plain.start_offset == yaml.start_offset;
    return same && same_node(&plain, a, &yaml, b) ? SAME_TREE : OTHER_TREE;
}
