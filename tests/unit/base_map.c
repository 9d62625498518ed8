/* Lists that grow and hash tables. */
#include "tests/unit/unit.h"

#include "notation/base/list.h"
#include "notation/base/map.h"

static void a_list_keeps_its_items(void **state) {
    uint64_t *at = NULL;
    size_t cap = 0, moves = 0;
    (void)state;
    for (size_t i = 0; i < 100000; i++) {
        size_t before = cap;
        assert_true(zi_list_reserve(&at, &cap, i + 1, sizeof *at));
        moves += cap != before;
        at[i] = i * i;
    }
    for (size_t i = 0; i < 100000; i++)
        assert_int_equal(at[i], i * i);
    assert_true(moves <= 18);
    free(at);
}

static void what_no_memory_holds_is_refused(void **state) {
    char *at = NULL;
    size_t cap = 0;
    (void)state;
    assert_true(zi_list_reserve(&at, &cap, 3, 1));
    at[2] = 'x';
    size_t before = cap;
    assert_false(zi_list_reserve(&at, &cap, SIZE_MAX, 1));
    assert_false(zi_list_reserve(&at, &cap, SIZE_MAX / 2, 3));
    assert_false(zi_list_reserve(&at, &cap, SIZE_MAX / 8 + 2, 8));
    assert_int_equal(cap, before);
    assert_int_equal(at[2], 'x');
    free(at);
}

static void texts_keep_their_numbers(void **state) {
    enum { TEXTS = 5000 };
    struct map m = {0};
    char room[16];
    (void)state;
    assert_int_equal(zi_map_find(&m, TEXT("a")), -1);
    for (uint32_t i = 0; i < TEXTS; i++) {
        snprintf(room, sizeof room, "%u", (unsigned)(i * 7919 % TEXTS));
        assert_int_equal(zi_map_number(&m, text_of(room)), i);
    }
    assert_int_equal(zi_map_number(&m, TEXT("")), TEXTS);
    assert_int_equal(zi_map_number(&m, (struct text){"\0", 1}), TEXTS + 1);
    for (uint32_t i = 0; i < TEXTS; i++) {
        snprintf(room, sizeof room, "%u", (unsigned)(i * 7919 % TEXTS));
        assert_int_equal(zi_map_number(&m, text_of(room)), i);
        assert_int_equal(zi_map_find(&m, text_of(room)), i);
        assert_true(text_is(m.at[i], room));
    }
    assert_int_equal(zi_map_find(&m, TEXT("5000")), -1);
    assert_int_equal(m.count, TEXTS + 2);
    assert_false(m.failed);
    zi_map_free(&m);
}

/* What is empty has a place too, in an arena that has none yet. */
static void an_empty_item_has_a_place(void **state) {
    struct arena arena = {0};
    bool failed = false;
    (void)state;
    assert_non_null(zi_arena_alloc(&arena, 0));
    assert_non_null(zi_arena_copy(&arena, NO_TEXT, &failed).at);
    assert_false(failed);
    zi_arena_free(&arena);
}

static int by_number(const void *a, const void *b) {
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Of so many texts some have the same 32 bits that the table keeps of a hash. */
static void texts_of_one_hash_differ(void **state) {
    enum { TEXTS = 300000 };
    static uint64_t hash[TEXTS];
    struct map m = {0};
    char room[16];
    size_t shared = 0;
    (void)state;
    for (uint32_t i = 0; i < TEXTS; i++) {
        snprintf(room, sizeof room, "%u", (unsigned)i);
        assert_int_equal(zi_map_number(&m, text_of(room)), i);
        hash[i] = (uint32_t)zi_hash(text_of(room));
    }
    for (uint32_t i = 0; i < TEXTS; i++) {
        snprintf(room, sizeof room, "%u", (unsigned)i);
        assert_int_equal(zi_map_find(&m, text_of(room)), i);
    }
    qsort(hash, TEXTS, sizeof *hash, by_number);
    for (size_t i = 1; i < TEXTS; i++)
        shared += hash[i] == hash[i - 1];
    assert_true(shared > 0);
    zi_map_free(&m);
}

/* Many items under one hash, and hashes that differ only above the slots. */
static void hashes_may_be_shared(void **state) {
    enum { ITEMS = 300 };
    struct index index = {0};
    bool seen[ITEMS] = {false};
    size_t at = INDEX_START, count = 0;
    int64_t number;
    (void)state;
    assert_int_equal(zi_index_next(&index, 7, &at), -1);
    for (uint32_t i = 0; i < ITEMS; i++)
        assert_true(zi_index_add(&index, i % 3 ? 7 : 7 + ((uint64_t)i << 20), i));
    for (at = INDEX_START; (number = zi_index_next(&index, 7, &at)) >= 0; count++) {
        assert_true(number == 0 || number % 3);
        assert_false(seen[number]);
        seen[number] = true;
    }
    assert_int_equal(count, 201);
    at = INDEX_START;
    assert_int_equal(zi_index_next(&index, 7 + (3ULL << 20), &at), 3);
    assert_int_equal(zi_index_next(&index, 7 + (3ULL << 20), &at), -1);
    zi_index_free(&index);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_keeps_its_items),
        cmocka_unit_test(what_no_memory_holds_is_refused),
        cmocka_unit_test(texts_keep_their_numbers),
        cmocka_unit_test(texts_of_one_hash_differ),
        cmocka_unit_test(an_empty_item_has_a_place),
        cmocka_unit_test(hashes_may_be_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
