/* Positions and moves as data: random games against a second bookkeeping that knows the public
   structures alone, keys against the algorithm that zet.h states, and keys that were stored. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zet.h>

#include "validators/api/records.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static uint64_t draw(uint64_t *state) {
    *state = *state * 6364136223846793005U + 1442695040888963407U;
    return *state >> 33;
}

static zet_rules *rules_of(const char *words) {
    char room[128], *word[12] = {NULL};
    const char *options[12] = {NULL};
    size_t count = 0, option_count = 0;
    snprintf(room, sizeof room, "%s", words);
    for (char *w = strtok(room, " "); w; w = strtok(NULL, " "))
        word[count++] = w;
    const char *variant = count > 1 && !strchr(word[1], '=') ? word[1] : NULL;
    for (size_t i = variant ? 2 : 1; i < count; i++)
        options[option_count++] = word[i];
    zet_rules *rules = zet_rules_new(word[0], variant, options, NULL);
    assert_non_null(rules);
    return rules;
}

static zet_position *position_of(zet_rules *rules, const char *text) {
    zet_position *p = zet_position_new(rules, zet_text_of(text), NULL);
    assert_non_null(p);
    return p;
}

/* What is on all cells. */
struct cells {
    zet_content at[ZET_CELLS_MAX];
    unsigned turn;
};

static void read_board(const zet_position *p, struct cells *b) {
    static zet_content contents[ZET_CELLS_MAX];
    size_t count = zet_position_contents(p, contents, COUNT(contents));
    assert_int_equal(zet_position_contents(p, NULL, 0), count);
    memset(b, 0, sizeof *b);
    b->turn = zet_position_turn(p);
    for (size_t i = 0; i < count; i++) {
        zet_content one = zet_position_at(p, contents[i].cell);
        assert_true(one.cell == contents[i].cell && one.piece == contents[i].piece);
        assert_true(one.side == contents[i].side && one.count == contents[i].count);
        assert_true(!i || contents[i - 1].cell < contents[i].cell);
        assert_true(contents[i].count && contents[i].height);
        b->at[contents[i].cell] = contents[i];
    }
}

static uint64_t mix(uint64_t x) {
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9U;
    x = (x ^ x >> 27) * 0x94d049bb133111ebU;
    return x ^ x >> 31;
}

static uint64_t content_code(const zet_content *c) {
    return c->piece == ZET_PIECE_STONES ? c->count
                                        : 1 + c->side + (c->piece == ZET_PIECE_HOGGA ? 2 : 0);
}

static uint64_t key_of(const zet_rules *rules, const struct cells *b) {
    uint64_t key = 0;
    for (const char *text = zet_rules_text(rules); *text; text++)
        key = mix(key ^ (unsigned char)*text);
    for (unsigned c = 0; c < ZET_CELLS_MAX; c++)
        if (b->at[c].count)
            key ^= mix(content_code(&b->at[c]) << 32 | c);
    return key ^ (b->turn ? 0x5851f42d4c957f2dU : 0);
}

/* The position text, written from what is on the cells. */
static void assert_text_of(zet_position *p, const struct cells *b) {
    zet_board shape = zet_rules_board(zet_position_rules(p));
    const char *game = zet_rules_game(zet_position_rules(p));
    char text[8192];
    size_t n = 0;
    unsigned top = 0;
    for (unsigned c = 0; c < ZET_CELLS_MAX; c++)
        top = b->at[c].count && c >> 8 > top ? c >> 8 : top;
    for (unsigned level = 0; level <= top; level++)
        for (unsigned rank = shape.ranks - level; rank--;) {
            unsigned empty = 0;
            for (unsigned file = 0; file < shape.files - level; file++) {
                const zet_content *c = &b->at[level << 8 | rank << 4 | file];
                if (shape.counts) {
                    n += (size_t)sprintf(text + n, file ? ",%u" : "%u", (unsigned)c->count);
                    continue;
                }
                if (!c->count) {
                    empty++;
                    continue;
                }
                n += empty ? (size_t)sprintf(text + n, "%u", empty) : 0;
                empty = 0;
                text[n++] = (c->piece == ZET_PIECE_HOGGA ? "BW" : "bw")[c->side];
            }
            n += empty ? (size_t)sprintf(text + n, "%u", empty) : 0;
            text[n++] = rank ? '/' : level < top ? '|' : ' ';
        }
    text[n++] = zet_side_name(game, b->turn)[0];
    zet_text got = zet_position_text(p);
    assert_int_equal(got.length, n);
    assert_memory_equal(got.at, text, n);
}

