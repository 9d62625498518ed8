/* Functions of the library that only the program uses. */
#include <stdlib.h>
#include <string.h>

#include "notation/base/option.h"
#include "tests/unit/unit.h"
#include "validators/api/records.h"
#include "validators/zet.h"

static bool take_nothing(void *context, const char *bytes, size_t size) {
    return (void)context, (void)bytes, (void)size, true;
}
static bool take_name(void *context, const char *name) { return (void)context, *name != '\0'; }
static bool take_end(void *context) { return (void)context, true; }

static void a_task_takes_a_folder(void **state) {
    (void)state;
    const zet_folder folder = {.begin = take_name, .write = take_nothing, .end = take_end};
    const zet_task_io io = {.folder = &folder};
    zet_task *task = zet_task_new("site", &io, NULL);
    zet_task_free(task);
}

static const char gathered[] =
    "game: husbao\nplayers: {a: Ann, judge: Eva}\n"
    "position: 1,0,2,1,0,2,1,0/1,1,0,2,3,3,1,0/0,1,3,1,2,0,1,1/2,0,1,1,0,2,0,1 a\nmoves: c2+x3\n"
    "--- {game: halma, variant: 8x8, moves: e1-d1}\n"
    "--- {game: akron, position: 8/8/8/8/2bw4/1bwbb3/8/8 b, moves: e3-2c3}\n"
    "--- {game: akron, moves: [\n";

static void a_reader_gathers_while_it_replays(void **state) {
    zet_reader *reader = zet_reader_new(NULL);
    const zet_record *r;
    zet_amount amount;
    zet_player player;
    (void)state;
    zet_reader_gather(reader, ZET_GATHER_MEASURES);
    assert_int_equal(zet_reader_open_text(reader, "-", zet_text_of(gathered), NULL), ZET_OK);
    assert_int_equal(zet_reader_next(reader, &r, NULL), ZET_OK);
    for (size_t i = 0; i < 2; i++) { /* stages and stones captured */
        assert_true(zet_record_amount(r, i, &amount));
        assert_int_equal(amount.sum, i ? 3 : 2);
        assert_int_equal(amount.ply, 1);
    }
    assert_int_equal(zet_record_level(r), -1);
    assert_memory_equal(zet_record_first_move(r).at, "c2+x3", 5);
    assert_true(zet_record_player_at(r, 1, &player));
    assert_memory_equal(player.name.at, "Eva", 3);
    assert_false(zet_record_player_at(r, 2, &player));
    assert_int_equal(zet_reader_next(reader, &r, NULL), ZET_OK);
    assert_string_equal(zet_record_variant(r), "8x8");
    assert_int_equal(zet_reader_next(reader, &r, NULL), ZET_OK);
    assert_int_equal(zet_record_level(r), 2);
    assert_false(zet_record_is_broken(r));
    assert_int_equal(zet_reader_next(reader, &r, NULL), ZET_OK);
    assert_true(zet_record_is_broken(r));
    zet_reader_free(reader);
}

static void words_of_options_are_read(void **state) {
    zet_error error;
    const zet_option *themes = NULL;
    unsigned words[2];
    size_t count = 0;
    (void)state;
    for (size_t i = 0; (themes = zi_catalogue_option(ZET_CATALOGUE_DIAGRAM_OPTIONS, NULL, i)); i++)
        if (!strcmp(themes->name, "theme"))
            break;
    assert_int_equal(zi_option_words(themes, "dark,print", words, &count, &error), ZET_OK);
    assert_int_equal(count, 2);
    assert_string_equal(zi_option_word(themes, words[0]), "dark");
    assert_int_equal(zi_option_words(themes, "dark,dark", words, &count, &error), ZET_REFUSED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_task_takes_a_folder),
        cmocka_unit_test(a_reader_gathers_while_it_replays),
        cmocka_unit_test(words_of_options_are_read),
    };
    return cmocka_run_group_tests_name("api_find", tests, NULL, NULL);
}
