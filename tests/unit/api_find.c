/* Searching, players and copies by the functions of zet.h, as `zet find` uses them. */
#include <stdlib.h>
#include <string.h>

#include "notation/base/option.h"
#include "tests/unit/unit.h"
#include "validators/api/archive.h"
#include "validators/zet.h"

static const char records[] =
    "game: akron\nplayers: {black: Ann Berg, white: Bob}\nevent: Open\ndate: 2024-05-01\n"
    "moves: d4 e5 c3\n"
    "--- {game: akron, players: {black: BERG Ann, white: Bob}, moves: d4 e5 c3}\n"
    "--- {game: akron, players: {black: Cleo, white: Dirk}, moves: e4 d4}\n";

static void assert_output(zet_output *out, const char *expected) {
    zet_text t = zet_output_text(out);
    assert_int_equal(t.length, strlen(expected));
    assert_memory_equal(t.at, expected, t.length);
    zet_output_clear(out);
}

static void conditions_on_moves_choose_records(void **state) {
    (void)state;
    zet_search *s = zet_search_new(NULL), *copy;
    zet_reader *reader = zet_reader_new(NULL);
    const zet_record *r;
    char holds[8] = "";
    int64_t ply;
    assert_int_equal(zet_search_add(s, "move", "c3", NULL), ZET_OK);
    assert_string_equal(zet_search_value(s, "move", 0).at, "c3");
    assert_null(zet_search_value(s, "move", 1).at);
    assert_int_equal(zet_search_ready(s, NULL, 0, NULL), ZET_OK);
    copy = zet_search_copy(s, NULL);
    zet_search_free(s);
    assert_true(zet_search_sees_moves(copy));
    zet_reader_set_search(reader, copy);
    assert_true(zet_reader_open_text(reader, "-", zet_text_of(records), NULL) == ZET_OK);
    while (zet_reader_next(reader, &r, NULL) == ZET_OK)
        if (zet_search_holds(copy, r, &ply))
            strcat(holds, (const char[]){(char)('0' + zet_record_number(r)), 0});
    assert_string_equal(holds, "12");
    assert_int_equal(zet_search_status(copy), ZET_OK);
    zet_reader_free(reader);
    zet_search_free(copy);
}

/* Whether a condition holds for a text, as '1' or '0', after each text. */
static void fits(const char *condition, const char *value, const char *text, bool expected) {
    zet_search *s = zet_search_new(NULL);
    assert_int_equal(zet_search_add(s, condition, value, NULL), ZET_OK);
    assert_int_equal(zet_search_ready(s, NULL, 0, NULL), ZET_OK);
    if (zet_search_fits(s, condition, zet_text_of(text), zet_text_of("7")) != expected)
        fail_msg("%s %s: %s", condition, value, text);
    zet_search_free(s);
}

static void conditions_hold_for_texts(void **state) {
    (void)state;
    fits("player", "*berg*", "Ann BERG", true);
    fits("player", "*berg*", "Bob", false);
    fits("player", "*", "", true);
    fits("id", "7", "", true);
    fits("id", "8", "", false);
    fits("event", "Open*", "open 2026", true);
    fits("event", "Open*", "Club", false);
    fits("site", "", "", true);
    fits("round", "1", "10", false);
    fits("termination", "time", "time", true);
    fits("termination", "time", "rules", false);
    fits("reason", "go*", "goal", true);
    fits("reason", "go*", "", false);
    fits("since", "2024-05", "2024-05-??", true);
    fits("since", "2024-05", "2024-04-30", false);
    fits("until", "2024", "2025-01-01", false);
    fits("since", "2024", "", false);
}

