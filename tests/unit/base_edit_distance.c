/* The edit distance beside its definition. */
#include "tests/unit/unit.h"

#include "notation/base/likeness.h"

/* Optimal string alignment from its definition, for short words. */
static unsigned naive(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count) {
    if (!a_count || !b_count)
        return (unsigned)(a_count + b_count);
    unsigned best = naive(a + 1, a_count - 1, b + 1, b_count - 1) + (*a != *b);
    unsigned deleted = naive(a + 1, a_count - 1, b, b_count) + 1;
    unsigned inserted = naive(a, a_count, b + 1, b_count - 1) + 1;
    best = deleted < best ? deleted : best;
    best = inserted < best ? inserted : best;
    if (a_count > 1 && b_count > 1 && a[0] == b[1] && a[1] == b[0]) {
        unsigned swapped = naive(a + 2, a_count - 2, b + 2, b_count - 2) + 1;
        best = swapped < best ? swapped : best;
    }
    return best;
}

static uint64_t seed = 88172645463325252U;

static unsigned draw(unsigned below) {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (unsigned)((seed >> 11) % below);
}

static void distances_agree_with_their_definition(void **state) {
    unsigned seen[9] = {0};
    (void)state;
    for (unsigned n = 0; n < 1500; n++) {
        uint32_t a[6], b[6];
        size_t a_count = draw(7), b_count = draw(7);
        for (size_t i = 0; i < 6; i++) {
            a[i] = 'a' + draw(3);
            b[i] = draw(3) ? a[i < 5 ? i + draw(2) : i] : 'a' + draw(3);
        }
        b_count = b_count > a_count + 2 ? a_count : b_count;
        unsigned expected = naive(a, a_count, b, b_count);
        seen[expected]++;
        for (unsigned most = 0; most < 8; most++) {
            unsigned bounded = expected < most ? expected : most + (expected > most);
            assert_int_equal(zi_edit_distance(a, a_count, b, b_count, most), bounded);
            assert_int_equal(zi_edit_distance(b, b_count, a, a_count, most), bounded);
        }
        assert_int_equal(zi_edit_distance(a, a_count, b, b_count, EDITS_MAX), expected);
    }
    for (unsigned d = 0; d < 6; d++)
        assert_true(seen[d] > 10);
}

static void long_texts_have_a_distance(void **state) {
    enum { LONG = 100000 };
    static uint32_t a[LONG], b[LONG];
    (void)state;
    for (size_t i = 0; i < LONG; i++)
        a[i] = b[i] = (uint32_t)(i % 7);
    b[50000] = 9;
    assert_int_equal(zi_edit_distance(a, LONG, b, LONG, EDITS_MAX), 1);
    assert_int_equal(zi_edit_distance(a, LONG, b, LONG - 15, EDITS_MAX), 16);
    assert_int_equal(zi_edit_distance(a, LONG, b, LONG - 14, EDITS_MAX), 15);
    assert_int_equal(zi_edit_distance(a, LONG, a + 1, LONG - 1, EDITS_MAX), 1);
    assert_int_equal(zi_edit_distance(a, LONG, b, LONG - 16, EDITS_MAX), 16);
}

static void texts_are_compared_by_characters(void **state) {
    char text[EDIT_CHARACTERS_MAX + 1];
    (void)state;
    memset(text, 'a', sizeof text);
    assert_int_equal(zi_text_distance(TEXT("Zółć"), TEXT("Zolc"), 5), 3);
    assert_int_equal(zi_text_distance(TEXT("漢字"), TEXT("字漢"), 5), 1);
    assert_int_equal(zi_text_distance(TEXT(""), TEXT("abc"), 3), 3);
    assert_int_equal(zi_text_distance(TEXT(""), TEXT("abc"), 2), 3);
    assert_int_equal(zi_text_distance(TEXT(""), TEXT(""), 0), 0);
    assert_int_equal(zi_text_distance(TEXT("\xFF"), TEXT("a"), 2), 1);
    struct text full = {text, EDIT_CHARACTERS_MAX}, over = {text, EDIT_CHARACTERS_MAX + 1};
    assert_int_equal(zi_text_distance(full, full, 2), 0);
    assert_int_equal(zi_text_distance(over, over, 2), 3);
    assert_int_equal(zi_text_distance(TEXT("a"), over, 2), 3);
    assert_int_equal(zi_text_distance(over, TEXT("a"), 2), 3);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_agree_with_their_definition),
        cmocka_unit_test(long_texts_have_a_distance),
        cmocka_unit_test(texts_are_compared_by_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
