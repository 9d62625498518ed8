/* Names of people: what two hands may have written of one person. */
#include "tests/unit/unit.h"

#include "notation/base/likeness.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static uint64_t chance(uint64_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed >> 11;
}

static const struct names_row {
    const char *name; /* a sentence */
    const char *a, *b;
    enum { OTHER, NEAR, SAME } expected;
} names[] = {
    {"case is no difference", "A. Player", "a. player", SAME},
    {"nor are blanks", "A.Player", "A.  Player ", SAME},
    {"nor is the order", "Player, A.", "A. Player", SAME},
    {"nor are accents", "Andr\xC3\xA9 M\xC3\xBCller", "Andre Muller", SAME},
    {"nor is how an accent is encoded", "Andre\xCC\x81", "Andr\xC3\xA9", SAME},
    {"nor is case in other scripts", "\xD0\x98\xD0\xB2\xD0\xB0\xD0\xBD",
     "\xD0\xB8\xD0\xB2\xD0\xB0\xD0\xBD", SAME},
    {"nor is an apostrophe", "O'Brien",
     "O\xE2\x80\x99"
     "Brien",
     SAME},
    {"nor is an acute accent for an apostrophe", "O\u00B4Brien", "OBrien", SAME},
    {"nor is a grave accent for an apostrophe", "O`Brien", "OBrien", SAME},
    {"nor is a letter for an apostrophe", "O\u02BCBrien", "OBrien", SAME},
    {"nor is an opening quote for an apostrophe", "O\u2018Brien", "OBrien", SAME},
    {"nor is an apostrophe of full width", "O\uFF07Brien", "OBrien", SAME},
    {"nor is a mark that no letter takes in", "Bo\u20DD Ek", "Bo Ek", SAME},
    {"nor are case and accents together", "ÉÈÊË ÀÁÂ", "éèêë àáâ", SAME},
    {"nor are blanks of another script", "山田\u3000太郎", "山田 太郎", SAME},
    {"a letter with a stroke", "Zółć", "Zolc", SAME},
    {"a letter more", "Jan Jansen", "Jan Janssen", NEAR},
    {"a letter less", "Anna", "Ana", NEAR},
    {"another letter", "Piet Smid", "Piet Smit", NEAR},
    {"two letters in the other order", "Pite", "Piet", NEAR},
    {"a slip, and the order", "Jansen, Piet", "Piet Janssen", NEAR},
    {"a slip in the first letter keeps the written order near", "Zansen Piet", "Jansen Piet", NEAR},
    {"an initial more", "Jan B. Jansen", "Jan Jansen", NEAR},
    {"two slips in a short name", "Anna", "Inga", OTHER},
    {"three slips", "Jan Jansen", "Jan Pietse", OTHER},
    {"other initials", "A. Player", "B. Player", OTHER},
    {"other numbers", "Player 12", "Player 13", OTHER},
    {"short names", "Bo", "Jo", OTHER},
    {"no letters at all", "!!!", "???", OTHER},
    {"nothing and something", "", "A", OTHER},
};

static void names_that_look_alike(void **state) {
    const struct names_row *row = *state;
    struct arena arena = {0};
    struct name_fold a, b;
    assert_true(zi_name_fold(text_of(row->a), &arena, &a));
    assert_true(zi_name_fold(text_of(row->b), &arena, &b));
    assert_int_equal(zi_name_same(&a, &b), row->expected == SAME);
    assert_int_equal(zi_name_same(&b, &a), row->expected == SAME);
    if (row->expected != SAME) {
        assert_int_equal(zi_name_near(&a, &b), row->expected == NEAR);
        assert_int_equal(zi_name_near(&b, &a), row->expected == NEAR);
    }
    zi_arena_free(&arena);
}

/* Edit distance from its definition, for short words. */
static int naive_distance(const char *a, const char *b) {
    if (!*a || !*b)
        return (int)(strlen(a) + strlen(b));
    int change = naive_distance(a + 1, b + 1) + (*a != *b);
    int more = naive_distance(a + 1, b) + 1, less = naive_distance(a, b + 1) + 1;
    int swap = a[1] && b[1] && a[0] == b[1] && a[1] == b[0] ? naive_distance(a + 2, b + 2) + 1 : 99;
    int best = change < more ? change : more;
    best = best < less ? best : less;
    return best < swap ? best : swap;
}