/* Plays a random move as data in one position and as text in the other. */
static bool play_both(zet_position *p, zet_position *other, uint64_t *dice) {
    static struct cells board;
    zet_move move, played;
    zet_moves *moves = zet_moves_new(p, true, NULL);
    size_t count = zet_moves_count(moves);
    if (!count) {
        zet_moves_free(moves);
        return false;
    }
    assert_false(zet_moves_at(moves, count, &move));
    size_t chosen = (size_t)(draw(dice) % count);
    assert_true(zet_moves_at(moves, chosen, &move));
    assert_string_equal(move.text.at, zet_moves_text(moves, chosen));
    assert_int_equal(move.side, zet_position_turn(p));
    assert_int_equal(zet_position_play_move(p, &move, NULL, NULL), ZET_OK);
    assert_int_equal(zet_position_play(other, move.text, NULL, NULL), ZET_OK);
    read_board(p, &board);
    assert_text_of(p, &board);
    assert_true(zet_position_key(p) == key_of(zet_position_rules(p), &board));
    assert_true(zet_position_equals(p, other) && zet_position_equals(other, p));
    size_t ply = zet_position_ply(p) - 1;
    assert_true(zet_position_move_at(p, ply, &played));
    assert_false(zet_position_move_at(p, ply + 1, &played));
    assert_true(played.kind == move.kind && played.from == move.from && played.to == move.to);
    assert_true(played.side == move.side && played.captured == move.captured);
    assert_int_equal(played.path_count, move.path_count);
    assert_memory_equal(played.path, move.path, move.path_count * sizeof *move.path);
    assert_int_equal(played.fall_count, move.fall_count);
    assert_string_equal(played.text.at, move.text.at);
    if (move.kind == ZET_MOVE_WALK && ply % 2) { /* the ends are enough */
        zet_move ends = {.kind = ZET_MOVE_WALK, .from = move.from, .to = move.to};
        assert_true(zet_position_undo(p));
        assert_int_equal(zet_position_play_move(p, &ends, NULL, NULL), ZET_OK);
        assert_true(zet_position_equals(p, other));
    }
    zet_moves_free(moves);
    return true;
}

static const char *const game_rows[] = {"hogga",
                                        "hogga repetition=0",
                                        "halma 8x8",
                                        "halma 10x10 hops=long yards=one-way",
                                        "halma 16x16",
                                        "akron",
                                        "akron size=4",
                                        "akron size=3 swap=true full-board=draw",
                                        "husbao",
                                        "husbao bis first=b repetition=3",
                                        "husbao front",
                                        "husbao direction=ccw",
                                        "husbao endless=draw"};

/* Every image of p has as many moves, and a move of it is one of p. */
static size_t images_of(zet_position *p) {
    zet_output *out = zet_output_new(NULL, NULL);
    size_t count = 0;
    bool exchanged;
    for (zet_position *image; (image = zet_position_image(p, count, &exchanged, NULL)); count++) {
        zet_moves *moves = zet_moves_new(image, true, NULL);
        zet_moves *own = zet_moves_new(p, true, NULL);
        assert_int_equal(zet_moves_count(moves), zet_moves_count(own));
        for (size_t i = 0; i < zet_moves_count(moves); i += 7) {
            zet_position *copy = zet_position_copy_new(p, NULL);
            zet_output_clear(out);
            zet_text move = zet_text_of(zet_moves_text(moves, i));
            assert_int_equal(zet_position_image_move(p, count, move, out, NULL), ZET_OK);
            assert_int_equal(zet_position_play(copy, zet_output_text(out), NULL, NULL), ZET_OK);
            zet_position_free(copy);
        }
        zet_moves_free(own);
        zet_moves_free(moves);
        zet_position_free(image);
    }
    zet_output_free(out);
    return count;
}

