#include "notation/base/doubles.h"

#include <stdlib.h>

#include "notation/base/list.h"
#include "notation/base/map.h"

/* A name, sorted by its folded words, then by number. */
struct folded {
    struct name_fold fold;
    uint32_t number;
};

/* A word of a name. */
struct word {
    uint64_t hash;
    uint32_t name; /* index among the folded names */
};

struct search {
    const struct doubles_of *of;
    struct doubles *found;
    struct folded *name;
    struct word *word;
    size_t word_count, word_cap;
    bool failed;
};

static int by_words(const void *a, const void *b) {
    const struct folded *x = a, *y = b;
    int order = text_order(x->fold.words, y->fold.words);
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

static int by_hash(const void *a, const void *b) {
    const struct word *x = a, *y = b;
    const uint64_t a_key[] = {x->hash, x->name}, b_key[] = {y->hash, y->name};
    return LIST_ORDER(a_key, b_key);
}

static int by_numbers(const void *a, const void *b) {
    const struct double_pair *x = a, *y = b;
    const uint64_t a_key[] = {x->a, x->b}, b_key[] = {y->a, y->b};
    return LIST_ORDER(a_key, b_key);
}

/* Adds a pair. False if no more are wanted. */
static bool add(struct search *s, const struct folded *x, const struct folded *y, bool same) {
    struct doubles *d = s->found;
    uint32_t a = x->number < y->number ? x->number : y->number;
    uint32_t b = x->number < y->number ? y->number : x->number;
    if (s->of->are_two(s->of->context, a, b))
        return true;
    d->cut = d->count >= DOUBLES_PAIRS_MAX;
    if (d->cut)
        return false;
    s->failed |= !zi_list_reserve(&d->at, &d->cap, d->count + 1, sizeof *d->at);
    if (!s->failed)
        d->at[d->count++] = (struct double_pair){a, b, same};
    return !s->failed;
}

/* Pairs each name with the first one of the same spelling. */
static void find_same(struct search *s) {
    size_t start = 0;
    for (size_t i = 1; i < s->of->count; i++) {
        if (!zi_name_same(&s->name[i].fold, &s->name[start].fold))
            start = i;
        else if (!add(s, &s->name[i], &s->name[start], true))
            return;
    }
}

static bool compare(struct search *s, const struct folded *x, const struct folded *y) {
    return s->of->are_two(s->of->context, x->number, y->number) ||
           !zi_name_near(&x->fold, &y->fold) || zi_name_same(&x->fold, &y->fold) ||
           add(s, x, y, false);
}

static void find_near(struct search *s) {
    for (size_t i = 1; i < s->of->count; i++)
        for (size_t j = 0; j < i; j++)
            if (!compare(s, &s->name[i], &s->name[j]))
                return;
}

static void list_words(struct search *s, uint32_t name) {
    struct text words = s->name[name].fold.words;
    for (size_t at = 0, end; at < words.len && !s->failed; at = end + 1) {
        const char *blank = memchr(words.at + at, ' ', words.len - at);
        end = blank ? (size_t)(blank - words.at) : words.len;
        s->failed |= !zi_list_reserve(&s->word, &s->word_cap, s->word_count + 1, sizeof *s->word);
        if (!s->failed)
            s->word[s->word_count++] =
                (struct word){zi_hash((struct text){words.at + at, end - at}), name};
    }
}

static void find_near_by_words(struct search *s) {
    for (uint32_t i = 0; i < s->of->count; i++)
        list_words(s, i);
    if (s->failed || !s->word_count)
        return;
    qsort(s->word, s->word_count, sizeof *s->word, by_hash);
    for (size_t at = 0, end; at < s->word_count; at = end) {
        for (end = at + 1; end < s->word_count && s->word[end].hash == s->word[at].hash;)
            end++;
        for (size_t i = at; end - at <= DOUBLES_WORD_MAX && i < end; i++)
            for (size_t j = at; j < i; j++)
                if (s->word[i].name != s->word[j].name &&
                    !compare(s, &s->name[s->word[i].name], &s->name[s->word[j].name]))
                    return;
    }
}

/* Sorts the pairs and removes duplicates. */
static void put_in_order(struct doubles *d) {
    size_t kept = 0;
    if (d->count)
        qsort(d->at, d->count, sizeof *d->at, by_numbers);
    for (size_t i = 0; i < d->count; i++)
        if (!kept || by_numbers(&d->at[kept - 1], &d->at[i]))
            d->at[kept++] = d->at[i];
    d->count = kept;
}

bool zi_doubles_find(struct doubles *d, const struct doubles_of *of) {
    struct search s = {.of = of, .found = d, .name = calloc(of->count + 1, sizeof *s.name)};
    struct arena arena = {0};
    s.failed = !s.name;
    for (uint32_t i = 0; i < of->count && !s.failed; i++) {
        s.name[i].number = i;
        s.failed = !zi_name_fold(of->name(of->context, i), &arena, &s.name[i].fold);
    }
    if (!s.failed && of->count)
        qsort(s.name, of->count, sizeof *s.name, by_words);
    if (!s.failed)
        find_same(&s);
    d->partial = of->count > DOUBLES_COMPARED_MAX;
    if (!s.failed && !d->cut && d->partial)
        find_near_by_words(&s);
    else if (!s.failed && !d->cut)
        find_near(&s);
    put_in_order(d);
    zi_arena_free(&arena);
    free(s.name);
    free(s.word);
    return !s.failed;
}

void zi_doubles_free(struct doubles *d) {
    free(d->at);
    *d = (struct doubles){0};
}