static void conditions_hold_for_rules(void **state) {
    (void)state;
    zet_error error;
    zet_search *s = zet_search_new(NULL);
    zet_rules *rules = zet_rules_new("halma", "8x8", NULL, NULL);
    zet_rules *other = zet_rules_new("halma", "10x10", NULL, NULL);
    assert_int_equal(zet_search_add(s, "plies", "x", &error), ZET_REFUSED);
    assert_int_equal(zet_search_add(s, "rating", "1800-", &error), ZET_OK);
    assert_int_equal(zet_search_add(s, "game", "halma", &error), ZET_OK);
    assert_int_equal(zet_search_add(s, "variant", "8x8", &error), ZET_OK);
    assert_int_equal(zet_search_add(s, "rule", "hops=short", &error), ZET_OK);
    assert_int_equal(zet_search_ready(s, NULL, 0, NULL), ZET_OK);
    assert_true(zet_search_fits_rules(s, "game", zet_text_of(zet_rules_text(rules)), rules));
    assert_true(zet_search_fits_rules(s, "variant", zet_text_of(zet_rules_text(rules)), rules));
    assert_false(zet_search_fits_rules(s, "variant", zet_text_of(zet_rules_text(other)), other));
    assert_true(zet_search_fits_rules(s, "game", zet_text_of("halma"), NULL));
    assert_false(zet_search_fits_rules(s, "game", zet_text_of("akron"), NULL));
    assert_false(zet_search_fits_rules(s, "variant", zet_text_of("halma"), NULL));
    assert_false(zet_search_fits_rules(s, "rule", zet_text_of("halma"), NULL));
    zet_rules_free(rules);
    zet_rules_free(other);
    zet_search_free(s);
}

static void ids_and_names_are_players(void **state) {
    (void)state;
    zet_error error;
    zet_names *names = zet_names_new(
        "names.yaml", zet_text_of("- {name: Ann Berg, ids: n1, aliases: A. Berg}\n"), &error);
    zet_players *players = zet_players_new(names, NULL);
    uint32_t ann, same, bob;
    assert_non_null(names);
    ann = zet_players_number(players, zet_text_of("A. Berg"), zet_text_of(""));
    uint32_t by_id = zet_players_number(players, zet_text_of("x"), zet_text_of("n1"));
    bob = zet_players_number(players, zet_text_of("Bob"), zet_text_of(""));
    assert_true(zet_players_number(players, zet_text_of(""), zet_text_of("")) == ZET_NO_PLAYER);
    assert_int_equal(zet_players_join(players, NULL), ZET_OK);
    zet_text label = zet_players_label(players, ann, &ann);
    assert_memory_equal(label.at, "Ann Berg", 8);
    zet_players_label(players, by_id, &same);
    assert_int_equal(same, ann);
    zet_players_label(players, bob, &same);
    assert_int_not_equal(same, ann);
    zet_players_free(players);
    zet_names_free(names);
    assert_null(zet_names_new("names.yaml", zet_text_of("- {ids: n1}\n"), &error));
}

/* Two copies of one game, and another game. */
static void copies_are_found(void **state) {
    (void)state;
    zet_copies *copies = zet_copies_new(2, NULL, NULL);
    zet_reader *reader = zet_reader_new(NULL);
    const zet_record *r;
    zet_copy copy;
    zet_output *out = zet_output_new(NULL, NULL);
    zet_reader_gather(reader, ZET_GATHER_STEPS);
    assert_true(zet_reader_open_text(reader, "-", zet_text_of(records), NULL) == ZET_OK);
    for (int64_t tag = 1; zet_reader_next(reader, &r, NULL) == ZET_OK; tag++) {
        zet_entry entry = {.players = {zet_record_player(r, 0), zet_record_player(r, 1)},
                           .plies = zet_record_plies(r),
                           .points = -1};
        zet_copied copied = {.given = zet_record_given(r), .tag = tag};
        zet_step step;
        assert_true(zet_record_step(r, entry.plies, &step));
        copied.line_key = step.line;
        assert_int_equal(zet_copies_meet(copies, &entry, NULL), ZET_OK);
        assert_int_equal(zet_copies_add(copies, &entry, &copied, NULL), ZET_OK);
    }
    assert_int_equal(zet_copies_group(copies, NULL), ZET_OK);
    assert_true(zet_copies_next(copies, &copy));
    assert_int_equal(copy.tag, 1); /* it says more */
    assert_int_equal(copy.kind, ZET_COPY_NONE);
    assert_true(zet_copies_next(copies, &copy));
    assert_int_equal(copy.tag, 2);
    assert_int_equal(copy.of, 1);
    assert_int_equal(copy.plies, 3);
    assert_true(copy.kind == ZET_COPY_SAME || copy.kind == ZET_COPY_SPELLING);
    zet_place place = {zet_text_of("a.yaml"), 2, 7}, of = {zet_text_of("a.yaml"), 1, 1};
    zet_copy_write(&copy, &place, &of, true, out);
    assert_true(zet_output_text(out).length > 20);
    zet_output_clear(out);
    assert_false(zet_copies_next(copies, &copy));
    assert_int_equal(zet_copies_choose(copies, ZET_KEEP_COMPLETE, NULL), ZET_OK);
    assert_false(zet_copies_is_dropped(copies, 0));
    assert_true(zet_copies_is_dropped(copies, 1));
    assert_false(zet_copies_is_dropped(copies, 2));
    assert_int_equal(zet_copies_status(copies), ZET_OK);
    zet_place_write(&place, 4, false, out);
    assert_output(out, "a.yaml:7: record 2, ply 4\n");
    zet_output_free(out);
    zet_reader_free(reader);
    zet_copies_free(copies);
}