static void symmetries(void **state) {
    static const struct {
        const char *rules;
        size_t images, plies; /* an image has no history: after a swap it could swap again */
    } rows[] = {{"hogga", 1, 5},
                {"halma 8x8", 3, 5},
                {"akron size=4", 7, 5},
                {"akron size=4 swap=true", 3, 1},
                {"husbao", 0, 5}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        zet_rules *rules = rules_of(rows[i].rules);
        zet_position *p = position_of(rules, NULL), *other = position_of(rules, NULL);
        uint64_t dice = 7919;
        for (size_t ply = 0; ply < rows[i].plies; ply++) {
            assert_int_equal(images_of(p), rows[i].images);
            assert_true(play_both(p, other, &dice));
        }
        zet_position_free(other);
        zet_position_free(p);
        zet_rules_free(rules);
    }
}

static void games_as_data(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(game_rows); i++) {
        zet_rules *rules = rules_of(game_rows[i]);
        for (uint64_t seed = 1; seed <= 6; seed++) {
            uint64_t dice = seed * 7919;
            zet_position *p = position_of(rules, NULL), *other = position_of(rules, NULL);
            uint64_t first = zet_position_key(p);
            while (zet_position_ply(p) < 120 && play_both(p, other, &dice))
                ;
            assert_true(zet_position_ply(p) > 0);
            zet_position *copy = zet_position_copy_new(p, NULL);
            assert_true(zet_position_equals(p, copy));
            while (zet_position_undo(copy))
                ;
            assert_true(zet_position_key(copy) == first);
            assert_false(zet_position_equals(p, copy) && zet_position_key(p) != first);
            zet_position_free(copy);
            zet_position_free(other);
            zet_position_free(p);
        }
        zet_rules_free(rules);
    }
}

/* Computed from zet.h's description by another program (Python). */
static void stored_keys(void **state) {
    static const struct {
        const char *rules, *text;
        uint64_t key;
    } rows[] = {
        {"hogga repetition=3", "hogga", 0xbca720fa886f85efU},
        {"hogga repetition=0", "hogga repetition=0", 0x669408698521fda1U},
        {"halma 8x8", "halma 8x8", 0x1ba5fdf7929f4c59U},
        {"halma 8x8 repetition=3 first=black", "halma 8x8 first=black repetition=3",
         0x3aa5b4e7d80a6a4dU},
        {"akron", "akron", 0xb59990d93722def2U},
        {"husbao", "husbao basic", 0x616f94a44cda5f62U},
        {"husbao bis first=b", "husbao bis first=b", 0xaeea28b84e7b0ad3U},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        zet_rules *rules = rules_of(rows[i].rules);
        zet_position *p = position_of(rules, NULL);
        assert_string_equal(zet_rules_text(rules), rows[i].text);
        assert_true(zet_position_key(p) == rows[i].key);
        zet_position_free(p);
        zet_rules_free(rules);
    }
}

static void rules_say_what_they_are(void **state) {
    zet_rules *rules = rules_of("halma 10x10 evacuation=7 goal=occupied");
    (void)state;
    assert_string_equal(zet_rules_variant(rules), "10x10");
    assert_string_equal(zet_rules_text(rules), "halma 10x10 evacuation=7 goal=occupied");
    /* M2: White's yard is in the south-east, Black's opposite; each is the other's goal (M6). */
    assert_int_equal(zet_rules_zones(rules, 0x09, 1), ZET_ZONE_CAMP);
    assert_int_equal(zet_rules_zones(rules, 0x09, 0), ZET_ZONE_GOAL);
    assert_int_equal(zet_rules_zones(rules, 0x90, 0), ZET_ZONE_CAMP);
    assert_int_equal(zet_rules_zones(rules, 0x55, 0), 0);
    assert_int_equal(zet_rules_zones(rules, ZET_NO_CELL, 0), 0);
    assert_int_equal(zet_rules_zones(rules, 0x09, 2), 0);
    zet_rules_free(rules);
    rules = rules_of("halma 10x10 evacuation=50"); /* M7 */
    assert_string_equal(zet_rules_text(rules), "halma 10x10");
    zet_rules_free(rules);
    rules = rules_of("akron size=5");
    zet_board board = zet_rules_board(rules);
    assert_true(board.files == 5 && board.ranks == 5 && board.levels == 5 && !board.counts);
    assert_null(zet_rules_variant(rules));
    assert_int_equal(zet_rules_cell(rules, zet_text_of("2d4")), 0x133);
    assert_int_equal(zet_rules_cell(rules, zet_text_of("2e4")), ZET_NO_CELL);
    char name[ZET_CELL_NAME_SIZE];
    assert_string_equal(zet_cell_name(0x133, name), "2d4");
    assert_string_equal(zet_cell_name(ZET_NO_CELL, name), "");
    zet_rules_free(rules);
}