/* Words of few letters, changed at random, so that all distances come up. */
static void nearness_agrees_with_a_naive_distance(void **state) {
    (void)state;
    uint64_t seed = 88172645463325252U;
    int near = 0, far = 0;
    for (int turn = 0; turn < 400; turn++) {
        char word[2][12] = {"", ""};
        unsigned length = 4 + (unsigned)(chance(&seed) % 5);
        for (unsigned i = 0; i < length; i++)
            word[0][i] = (char)('a' + chance(&seed) % 3);
        unsigned cut = (unsigned)(chance(&seed) % length), skip = (unsigned)(chance(&seed) % 3);
        memcpy(word[1], word[0], cut);
        strcat(word[1], chance(&seed) % 2 ? "b" : "");
        strcat(word[1], word[0] + (cut + skip < length ? cut + skip : length));
        if (strlen(word[1]) < 2 || !strcmp(word[0], word[1]))
            continue;
        size_t longer = strlen(word[strlen(word[1]) > length]);
        bool expected = naive_distance(word[0], word[1]) <= (longer < 8 ? 1 : 2);
        struct arena arena = {0};
        struct name_fold fold[2];
        for (int k = 0; k < 2; k++)
            assert_true(zi_name_fold(text_of(word[k]), &arena, &fold[k]));
        if (zi_name_near(&fold[0], &fold[1]) != expected)
            fail_msg("`%s` and `%s`", word[0], word[1]);
        near += expected;
        far += !expected;
        zi_arena_free(&arena);
    }
    assert_true(near > 50 && far > 50);
}

static void names_of_any_bytes(void **state) {
    (void)state;
    static char huge[10000];
    struct arena arena = {0};
    struct name_fold a, b;
    memset(huge, 'a', sizeof huge);
    assert_true(zi_name_fold((struct text){huge, sizeof huge}, &arena, &a));
    huge[0] = 'b';
    assert_true(zi_name_fold((struct text){huge, sizeof huge}, &arena, &b));
    assert_false(zi_name_same(&a, &b));
    assert_false(zi_name_near(&a, &b)); /* too long to be compared */
    assert_true(zi_name_fold((struct text){"A\0B", 3}, &arena, &a));
    assert_true(zi_name_fold(TEXT("b a"), &arena, &b));
    assert_true(zi_name_same(&a, &b));
    assert_true(zi_name_fold(TEXT("\xFF\xC3"), &arena, &a));
    assert_false(zi_name_same(&a, &a));
    zi_arena_free(&arena);
}

static const struct likeness_row {
    const char *name, *a, *b;
    enum likeness expected;
} likenesses[] = {
    {"the same bytes", "Jansen", "Jansen", NAMES_SAME},
    {"one is not given", "Jansen", "", NAMES_UNKNOWN},
    {"neither is given", "", "", NAMES_SAME},
    {"another case", "Jansen", "jansen", NAMES_ALIKE},
    {"another case with accents", "ÉÈÊË ÀÁÂ", "éèêë àáâ", NAMES_ALIKE},
    {"a slip", "Jansen", "Jansens!", NAMES_ALIKE},
    {"two slips in seven letters", "Jansen", "Hansens", NAMES_OTHER},
    {"another name", "Jansen", "Nowak", NAMES_OTHER},
    {"another order", "Player, Anna", "Anna Player", NAMES_ALIKE},
    {"other initials, as in a table", "A. Player", "B. Player", NAMES_OTHER},
    {"three letters", "Kim", "Tim", NAMES_OTHER},
    {"no letters", "-", "?", NAMES_OTHER},
    {"other bytes that are not UTF-8", "\xFF", "\xFE", NAMES_OTHER},
    {"the same bytes that are not UTF-8", "\xFF", "\xFF", NAMES_SAME},
};

static void two_names_have_a_likeness(void **state) {
    const struct likeness_row *row = *state;
    struct arena scratch = {0};
    bool failed = false;
    struct text a = text_of(row->a), b = text_of(row->b);
    assert_int_equal(zi_names_likeness(a, b, &scratch, &failed), row->expected);
    assert_int_equal(zi_names_likeness(b, a, &scratch, &failed), row->expected);
    assert_false(failed);
    zi_arena_free(&scratch);
}

int main(void) {
    static const struct CMUnitTest single[] = {
        cmocka_unit_test(nearness_agrees_with_a_naive_distance),
        cmocka_unit_test(names_of_any_bytes),
    };
    static struct CMUnitTest rows[COUNT(names) + COUNT(likenesses)];
    size_t n = 0;
    for (size_t i = 0; i < COUNT(names); i++)
        rows[n++] = (struct CMUnitTest){names[i].name, names_that_look_alike, NULL, NULL,
                                        (void *)(uintptr_t)&names[i]};
    for (size_t i = 0; i < COUNT(likenesses); i++)
        rows[n++] = (struct CMUnitTest){likenesses[i].name, two_names_have_a_likeness, NULL, NULL,
                                        (void *)(uintptr_t)&likenesses[i]};
    int failed = cmocka_run_group_tests(single, NULL, NULL);
    return failed + cmocka_run_group_tests_name("likeness of names", rows, NULL, NULL);
}