/* A game that breaks off where the other goes on. */
static void copies_may_break_off(void **state) {
    (void)state;
    zet_copies *copies = zet_copies_new(2, NULL, NULL);
    zet_copy copy;
    const zet_entry shorter = {.players = {zet_text_of("Ann"), zet_text_of("Bob")}, .plies = 3},
                    longer = {.players = {zet_text_of("Ann"), zet_text_of("Bob")}, .plies = 5};
    zet_copied one = {.line_key = 1, .tag = 10}, other = {.line_key = 2, .tag = 20};
    assert_int_equal(zet_copies_add(copies, &shorter, &one, NULL), ZET_OK);
    assert_int_equal(zet_copies_add(copies, &longer, &other, NULL), ZET_OK);
    zet_copies_extend(copies, 0, 1);
    assert_int_equal(zet_copies_group(copies, NULL), ZET_OK);
    assert_true(zet_copies_next(copies, &copy));
    assert_int_equal(copy.tag, 20);
    assert_true(zet_copies_next(copies, &copy));
    assert_int_equal(copy.tag, 10);
    assert_int_equal(copy.kind, ZET_COPY_TRUNCATED);
    zet_copies_free(copies);
}

static void texts_are_compared_and_made_names(void **state) {
    (void)state;
    zet_output *out = zet_output_new(NULL, NULL);
    assert_true(zet_text_compare(zet_text_of("9"), zet_text_of("10")) < 0);
    assert_true(zet_text_compare(zet_text_of("10"), zet_text_of("a")) < 0);
    assert_true(zet_text_compare(zet_text_of(""), zet_text_of("a")) > 0);
    assert_int_equal(zet_text_compare(zet_text_of("a"), zet_text_of("a")), 0);
    zet_text_folded(zet_text_of("\xC3\x89va"), out);
    assert_output(out, "eva");
    zet_text_file_name(zet_text_of("Open / 2026"), out);
    assert_output(out, "Open-2026");
    zet_output_free(out);
}

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
    zet_output *out = zet_output_new(NULL, NULL);
    zet_players *players = zet_players_new(NULL, NULL);
    zet_spelling ann = {.name = zet_text_of("Ann"), .games = 2};
    const zet_option *themes = NULL;
    unsigned words[2];
    size_t count = 0;
    (void)state;
    assert_int_equal(zet_players_spelled(players, &ann, &error), ZET_OK);
    assert_int_equal(zet_players_write(players, "players", 2, out, &error), ZET_OK);
    assert_output(out, "Ann\n");
    zet_players_free(players);
    for (size_t i = 0; (themes = zi_catalogue_option(ZET_CATALOGUE_DIAGRAM_OPTIONS, NULL, i)); i++)
        if (!strcmp(themes->name, "theme"))
            break;
    assert_int_equal(zi_option_words(themes, "dark,print", words, &count, &error), ZET_OK);
    assert_int_equal(count, 2);
    assert_string_equal(zi_option_word(themes, words[0]), "dark");
    assert_int_equal(zi_option_words(themes, "dark,dark", words, &count, &error), ZET_REFUSED);
    zet_output_free(out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_on_moves_choose_records),
        cmocka_unit_test(conditions_hold_for_texts),
        cmocka_unit_test(conditions_hold_for_rules),
        cmocka_unit_test(ids_and_names_are_players),
        cmocka_unit_test(copies_are_found),
        cmocka_unit_test(copies_may_break_off),
        cmocka_unit_test(texts_are_compared_and_made_names),
        cmocka_unit_test(a_task_takes_a_folder),
        cmocka_unit_test(a_reader_gathers_while_it_replays),
        cmocka_unit_test(words_of_options_are_read),
    };
    return cmocka_run_group_tests_name("api_find", tests, NULL, NULL);
}