/* Every move with a text is in the list without texts, and no other. */
static void engines_need_no_texts(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(game_rows); i++) {
        zet_rules *rules = rules_of(game_rows[i]);
        zet_position *p = position_of(rules, NULL);
        zet_moves *with = zet_moves_new(p, true, NULL), *without = zet_moves_new(p, false, NULL);
        zet_move move;
        size_t found = 0, count = zet_moves_count(with);
        assert_int_equal(zet_moves_count(without), count);
        for (size_t k = 0; zet_moves_at(without, k, &move); k++) {
            assert_int_equal(move.text.length, 0);
            assert_int_equal(zet_position_play_move(p, &move, NULL, NULL), ZET_OK);
            for (size_t n = 0; n < count; n++)
                found += !strcmp(zet_moves_text(with, n), zet_position_last_move(p).at);
            assert_true(zet_position_undo(p));
        }
        assert_int_equal(found, count);
        assert_string_equal(zet_position_side(p),
                            zet_side_name(zet_rules_game(rules), zet_position_turn(p)));
        zet_moves_free(with);
        zet_moves_free(without);
        zet_position_free(p);
        zet_rules_free(rules);
    }
}

static void strings_are_json(void **state) {
    zet_output *out = zet_output_new(NULL, NULL);
    (void)state;
    zet_output_write_json(out, zet_text_of("a\"b\\\n\x01\xC3\xA9"));
    zet_output_write_json(out, zet_text_of(NULL));
    zet_output_write(out, (zet_text){"", 1});
    assert_string_equal(zet_output_text(out).at, "\"a\\\"b\\\\\\u000a\\u0001\xC3\xA9\"\"\"");
    zet_output_free(out);
}

