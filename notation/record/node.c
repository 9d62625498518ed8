#include "notation/record/node.h"

void zi_node_add(struct node *collection, struct node *child) {
    if (!collection || !child)
        return;
    *(collection->last ? &collection->last->next : &collection->first) = child;
    collection->last = child;
}

void zi_node_add_pair(struct node *mapping, struct node *key, struct node *value) {
    if (!key || !value)
        return;
    zi_node_add(mapping, key);
    zi_node_add(mapping, value);
}

const struct node *zi_node_find(const struct node *mapping, struct text key) {
    const struct node *k = mapping->first;
    while (k && !(k->kind == NODE_SCALAR && text_same(k->text, key)))
        k = k->next->next;
    return k;
}

const struct node *zi_node_get(const struct node *mapping, const char *key) {
    bool is = mapping && mapping->kind == NODE_MAPPING;
    const struct node *k = is ? zi_node_find(mapping, text_of(key)) : NULL;
    return k ? k->next : NULL;
}

struct text zi_node_text(const struct node *mapping, const char *key) {
    const struct node *n = zi_node_get(mapping, key);
    return n && n->kind == NODE_SCALAR ? n->text : NO_TEXT;
}

/* Moves `i` past digits. */
static size_t skip_digits(struct text t, size_t i) {
    while (is_digit(text_byte(t, i)))
        i++;
    return i;
}

/* [-+]? ( \. digits | digits ( \. digits* )? ) ( [eE] [-+]? digits )? */
static enum meaning number_meaning(struct text t) {
    size_t i = t.at[0] == '-' || t.at[0] == '+', start = i;
    bool real = false;
    i = skip_digits(t, i);
    bool digits = i > start;
    if (text_byte(t, i) == '.') {
        size_t from = ++i;
        i = skip_digits(t, i);
        digits |= i > from;
        real = true;
    }
    if (digits && (text_byte(t, i) | 0x20) == 'e') {
        i++;
        i += text_byte(t, i) == '-' || text_byte(t, i) == '+';
        size_t from = i;
        i = skip_digits(t, i);
        digits = i > from;
        real = true;
    }
    return i < t.len || !digits ? MEANS_TEXT : real ? MEANS_REAL : MEANS_INTEGER;
}

static bool is_based(struct text t) {
    if (t.len < 3 || t.at[0] != '0' || (t.at[1] != 'x' && t.at[1] != 'o'))
        return false;
    for (size_t i = 2; i < t.len; i++)
        if (hex_digit(t.at[i]) >= (t.at[1] == 'o' ? 8U : 16U))
            return false;
    return true;
}

enum meaning zi_text_meaning(struct text t) {
    static const char *const nulls[] = {"~", "null", "Null", "NULL", NULL};
    static const char *const truths[] = {"true", "True", "TRUE", "false", "False", "FALSE", NULL};
    static const char *const reals[] = {".inf",  ".Inf",  ".INF",  "+.inf", "+.Inf",
                                        "+.INF", "-.inf", "-.Inf", "-.INF", ".nan",
                                        ".NaN",  ".NAN",  NULL};
    if (t.len == 0)
        return MEANS_NULL;
    switch (t.at[0]) {
    case '~':
    case 'n':
    case 'N': return text_is_one_of(t, nulls) ? MEANS_NULL : MEANS_TEXT;
    case 't':
    case 'T':
    case 'f':
    case 'F': return text_is_one_of(t, truths) ? MEANS_TRUTH : MEANS_TEXT;
    case '-':
    case '+':
    case '.':
        if (text_is_one_of(t, reals))
            return MEANS_REAL;
        return number_meaning(t);
    default:
        if (!is_digit(t.at[0]))
            return MEANS_TEXT;
        return is_based(t) ? MEANS_INTEGER : number_meaning(t);
    }
}