/* A3: c3 carries a stone on level 3 (3b2) through those between. */
static void piles_have_heights(void **state) {
    zet_rules *rules = rules_of("akron");
    zet_position *p =
        position_of(rules, "8/8/8/8/1bbb4/1bbb4/1bbb4/8|7/7/7/7/1ww4/1ww4/7|6/6/6/6/1b4/6 w");
    static const struct {
        zet_cell cell;
        unsigned height;
    } rows[] = {{0x11, 3}, {0x22, 3}, {0x33, 3}, {0x13, 3}, {0x111, 2}, {0x211, 1}, {0x00, 0}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_int_equal(zet_position_at(p, rows[i].cell).height, rows[i].height);
    assert_int_equal(zet_position_at(p, ZET_NO_CELL).count, 0);
    assert_int_equal(zet_position_at(p, 0x111).side, 1);
    zet_position_free(p);
    zet_rules_free(rules);
}

/* A10: a1 leaves, the stone on it falls into its place, and the one on that into its. */
static void a_pile_falls(void **state) {
    static const zet_cell falls[] = {0x100, 0x200};
    zet_rules *rules = rules_of("akron");
    zet_position *p =
        position_of(rules, "8/8/8/8/8/bbb5/bbb5/bbb5|7/7/7/7/7/bb5/bb5|6/6/6/6/6/b5 b");
    zet_move move = {.kind = ZET_MOVE_RELOCATE, .from = 0x00, .to = 0x03};
    zet_move played;
    (void)state;
    assert_int_equal(zet_position_play_move(p, &move, NULL, NULL), ZET_OK);
    assert_true(zet_position_move_at(p, 0, &played));
    assert_int_equal(played.fall_count, 2);
    assert_memory_equal(played.falls, falls, sizeof falls);
    zet_position_free(p);
    zet_rules_free(rules);
}

static void moves_as_data_are_refused(void **state) {
    static const zet_cell two[] = {0x00, 0x11}, none[] = {0x00, 0xFF};
    static const struct {
        const char *rules, *reason;
        zet_move move;
    } rows[] = {
        {"hogga", NULL, {.kind = ZET_MOVE_SOW, .path = two, .path_count = 1, .direction = '+'}},
        {"hogga", NULL, {.kind = ZET_MOVE_GIVE}},
        {"hogga", NULL, {.kind = ZET_MOVE_WALK, .path = two, .path_count = 1}},
        {"hogga", NULL, {.kind = ZET_MOVE_WALK, .path = none, .path_count = 2}},
        {"hogga", NULL, {.kind = ZET_MOVE_WALK, .from = 0, .to = ZET_NO_CELL}},
        {"hogga", "empty-origin", {.kind = ZET_MOVE_WALK, .path = two, .path_count = 2}},
        {"hogga", "empty-origin", {.kind = ZET_MOVE_WALK, .from = 0x00, .to = 0x11}},
        {"hogga", "must-not-pass", {.kind = ZET_MOVE_PASS}},
        {"hogga", NULL, {.kind = ZET_MOVE_SKIP}},
        {"hogga", NULL, {.kind = (zet_move_kind)77}},
        {"akron", NULL, {.kind = ZET_MOVE_PLACE, .path = two, .path_count = 2}},
        {"akron", "not-on-board-level", {.kind = ZET_MOVE_PLACE, .from = ZET_NO_CELL, .to = 0x111}},
        {"akron", "empty-origin", {.kind = ZET_MOVE_RELOCATE, .from = 0x00, .to = 0x11}},
        {"akron", "no-swap", {.kind = ZET_MOVE_SWAP}},
        {"husbao", NULL, {.kind = ZET_MOVE_SOW, .from = 0x00, .to = ZET_NO_CELL}},
        {"husbao", NULL, {.kind = ZET_MOVE_GIVE, .path = two, .path_count = 2}},
        {"husbao",
         "not-own-pit",
         {.kind = ZET_MOVE_SOW, .from = 0x30, .to = ZET_NO_CELL, .direction = '-'}},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        zet_rules *rules = rules_of(rows[i].rules);
        zet_position *p = position_of(rules, NULL);
        uint64_t key = zet_position_key(p);
        const char *reason = "unset";
        zet_error error = {0};
        assert_int_equal(zet_position_play_move(p, &rows[i].move, &reason, &error), ZET_REFUSED);
        assert_true(*error.message);
        if (rows[i].reason)
            assert_string_equal(reason, rows[i].reason);
        else
            assert_null(reason);
        assert_true(zet_position_key(p) == key && !zet_position_ply(p));
        zet_position_free(p);
        zet_rules_free(rules);
    }
}

/* Records. */

static const zet_record *read_one(zet_reader *reader, const char *text) {
    const zet_record *record;
    assert_true(zet_reader_open_text(reader, "-", zet_text_of(text), NULL) == ZET_OK);
    assert_int_equal(zet_reader_next(reader, &record, NULL), ZET_OK);
    return record;
}

/* The key of the whole line; 0: there is none. */
static uint64_t line_key(zet_reader *reader, const char *text) {
    const zet_record *r = read_one(reader, text);
    zet_step step = {0};
    size_t count = 0;
    while (zet_record_step(r, count, &step))
        count++;
    assert_true(!count || count == zet_record_plies(r) + 1);
    return step.line;
}

static void lines_have_keys(void **state) {
    zet_reader *reader = zet_reader_new(NULL);
    (void)state;
    assert_true(line_key(reader, "game: akron\nmoves: d4\n") == 0);
    zet_reader_gather(reader, ZET_GATHER_STEPS);
    uint64_t one = line_key(reader, "game: hogga\nmoves: b10-b9 k4-k5 a13^a9\n");
    assert_true(one == line_key(reader, "x-a: 1\ngame: hogga\nrules: {repetition: 3}\n"
                                        "moves: 1. B10-b9 {c} k4-k5 (k4-j5) 2. a13..a9!\n"));
    assert_true(one != line_key(reader, "game: hogga\nmoves: b10-b9 k4-k5\n"));
    assert_true(one != line_key(reader, "game: hogga\nrules: {repetition: 4}\n"
                                        "moves: b10-b9 k4-k5 a13^a9\n"));
    assert_true(line_key(reader, "game: nothing\nmoves: a1\n") == 0);
    /* By hand, as zet.h says: the start's key, then the words. */
    zet_rules *rules = rules_of("husbao");
    zet_position *start = position_of(rules, NULL);
    uint64_t k = zet_position_key(start);
    static const uint64_t words[] = {UINT64_C(7) << 60 | 1, UINT64_C(0x30) << 32 | 1,
                                     UINT64_C(0x00) << 32 | 1,
                                     UINT64_C(5) << 60 | UINT64_C(0x00) << 48 | UINT64_C(1) << 32};
    for (size_t i = 0; i < COUNT(words); i++)
        k = mix(k ^ words[i]);
    assert_true(k == line_key(reader, "game: husbao\nmoves: '%give:a4:a1 a1-'\n"));
    zet_position_free(start);
    zet_rules_free(rules);
    zet_reader_free(reader);
}

/* A letter for each byte of the text: of the part that it is in, or a point. */
static void parts_are(zet_reader *reader, const char *text, const char *expected) {
    static const char letters[] = "kvnrmgc";
    const zet_record *r = read_one(reader, text);
    char painted[512] = "";
    zet_part part;
    uint64_t end = 0;
    for (size_t i = 0; text[i]; i++)
        painted[i] = text[i] == '\n' ? '\n' : '.';
    for (size_t i = 0; zi_record_part(r, i, &part); end = part.end_offset, i++) {
        assert_true(part.offset >= end && part.end_offset <= strlen(text));
        for (uint64_t at = part.offset; at < part.end_offset; at++)
            if (text[at] != '\n')
                painted[at] = letters[part.kind];
    }
    assert_string_equal(painted, expected);
}

static void records_have_parts(void **state) {
    zet_reader *reader = zet_reader_new(NULL);
    zet_part part;
    (void)state;
    assert_false(zi_record_part(read_one(reader, "game: akron\nmoves: d4\n"), 0, &part));
    zet_reader_gather(reader, ZET_GATHER_PARTS);
    parts_are(reader,
              "--- # one\ngame: akron\nplayers: {white: Ann, black: 'B o', x-referee: Cy}\n"
              "rules: {size: 8}\nround: 3 # last\nresult: black\nx-list: [a, 12, {b: \"c\"}]\n"
              "moves: |\n  1. d4! {x\n  y} e5 $2 (1... e4 ; z\n  ) 2. d5 1-0\n# end\n",
              "....ccccc\nkkkk..vvvvv\nkkkkkkk...kkkkk..vvv..kkkkk..vvvvv..kkkkkkkkk..vv.\n"
              "kkkkk...kkkk..n.\nkkkkk..n.cccccc\nkkkkkk..rrrrr\nkkkkkk...v..nn...k..vvv..\n"
              "kkkkk...\n..nn.mmg.cc\ncccc.mm.gg..nnnn.mm.ccc\n....nn.mm.rrr\nccccc\n");
    parts_are(
        reader,
        "playout: [b12-b11]\ngame: hogga\nplayers:\n  black:\n    id: 7\n    name: é\n  white:\n"
        "moves:\n- b10-b9! # one\n- \"{\\u00E9}\"\n- k4-\n",
        "kkkkkkk...mmmmmmm.\nkkkk..vvvvv\nkkkkkkk.\n..kkkkk.\n....kk..n\n....kkkk..vv\n"
        "..kkkkk.\nkkkkk.\n..mmmmmmg.ccccc\n...cccccccc.\n.....\n");
    parts_are(reader, "event: x\nmoves: |\n  d4 e5\n\n\nsite: y",
              "kkkkk..v\nkkkkk..v\nvvvvvvv\n\n\nkkkk..v");
    parts_are(reader, "game: akron\nmoves: [\n", "...........\n........\n");
    zet_reader_free(reader);
}

static void walks_have_data(void **state) {
    zet_reader *reader = zet_reader_new(NULL);
    zet_ply ply;
    zet_move move;
    (void)state;
    zet_reader_set(reader, "moves", "true", NULL);
    const zet_record *r = read_one(reader, "game: husbao\nmoves: '%give:a4,b4:a1*2 a1-'\n");
    assert_true(zet_record_is_valid(r));
    zet_walk *walk = zet_walk_new(r, NULL);
    assert_false(zet_walk_move(walk, &move));
    zet_text start = zet_walk_position(walk);
    assert_memory_equal(start.at, "2,2,2,2,2,2,2,2/", 16);
    uint64_t first = zet_walk_key(walk);
    assert_true(zet_walk_next(walk, &ply) && ply.gift);
    assert_true(zet_walk_move(walk, &move) && move.kind == ZET_MOVE_GIVE);
    assert_true(zet_walk_key(walk) != first);
    assert_true(zet_walk_next(walk, &ply) && !ply.gift);
    assert_true(zet_walk_move(walk, &move) && move.kind == ZET_MOVE_SOW && move.direction == '-');
    assert_string_equal(move.text.at, ply.move.at);
    assert_false(zet_walk_next(walk, &ply));
    zet_walk_free(walk);
    zet_reader_free(reader);
}

static void assert_text(zet_text got, const char *expected) {
    assert_int_equal(got.length, strlen(expected));
    if (got.length)
        assert_memory_equal(got.at, expected, got.length);
}

static void records_have_what_an_index_needs(void **state) {
    static const char stream[] =
        "game: hogga\nmoves: b10-b9\n---\ngame: hogga\nplayers: {black: {name: Aa, id: nl-7, "
        "rating: 1510}, white: Bb}\nresult: white\ntermination: time\nmoves: b10-b9\n";
    zet_reader *reader = zet_reader_new(NULL);
    const zet_record *r;
    zet_text ending;
    (void)state;
    r = read_one(reader, stream);
    assert_int_equal(zet_record_offset(r), 0);
    assert_int_equal(zet_record_result(r, NULL), ZET_RESULT_OPEN);
    assert_text(zet_record_player_value(r, 0, "id"), "");
    assert_int_equal(zet_reader_next(reader, &r, NULL), ZET_OK);
    assert_memory_equal(stream + zet_record_offset(r), zet_record_document(r).at, 10);
    assert_int_equal(zet_record_result(r, &ending), ZET_RESULT_WIN_1);
    assert_text(ending, "time");
    assert_text(zet_record_player_value(r, 0, "id"), "nl-7");
    assert_text(zet_record_player_value(r, 0, "rating"), "1510");
    assert_text(zet_record_player_value(r, 0, "club"), "");
    assert_text(zet_record_player_value(r, 1, "id"), "");
    assert_text(zet_record_player_value(r, 2, "id"), "");
    r = read_one(reader, "game: akron\nmoves: d4\n");
    assert_int_equal(zet_record_result(r, &ending), ZET_RESULT_OPEN);
    assert_text(ending, "unknown");
    r = read_one(reader, "game: akron\nposition: 'bbbbbbbb/8/8/8/8/8/8/8 b'\nresult: white\n"
                         "termination: time\nmoves: ''\n");
    zet_reader_free(reader);
    zet_output *out = zet_output_new(NULL, NULL);
    assert_int_equal(zet_fold_name(zet_text_of("M\xC3\xBCller, J.-P."), out, NULL), ZET_OK);
    assert_text(zet_output_text(out), "j muller p");
    zet_output_free(out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_as_data),
        cmocka_unit_test(symmetries),
        cmocka_unit_test(stored_keys),
        cmocka_unit_test(rules_say_what_they_are),
        cmocka_unit_test(engines_need_no_texts),
        cmocka_unit_test(strings_are_json),
        cmocka_unit_test(piles_have_heights),
        cmocka_unit_test(a_pile_falls),
        cmocka_unit_test(moves_as_data_are_refused),
        cmocka_unit_test(lines_have_keys),
        cmocka_unit_test(records_have_parts),
        cmocka_unit_test(walks_have_data),
        cmocka_unit_test(records_have_what_an_index_needs),
    };
    return cmocka_run_group_tests_name("api_data", tests, NULL, NULL);
}
