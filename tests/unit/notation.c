/* The notation layer: moves, positions, tokens, places, documents. */
#include "tests/unit/unit.h"

#include "notation/base/likeness.h"
#include "notation/games/pattern.h"
#include "notation/record/locate.h"
#include "notation/record/source.h"

#define NONE "0,0,0,0,0,0,0,0"
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Moves. */

/* A token of move text: what it is in canonical form, or `syntax` or `limit`; and the style bits.
 */
static const struct move_text {
    const char *name, *rules, *text, *canonical;
    unsigned style;
} move_texts[] = {
    {"hogga: a step", "hogga", "c3-c4", "c3-c4", 0},
    {"hogga: a chain", "hogga", "c3^c5^e7", "c3^c5^e7", 0},
    {"hogga: a route", "hogga", "c3..e7", "c3..e7", 0},
    {"hogga: a pass", "hogga", "--", "--", 0},
    {"hogga: the far corner", "hogga", "k12-l13", "k12-l13", 0},
    {"hogga: a step written as a hop", "hogga", "c3^c4", "c3-c4", STYLE_SEPARATOR},
    {"hogga: a hop written as a step", "hogga", "c3-c5", "c3^c5", STYLE_SEPARATOR},
    {"hogga: a step with x", "hogga", "c3xc4", "c3-c4", STYLE_SEPARATOR},
    {"hogga: a hop with a colon", "hogga", "c3:c5", "c3^c5", STYLE_SEPARATOR},
    {"hogga: a chain with mixed separators", "hogga", "c3>c5-e7^e5", "c3^c5^e7^e5",
     STYLE_SEPARATOR},
    {"hogga: upper-case letters", "hogga", "C3-c4", "c3-c4", STYLE_CASE},
    {"hogga: an upper-case separator", "hogga", "c3Xc5", "c3^c5", STYLE_CASE | STYLE_SEPARATOR},
    {"hogga: a route with an upper-case letter", "hogga", "c3..E7", "c3..e7", STYLE_CASE},
    {"hogga: upper case and a wrong separator", "hogga", "C3XC5", "c3^c5",
     STYLE_CASE | STYLE_SEPARATOR},
    {"hogga: a chain of neighbors is no step", "hogga", "c3^c4^c5", "c3^c4^c5", 0},
    {"hogga: a file that the board lacks", "hogga", "c3-m3", "syntax", 0},
    {"hogga: a rank that the board lacks", "hogga", "c3-c14", "syntax", 0},
    {"hogga: rank 0", "hogga", "c3-c0", "syntax", 0},
    {"hogga: a rank with a leading zero", "hogga", "c03-c4", "syntax", 0},
    {"hogga: a single cell", "hogga", "c3", "syntax", 0},
    {"hogga: two dashes too many", "hogga", "c3--c4", "syntax", 0},
    {"hogga: a chain with a hole", "hogga", "c3^^c5", "syntax", 0},
    {"hogga: a route of three cells", "hogga", "c3..c5..c7", "syntax", 0},
    {"hogga: a route with one dot", "hogga", "c3.c5", "syntax", 0},
    {"hogga: a separator at the end", "hogga", "c3-c4-", "syntax", 0},
    {"hogga: a swap", "hogga", "swap", "syntax", 0},
    {"hogga: three dashes", "hogga", "---", "syntax", 0},
    {"halma: h8 is on 8x8", "halma 8x8", "h7-h8", "h7-h8", 0},
    {"halma: i1 is not on 8x8", "halma 8x8", "h1-i1", "syntax", 0},
    {"halma: j10 is on 10x10", "halma 10x10", "j9-j10", "j9-j10", 0},
    {"halma: j11 is not on 10x10", "halma 10x10", "j10-j11", "syntax", 0},
    {"halma: p16 is on 16x16", "halma 16x16", "p15-p16", "p15-p16", 0},
    {"halma: p17 is not on 16x16", "halma 16x16", "p16-p17", "syntax", 0},
    {"akron: a placement", "akron", "d4", "d4", 0},
    {"akron: a relocation", "akron", "d4-2e5", "d4-2e5", 0},
    {"akron: a relocation with falls", "akron", "d4-3e5v2d4v3c3", "d4-3e5v2d4v3c3", 0},
    {"akron: a swap", "akron", "swap", "swap", 0},
    {"akron: a pass", "akron", "--", "--", 0},
    {"akron: the level 1 written", "akron", "1d4", "d4", STYLE_LEVEL},
    {"akron: the level 1 written in a relocation", "akron", "2d4-1e5", "2d4-e5", STYLE_LEVEL},
    {"hogga: no separator", "hogga", "g3f4", "g3-f4", STYLE_JOINED},
    {"hogga: a chain without separators", "hogga", "c3c5e7", "c3^c5^e7", STYLE_JOINED},
    {"hogga: only one separator omitted", "hogga", "c3-c5e7", "syntax", 0},
    {"hogga: no separator between ranks of two digits", "hogga", "b10b11", "b10-b11", STYLE_JOINED},
    {"hogga: blanks around the separator", "hogga", "h4 - h5", "h4-h5", STYLE_BLANK},
    {"hogga: a blank on one side", "hogga", "h4- h5", "h4-h5", STYLE_BLANK},
    {"hogga: blanks in a route", "hogga", "c3 .. e7", "c3..e7", STYLE_BLANK},
    {"hogga: an en dash", "hogga", "h4\xE2\x80\x93h5", "h4-h5", STYLE_DASH},
    {"hogga: an em dash", "hogga", "h4\xE2\x80\x94h5", "h4-h5", STYLE_DASH},
    {"hogga: a minus sign", "hogga", "h4\xE2\x88\x92h5", "h4-h5", STYLE_DASH},
    {"hogga: a pass of dashes", "hogga", "\xE2\x80\x93\xE2\x80\x93", "--", STYLE_DASH},
    {"akron: no separator", "akron", "d4e5", "d4-e5", STYLE_JOINED},
    {"akron: no separator before a level", "akron", "d42e5", "d4-2e5", STYLE_JOINED},
    {"akron: no separator, with falls", "akron", "d43e5v2d4v3c3", "d4-3e5v2d4v3c3", STYLE_JOINED},
    {"akron: two readings", "akron size=16", "d12e5", "syntax", 0},
    {"akron: no reading", "akron", "d99e5", "syntax", 0},
    {"akron: blanks around the separator", "akron", "d4 - 2e5", "d4-2e5", STYLE_BLANK},
    {"husbao: a minus sign", "husbao", "d2\xE2\x88\x92x7", "d2-x7", STYLE_DASH},
    {"akron: upper-case letters", "akron", "D4-2E5V2d4", "d4-2e5v2d4", STYLE_CASE},
    {"akron: an upper-case swap", "akron", "SWAP", "swap", STYLE_CASE},
    {"akron: the top of the board", "akron", "8a1", "8a1", 0},
    {"akron: a cell that level 2 lacks", "akron", "d4-2h4", "syntax", 0},
    {"akron: a rank that level 2 lacks", "akron", "d4-2a8", "syntax", 0},
    {"akron: a level that the board lacks", "akron", "9a1", "syntax", 0},
    {"akron: a file that the board lacks", "akron", "i1", "syntax", 0},
    {"akron: level 0", "akron", "0a1", "syntax", 0},
    {"akron: a larger board has more cells", "akron size=16", "p16", "p16", 0},
    {"akron: level 9 and rank 9", "akron size=16", "a9-9a1", "a9-9a1", 0},
    {"akron: no rank above sixteen", "akron size=16", "a17", "syntax", 0},
    {"akron: no level above sixteen", "akron size=16", "17a1", "syntax", 0},
    {"akron: level sixteen", "akron size=16", "16a1", "16a1", 0},
    {"akron: no file after p", "akron size=16", "q1", "syntax", 0},
    {"akron: a joint after the tenth rank", "akron size=16", "d10e5", "d10-e5", STYLE_JOINED},
    {"akron: a joint before the tenth level", "akron size=16", "a110a1", "a1-10a1", STYLE_JOINED},
    {"akron: a joint of upper-case letters", "akron", "d4E5", "d4-e5", STYLE_JOINED | STYLE_CASE},
    {"akron: a joint with the level 1 written", "akron", "1d4e5", "d4-e5",
     STYLE_JOINED | STYLE_LEVEL},
    {"akron: a smaller board has fewer cells", "akron size=3", "d1", "syntax", 0},
    {"akron: a fall without a relocation", "akron", "d4v2d4", "syntax", 0},
    {"akron: a hop", "akron", "d4^e5", "syntax", 0},
    {"akron: three cells", "akron", "d4-e5-f6", "syntax", 0},
    {"husbao: a sowing with the clock", "husbao", "d2+", "d2+", 0},
    {"husbao: a sowing against the clock", "husbao", "d2-", "d2-", 0},
    {"husbao: a sowing with loot", "husbao", "d2+x7", "d2+x7", 0},
    {"husbao: a sowing cut short", "husbao", "d2+/2", "d2+/2", 0},
    {"husbao: a sowing with loot cut short", "husbao", "d2+x3/2", "d2+x3/2", 0},
    {"husbao: a pass", "husbao", "--", "--", 0},
    {"husbao: a turn lost", "husbao", "%skip", "%skip", 0},
    {"husbao: stones given", "husbao", "%give:a4*2,c3:e1*3", "%give:a4*2,c3:e1*3", 0},
    {"husbao: one stone given", "husbao", "%give:a4:e1", "%give:a4:e1", 0},
    {"husbao: a count of one is not written", "husbao", "%give:a4*1:e1", "%give:a4:e1", 0},
    {"husbao: loot of nothing is not written", "husbao", "d2+x0", "d2+", 0},
    {"husbao: an upper-case pit", "husbao", "D2+", "d2+", STYLE_CASE},
    {"husbao: an upper-case penalty", "husbao", "%SKIP", "%skip", STYLE_CASE},
    {"husbao: the first letter in upper case", "husbao", "A1+", "a1+", STYLE_CASE},
    {"husbao: upper-case loot", "husbao", "a1+X3", "a1+x3", STYLE_CASE},
    {"husbao: loot and a cut just below the largest", "husbao", "d2+x999999998/999999990",
     "d2+x999999998/999999990", 0},
    {"husbao: stones for two pits", "husbao", "%give:a4*3:e1*2,f1", "%give:a4*3:e1*2,f1", 0},
    {"husbao: as many stones in other words", "husbao", "%give:a4*2,b4*2:e1*3", "syntax", 0},
    {"husbao: the direction omitted where none is fixed", "husbao", "d2", "syntax", 0},
    {"husbao: the direction omitted where it is fixed", "husbao direction=cw", "d2", "d2+", 0},
    {"husbao: the direction omitted before loot", "husbao direction=ccw", "d2x3", "d2-x3", 0},
    {"husbao: a pit that the board lacks", "husbao", "i2+", "syntax", 0},
    {"husbao: a row that the board lacks", "husbao", "a5+", "syntax", 0},
    {"husbao: row 0", "husbao", "a0+", "syntax", 0},
    {"husbao: both directions", "husbao", "d2+-", "syntax", 0},
    {"husbao: loot without a number", "husbao", "d2+x", "syntax", 0},
    {"husbao: loot behind the cut", "husbao", "d2+/2x3", "syntax", 0},
    {"husbao: more received than given", "husbao", "%give:a4:e1*2", "syntax", 0},
    {"husbao: more given than received", "husbao", "%give:a4*2:e1", "syntax", 0},
    {"husbao: a gift that nobody gets", "husbao", "%give:a4", "syntax", 0},
    {"husbao: a gift of a pit that the board lacks", "husbao", "%give:a5:e1", "syntax", 0},
    {"husbao: the largest loot and cut", "husbao", "d2+x999999999/999999999",
     "d2+x999999999/999999999", 0},
    {"husbao: a larger loot or cut is read as the largest", "husbao", "d2+x1000000001/1000000009",
     "d2+x999999999/999999999", 0},
    {"husbao: a gift of no stones", "husbao", "%give:a4*0:e1", "syntax", 0},
    {"husbao: a gift of no stones to nobody", "husbao", "%give:a4*0:e1*0", "syntax", 0},
    {"husbao: a cut after no stage", "husbao", "d2+/0", "syntax", 0},
    {"husbao: counts that would overflow", "husbao", "%give:a4*99999999999999999999:e1*1", "syntax",
     0},
};

static void move_text_is_read(void **state) {
    const struct move_text *row = *state;
    struct ruleset rs;
    struct grammar grammar;
    static struct movetext text;
    char canonical[256];
    unit_ruleset(&rs, row->rules);
    zi_grammar_open(&grammar, rs.rules->notation);
    zi_movetext_open(&text, &grammar, &rs.board, text_of(row->text), NULL, 0);
    enum token token = zi_movetext_next(&text);
    if (token == TOKEN_MOVE) {
        struct writer w = {canonical, sizeof canonical - 1, 0};
        rs.rules->notation->write(&w, &text.move);
        canonical[written(&w).len] = '\0';
        assert_int_equal(text.style, row->style);
    } else {
        assert_int_equal(token, TOKEN_BAD);
        snprintf(canonical, sizeof canonical, "%s", zi_findings[text.parse_error->code].code);
    }
    assert_true(text_is(text.token, row->text)); /* one mistake, one finding */
    assert_int_equal(zi_movetext_next(&text), TOKEN_END);
    zi_grammar_close(&grammar);
    assert_string_equal(canonical, row->canonical);
}

/* Positions. */

enum { GOOD = -1, SOMEWHERE = -2 };

/* The byte of the fault, or GOOD (then the same text is written back), or SOMEWHERE. */
static const struct position_case {
    const char *name, *rules, *text;
    int fault;
} position_texts[] = {
    {"hogga: the start position", "hogga",
     "b1b1b7/1b1b1b6/b1b1b7/1B1B1B6/12/12/12/12/12/6W1W1W1/7w1w1w/6w1w1w1/7w1w1w b", GOOD},
    {"hogga: an empty board", "hogga", "12/12/12/12/12/12/12/12/12/12/12/12/12 w", GOOD},
    {"halma: the start position", "halma 8x8", "bbbb4/bbb5/bb6/b7/7w/6ww/5www/4wwww w", GOOD},
    {"akron: the start position", "akron", "8/8/8/8/8/8/8/8 b", GOOD},
    {"akron: three levels", "akron size=3", "bbb/bwb/bbb|ww/wb|b w", GOOD},
    {"husbao: the start position", "husbao",
     "2,2,2,2,2,2,2,2/0,0,0,0,2,2,2,2/2,2,2,2,0,0,0,0/2,2,2,2,2,2,2,2 a", GOOD},
    {"husbao: all stones in one pit", "husbao", NONE "/" NONE "/0,0,0,48,0,0,0,0/" NONE " b", GOOD},
    {"halma: a letter that is no piece", "halma 8x8", "8/8/3x4/8/8/8/8/8 w", 5},
    {"halma: an upper-case piece", "halma 8x8", "8/8/3B4/8/8/8/8/8 w", 5},
    {"halma: a rank with too few cells", "halma 8x8", "8/7/8/8/8/8/8/8 w", 3},
    {"halma: a rank with a piece too many", "halma 8x8", "8/8w/8/8/8/8/8/8 w", 3},
    {"halma: a rank with too many empty cells", "halma 8x8", "8/w8/8/8/8/8/8/8 w", 3},
    {"halma: a number of two digits", "halma 8x8", "8/88/8/8/8/8/8/8 w", 2},
    {"halma: two numbers side by side", "halma 8x8", "8/w43/8/8/8/8/8/8 w", 3},
    {"halma: numbers that add up", "halma 16x16",
     "16/15w/w15/16/16/16/16/16/16/16/16/16/16/16/16/16 w", GOOD},
    {"halma: a number of two digits after a piece", "halma 16x16",
     "16/w16/16/16/16/16/16/16/16/16/16/16/16/16/16/16 w", 4},
    {"halma: a number that would overflow", "halma 8x8", "8/99999999999999999999/8/8/8/8/8/8 w", 2},
    {"halma: a number 0", "halma 8x8", "8/0w7/8/8/8/8/8/8 w", 2},
    {"halma: a rank is missing", "halma 8x8", "8/8/8/8/8/8/8 w", 13},
    {"halma: a rank too many", "halma 8x8", "8/8/8/8/8/8/8/8/8 w", 15},
    {"halma: no player to move", "halma 8x8", "8/8/8/8/8/8/8/8", 15},
    {"halma: nobody behind the blank", "halma 8x8", "8/8/8/8/8/8/8/8 ", 16},
    {"halma: a player of another game", "halma 8x8", "8/8/8/8/8/8/8/8 a", 16},
    {"halma: something behind the player", "halma 8x8", "8/8/8/8/8/8/8/8 w w", SOMEWHERE},
    {"halma: two blanks", "halma 8x8", "8/8/8/8/8/8/8/8  w", 16},
    {"halma: an empty text", "halma 8x8", "", 0},
    {"akron: a stone of no color", "akron size=3", "3/1B1/3 b", 3},
    {"akron: a level of too many ranks", "akron size=3", "3/3/3/3 b", 5},
    {"akron: level 2 has fewer files", "akron size=3", "bbb/bbb/bbb|3/2 b", 12},
    {"akron: a level too many", "akron size=3", "bbb/bbb/bbb|bb/bb|b|1 b", 19},
    {"akron: an empty level is not written", "akron size=3", "bbb/bbb/bbb|2/2 b", 12},
    {"akron: no player to move", "akron size=3", "3/3/3", 5},
    {"husbao: a pit too few", "husbao", "0,0,0,0,0,0,0/" NONE "/" NONE "/" NONE " a", 13},
    {"husbao: a pit too many", "husbao", "0,0,0,0,0,0,0,0,0/" NONE "/" NONE "/" NONE " a", 15},
    {"husbao: an empty pit text", "husbao", "0,,0,0,0,0,0,0/" NONE "/" NONE "/" NONE " a", 2},
    {"husbao: a negative count", "husbao", "0,-1,0,0,0,0,0,0/" NONE "/" NONE "/" NONE " a", 2},
    {"husbao: a count that would overflow", "husbao",
     "0,99999999999999999999,0,0,0,0,0,0/" NONE "/" NONE "/" NONE " a", SOMEWHERE},
    {"husbao: a count with a zero before it", "husbao",
     "0,02,0,0,0,0,0,0/" NONE "/" NONE "/" NONE " a", 2},
    {"husbao: a count that is cut off", "husbao", "0", 1},
    {"husbao: more stones than there are", "husbao",
     "0,49,0,0,0,0,0,0/" NONE "/" NONE "/" NONE " a", 2},
    {"husbao: a row too few", "husbao", NONE "/" NONE "/" NONE " a", 47},
    {"husbao: a player of another game", "husbao", NONE "/" NONE "/" NONE "/" NONE " w", 64},
    {"husbao: something after the player", "husbao", NONE "/" NONE "/" NONE "/" NONE " ab", 64},
};

/* A copy without anything after it, so that the sanitizer sees who reads on. */
static struct text exact_copy(const char *s) {
    size_t len = strlen(s);
    char *at = malloc(len);
    assert_true(at || !len);
    if (len)
        memcpy(at, s, len);
    return (struct text){at, len};
}

static void position_text_is_read(void **state) {
    const struct position_case *row = *state;
    static struct setup setup;
    struct ruleset rs;
    size_t fault = 0;
    unit_ruleset(&rs, row->rules);
    struct text text = exact_copy(row->text);
    const char *why = rs.rules->notation->read_setup(text, &rs.board, &setup, &fault);
    free((void *)(uintptr_t)text.at);
    if (row->fault != GOOD) {
        assert_non_null(why);
        if (row->fault != SOMEWHERE)
            assert_int_equal(fault, row->fault);
        return;
    }
    assert_null(why);
    char back[UNIT_TEXT_MAX];
    struct writer w = {back, sizeof back - 1, 0};
    rs.rules->notation->write_setup(&w, &rs.board, &setup);
    back[written(&w).len] = '\0';
    assert_string_equal(back, row->text);
    struct writer none = {NULL, 0, 0};
    rs.rules->notation->write_setup(&none, &rs.board, &setup);
    assert_int_equal(none.len, text.len);
}

/* Each fault has its sentence. */
static void position_faults_have_sentences(void **state) {
    static const struct {
        const char *rules, *text, *sentence;
    } rows[] = {
        {"halma 8x8", "8/8w/8/8/8/8/8/8 w", "the rank has more cells than the board"},
        {"halma 8x8", "8/w8/8/8/8/8/8/8 w", "the rank has more cells than the board"},
        {"halma 8x8", "8/7/8/8/8/8/8/8 w", "the rank has fewer cells than the board"},
        {"halma 8x8", "8/8/3x4/8/8/8/8/8 w", "no piece has this letter"},
        {"halma 8x8", "8/0w7/8/8/8/8/8/8 w", "a number of empty cells must be at least 1"},
        {"halma 8x8", "8/8/8/8/8/8/8 w", "a rank is missing"},
        {"halma 8x8", "8/8/8/8/8/8/8|8 w", "a rank is missing"},
        {"halma 8x8", "8/8/8/8/8/8/8/8/8 w", "the level has more ranks than the board"},
        {"halma 8x8", "8/8/8/8/8/8/8/8", "the player to move is missing"},
        {"halma 8x8", "8/8/8/8/8/8/8/8|8 w", "the board has no higher level"},
        {"halma 8x8", "8/8/8/8/8/8/8/8 ",
         "the player to move must be b or w, with nothing after it"},
        {"halma 8x8", "8/8/8/8/8/8/8/8 ww",
         "the player to move must be b or w, with nothing after it"},
        {"akron size=3", "bbb/bbb/bbb|2/2 b", "a higher level without stones must be omitted"},
        {"akron size=3", "bbb/bbb/bbb|ww/ww|b|1 w", "the board has no higher level"},
        {"husbao", "0,0,0,0,0,0,0,x/" NONE "/" NONE "/" NONE " a", "a number of stones is missing"},
        {"husbao", "0,0,0,0,0,0,0,", "a number of stones is missing"},
        {"husbao", "0,00,0,0,0,0,0,0/" NONE "/" NONE "/" NONE " a",
         "a number of stones cannot begin with 0"},
        {"husbao", "0,49,0,0,0,0,0,0/" NONE "/" NONE "/" NONE " a",
         "a pit holds at most 48 stones"},
        {"husbao", "0,0,0,0,0,0,0/" NONE "/" NONE "/" NONE " a",
         "the row has fewer pits than the board, or no comma between them"},
        {"husbao", NONE ",0/" NONE "/" NONE "/" NONE " a", "the row has more pits than the board"},
        {"husbao", NONE "/" NONE "/" NONE " a", "a row is missing"},
        {"husbao", NONE "/" NONE "/" NONE "/" NONE "/" NONE " a",
         "there are more rows than on the board"},
        {"husbao", NONE "/" NONE "/" NONE "/" NONE, "the player to move is missing"},
        {"husbao", NONE "/" NONE "/" NONE "/" NONE " w",
         "the player to move must be a or b, with nothing after it"},
        {"husbao", NONE "/" NONE "/" NONE "/" NONE " bb",
         "the player to move must be a or b, with nothing after it"},
    };
    static struct setup setup;
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct ruleset rs;
        size_t fault;
        unit_ruleset(&rs, rows[i].rules);
        const char *why =
            rs.rules->notation->read_setup(text_of(rows[i].text), &rs.board, &setup, &fault);
        assert_string_equal(why ? why : "none", rows[i].sentence);
    }
}

/* Tokens. */

/* Hogga's move text and its tokens: numbers, moves with their glyphs in <>, `{}` for a comment,
   `glyph`, `(`,
   `)`, and `bad:` with the token. `|` in the text ends an item of a sequence. */
static const struct token_text {
    const char *name, *text, *tokens;
} token_texts[] = {
    {"nothing", "", ""},
    {"blanks", " \t\r\n ", ""},
    {"a number with a blank", "12. c3-c4", "12. c3-c4"},
    {"a number without a blank", "12.c3-c4", "12. c3-c4"},
    {"the second player's number", "12... c3-c4", "12... c3-c4"},
    {"the second player's number without a blank", "12...c3-c4", "12... c3-c4"},
    {"a number alone", "12.", "12."},
    {"two dots are no number", "12..c3-c4", "bad:12..c3-c4"},
    {"four dots are no number", "12....", "bad:12...."},
    {"a number without a dot", "12 c3-c4", "12. c3-c4"},
    {"a number with a parenthesis", "12) c3-c4", "12. c3-c4"},
    {"dots after a blank", "12 ... c3-c4", "12... c3-c4"},
    {"dots after a dot and a blank", "12. ... c3-c4", "12... c3-c4"},
    {"a number without a dot or a move", "c3-c4 12", "c3-c4 bad:12"},
    {"a pair of moves and the next number", "1. c3-c4 d4-d5 2. e5-e6", "1. c3-c4 d4-d5 2. e5-e6"},
    {"each glyph of its own", "c3-c4! c3-c4? c3-c4!! c3-c4?? c3-c4!? c3-c4?!",
     "c3-c4<!> c3-c4<?> c3-c4<!!> c3-c4<\?\?> c3-c4<!?> c3-c4<?!>"},
    {"a numbered glyph", "c3-c4$12", "c3-c4<$12>"},
    {"a glyph and a numbered glyph", "c3-c4!?$12", "c3-c4<!?$12>"},
    {"three glyphs are none", "c3-c4!!!", "bad:c3-c4!!!"},
    {"a glyph number that is missing", "c3-c4$", "bad:c3-c4$"},
    {"a glyph behind a blank", "c3-c4 !? d4-d5", "c3-c4 glyph d4-d5"},
    {"two glyphs behind blanks", "c3-c4 ! $3", "c3-c4 glyph glyph"},
    {"three glyphs behind a blank are none", "c3-c4 !!!", "c3-c4 bad:!!!"},
    {"a glyph without a move", "!? c3-c4", "bad:!? c3-c4"},
    {"a glyph behind a number", "c3-c4 2. !?", "c3-c4 2. bad:!?"},
    {"a comment", "{a b} c3-c4", "{} c3-c4"},
    {"a comment close to a move", "c3-c4{a}d4-d5", "c3-c4 {} d4-d5"},
    {"a comment over lines", "c3-c4 {a\nb\r\nc} d4-d5", "c3-c4 {} d4-d5"},
    {"a comment holds brackets and semicolons", "{a (b ; c ) d4} c3-c4", "{} c3-c4"},
    {"a comment holds no comment", "{a {b} c3-c4", "{} c3-c4"},
    {"a comment is never closed", "c3-c4 {a d4-d5", "c3-c4 bad:{a d4-d5"},
    {"a closing brace alone", "c3-c4 } d4-d5", "c3-c4 bad:} d4-d5"},
    {"a comment to the end of the line", "c3-c4 ; a { ( b\nd4-d5", "c3-c4 {} d4-d5"},
    {"a comment to the end of the line with CR LF", "c3-c4;a\r\nd4-d5", "c3-c4 {} d4-d5"},
    {"a comment to the end of the text", "c3-c4 ; a", "c3-c4 {}"},
    {"a variation", "c3-c4 (d4-d5 e5-e6) f6-f7", "c3-c4 ( d4-d5 e5-e6 ) f6-f7"},
    {"a variation close to its moves", "c3-c4(d4-d5)e5-e6", "c3-c4 ( d4-d5 ) e5-e6"},
    {"a variation in a variation", "c3-c4 ( d4-d5 ( e5-e6 ) )", "c3-c4 ( d4-d5 ( e5-e6 ) )"},
    {"a variation never closed", "c3-c4 (d4-d5", "c3-c4 ( d4-d5"},
    {"a bad token among good ones", "c3-c4 wat d4-d5", "c3-c4 bad:wat d4-d5"},
    {"a bad token of letters that are not ASCII", "c3-c4 \xC5\x82\xC3\xB3 d4-d5",
     "c3-c4 bad:\xC5\x82\xC3\xB3 d4-d5"},
    {"a NUL-like control character", "c3-c4 \x01 d4-d5", "c3-c4 bad:\x01 d4-d5"},
    {"what ends a bad token", "x,( x,) x,{a} x,}x, x,\vx,;a",
     "bad:x, ( bad:x, ) bad:x, {} bad:x, bad:} bad:x, bad:x, bad:x, {}"},
    {"commas without blanks", "c3-c4,c4-c5!,x,c3-c4", "c3-c4 c4-c5<!> bad:x,c3-c4"},
    {"moves grown together", "c3-c4d4-d5", "bad:c3-c4d4-d5"},
    {"items of one move", "c3-c4|d4-d5", "c3-c4 d4-d5"},
    {"items with a number, a glyph, a comment", "1. c3-c4!|{a} d4-d5 ?|2. e5-e6 ;b",
     "1. c3-c4<!> {} d4-d5 glyph 2. e5-e6 {}"},
    {"items with a comment behind the number", "1. {a} c3-c4|1... {b} d4-d5",
     "1. {} c3-c4 1... {} d4-d5"},
    {"an item of two moves", "c3-c4 d4-d5|e5-e6", "c3-c4 bad:d4-d5 e5-e6"},
    {"an item without a move", "c3-c4||e5-e6", "c3-c4 bad: e5-e6"},
    {"an item of a comment only", "c3-c4|{a}|e5-e6", "c3-c4 {} bad: e5-e6"},
    {"a last item without a move", "c3-c4|", "c3-c4 bad:"},
    {"an item with a variation", "c3-c4|d4-d5 (|e5-e6", "c3-c4 d4-d5 bad:( e5-e6"},
    {"a comment does not go from one item to the next", "c3-c4 {a|d4-d5", "c3-c4 bad:{a d4-d5"},
};

static void render(const struct movetext *m, enum token token, struct writer *w) {
    if (w->len)
        write_char(w, ' ');
    switch (token) {
    case TOKEN_NUMBER:
        write_number(w, m->number);
        write_string(w, m->dots ? "..." : ".");
        break;
    case TOKEN_MOVE:
        write_text(w, m->token);
        if (!m->glyphs.len)
            break;
        write_char(w, '<');
        write_text(w, m->glyphs);
        write_char(w, '>');
        break;
    case TOKEN_GLYPH: write_string(w, "glyph"); break;
    case TOKEN_COMMENT: write_string(w, "{}"); break;
    case TOKEN_OPEN: write_char(w, '('); break;
    case TOKEN_CLOSE: write_char(w, ')'); break;
    default:
        write_string(w, "bad:");
        write_text(w, m->token);
        break;
    }
}

static void tokens_are_cut(void **state) {
    const struct token_text *row = *state;
    struct ruleset rs;
    struct grammar grammar;
    static struct movetext text;
    char joined[256], tokens[512];
    size_t items[8], item_count = 0;
    snprintf(joined, sizeof joined, "%s", row->text);
    for (char *bar = joined; (bar = strchr(bar, '|')); *bar = '\n')
        items[item_count++] = (size_t)(bar - joined);
    if (item_count)
        items[item_count++] = strlen(joined);
    unit_ruleset(&rs, "hogga");
    zi_grammar_open(&grammar, rs.rules->notation);
    zi_movetext_open(&text, &grammar, &rs.board, text_of(joined), item_count ? items : NULL,
                     item_count);
    struct writer w = {tokens, sizeof tokens - 1, 0};
    for (enum token token; (token = zi_movetext_next(&text)) != TOKEN_END;)
        render(&text, token, &w);
    tokens[written(&w).len] = '\0';
    assert_int_equal(zi_movetext_next(&text), TOKEN_END);
    zi_grammar_close(&grammar);
    assert_string_equal(tokens, row->tokens);
}

static void numbers_saturate(void **state) {
    (void)state;
    struct ruleset rs;
    struct grammar grammar;
    static struct movetext text;
    unit_ruleset(&rs, "hogga");
    zi_grammar_open(&grammar, rs.rules->notation);
    zi_movetext_open(&text, &grammar, &rs.board, text_of("4294967296. 99999999999999999999..."),
                     NULL, 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(zi_movetext_next(&text), TOKEN_NUMBER);
        assert_int_equal(text.number, UINT32_MAX);
    }
    zi_grammar_close(&grammar);
}

/* A result at the end of the text, or the reason why a token is bad. */
static void results_and_bad_tokens_have_a_meaning(void **state) {
    static const struct {
        const char *text;
        int said; /* -1: bad */
        const char *sentence;
    } rows[] = {
        {"1-0", SAID_FIRST, NULL},
        {"0-1", SAID_SECOND, NULL},
        {"1/2", SAID_DRAW, NULL},
        {"1/2-1/2", SAID_DRAW, NULL},
        {"\xC2\xBD", SAID_DRAW, NULL},
        {"\xC2\xBD-\xC2\xBD", SAID_DRAW, NULL},
        {"*", SAID_OPEN, NULL},
        {"resigns", SAID_RESIGNS, NULL},
        {"RESIGNS", SAID_RESIGNS, NULL},
        {"1 - 0", SAID_FIRST, NULL},
        {"0\xE2\x80\x93"
         "1",
         SAID_SECOND, NULL},
        {" 1-0 \n", SAID_FIRST, NULL},
        {"1-0 c3-c4", -1,
         "a move was expected here; a result is read only at the very end of the moves"},
        {"* c3-c4", -1,
         "a move was expected here; a result is read only at the very end of the moves"},
        {"resigns 1-0", -1,
         "a move was expected here; a result is read only at the very end of the moves"},
        {"1/2-1/2 1-0", -1,
         "a move was expected here; a result is read only at the very end of the moves"},
        {"12", -1, "a move was expected after this number"},
        {"... c3-c4", -1, "a move number was expected before these dots, as in `12...`"},
        {", c3-c4", -1, "a move was expected directly before this comma"},
        {",", -1, "a move was expected directly before this comma"},
        {"- c4", -1, "a cell was expected on each side of this separator; a pass is `--`"},
        {"^ c4", -1, "a cell was expected on each side of this separator; a pass is `--`"},
        {".. c4", -1, "a cell was expected on each side of this separator; a pass is `--`"},
        {"\xE2\x80\x94 c4", -1,
         "a cell was expected on each side of this separator; a pass is `--`"},
        {"1-1", -1, "expected a move here, such as `c3-c4`, `c3^c5^e7` or `--`"},
        {"c3", -1, "expected a move here, such as `c3-c4`, `c3^c5^e7` or `--`"},
        {"{c3", -1, "this comment is never closed"},
        {"! c3-c4", -1, "there is no move before this glyph"},
        {"$1", -1, "there is no move before this glyph"},
    };
    struct ruleset rs;
    struct grammar grammar;
    static struct movetext text;
    (void)state;
    unit_ruleset(&rs, "hogga");
    zi_grammar_open(&grammar, rs.rules->notation);
    for (size_t i = 0; i < COUNT(rows); i++) {
        zi_movetext_open(&text, &grammar, &rs.board, text_of(rows[i].text), NULL, 0);
        enum token token = zi_movetext_next(&text);
        if (rows[i].sentence) {
            assert_int_equal(token, TOKEN_BAD);
            assert_string_equal(text.parse_error->sentence, rows[i].sentence);
            continue;
        }
        assert_int_equal(token, TOKEN_RESULT);
        assert_int_equal(text.said, rows[i].said);
        assert_int_equal(text.style, STYLE_RESULT);
        assert_int_equal(zi_movetext_next(&text), TOKEN_END);
    }
    zi_grammar_close(&grammar);
}

/* Usual text is read without a pattern, which takes long to compile. */
static void usual_tokens_need_no_pattern(void **state) {
    static const char *const rows[][2] = {
        {"hogga", "1. c3-c4 d4^f6 2. c4-c5 b10-b11 123456789. c5-c6\n 12... a1-b2 c3^c5^e7 "},
        {"hogga", "1.c3-c4 {a comment} ( d4-d5 ) 9... ; another one\n c4-c5 ;x\r\n 1. c4-c5\n"},
        {"halma 16x16", "10. p15-p16 a10^c12^c10 (11... a1-a2 )\n"},
        {"akron", "1. d4 2d4 2. d4-e5 2d4-e5 3. d4-2e5v2d4v3c3 e5 ; end"},
        {"akron size=16", "1. d14 2d10 2. p16-a1 d4 ; end"},
        {"husbao", "1. a2+ h3-x9 2. a1-x12 b4+ ; end"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct ruleset rs;
        struct grammar grammar;
        static struct movetext text;
        unit_ruleset(&rs, rows[i][0]);
        zi_grammar_open(&grammar, rs.rules->notation);
        zi_movetext_open(&text, &grammar, &rs.board, text_of(rows[i][1]), NULL, 0);
        enum token token;
        while ((token = zi_movetext_next(&text)) != TOKEN_END)
            if (grammar.token || token == TOKEN_BAD)
                fail_msg("%s: %.*s", rows[i][1], (int)text.token.len, text.token.at);
        assert_null(grammar.token);
        zi_grammar_close(&grammar);
    }
}

static void due_numbers_count(void **state) {
    (void)state;
    struct due due = {0};
    for (unsigned n = 1; n <= 100001; n++) {
        char wanted[16];
        due_set(&due, n);
        snprintf(wanted, sizeof wanted, "%u.", n);
        assert_int_equal(due.length, strlen(wanted));
        assert_memory_equal(due.text, wanted, due.length);
    }
    due_set(&due, 37);
    assert_memory_equal(due.text, "37.", due.length);
}

/* Text where the number `9.` or `9...` is due: whether a move is read, and where reading continues.
 */
static void plain_moves_may_have_the_number_that_is_due(void **state) {
    enum { DOTS = 2 };
    static const struct {
        const char *text;
        int due;
        bool move;
        size_t at;
    } rows[] = {
        {"9... c3-c4 d3-d4", DOTS, true, 10},
        {"\n9...\nc3^c5 d3-d4", DOTS, true, 11},
        {"c3-c4 d3-d4", DOTS, true, 5},
        {"9. c3-c4 d3-d4", DOTS, false, 0},
        {"8... c3-c4 d3-d4", DOTS, false, 0},
        {"9...c3-c4 d3-d4", DOTS, false, 0},
        {"9.... c3-c4 d3-d4", DOTS, false, 0},
        {"9... ... c3-c4 d3-d4", DOTS, false, 0},
        {"9... {c3} c3-c4", DOTS, false, 5},
        {"9... c3", DOTS, false, 0},
        {"9. c3-c4 d3-d4", true, true, 8},
        {" \n 9.\nc3^c5 d3-d4", true, true, 11},
        {"  c3-c4 d3-d4", true, true, 7},
        {"c3-c4 d3-d4", false, true, 5},
        {"9. c3-c4 d3-d4", false, false, 0},
        {"8. c3-c4 d3-d4", true, false, 0},
        {"9.c3-c4 d3-d4", true, false, 0},
        {"9. ...c3-c4 d3-d4", true, false, 0},
        {"9... c3-c4 d3-d4", true, false, 0},
        {"9.  ... c3-c4 d3-d4", true, false, 0},
        {"9. {c3} c3-c4", true, false, 3},
        {"9. 9. c3-c4", true, false, 3},
        {"9. c3", true, false, 0},
        {"", true, false, 0},
        {" ", true, false, 1},
        {"c3-c4\n", true, true, 5},
        {"9. c3-c4 d", true, true, 8},
    };
    struct ruleset rs;
    struct grammar grammar;
    static struct movetext text;
    struct due due = {0};
    (void)state;
    unit_ruleset(&rs, "hogga");
    zi_grammar_open(&grammar, rs.rules->notation);
    due_set(&due, 9);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct text exact = exact_copy(rows[i].text);
        zi_movetext_open(&text, &grammar, &rs.board, exact, NULL, 0);
        due.dots = rows[i].due == DOTS;
        assert_int_equal(zi_movetext_next_plain(&text, rows[i].due ? &due : NULL), rows[i].move);
        assert_int_equal(text.at, rows[i].at);
        bool number = rows[i].due && text_first(text_of(rows[i].text)) != 'c' && rows[i].at;
        assert_true(!text.due.at == !(number && strchr(rows[i].text, '9')));
        if (text.due.at)
            assert_true(text_is(text.due, due.dots ? "9..." : "9."));
        free((void *)(uintptr_t)exact.at);
    }
    zi_grammar_close(&grammar);
}

/* Items of a sequence that are plain moves, behind one of which nothing is left. */
static void plain_items_are_moves(void **state) {
    static const char sequence[] = "c3-c4\nd3-d4\n\ne3-e4 f3\nf3-f4\nf4";
    static const size_t ends[] = {5, 11, 12, 21, 27, 30};
    static const struct {
        bool plain;
        enum token otherwise;
    } rows[] = {{false, TOKEN_MOVE}, {true, TOKEN_MOVE}, {false, TOKEN_BAD}, {false, TOKEN_MOVE},
                {false, TOKEN_BAD},  {true, TOKEN_MOVE}, {false, TOKEN_BAD}, {false, TOKEN_END}};
    struct ruleset rs;
    struct grammar grammar;
    static struct movetext text;
    (void)state;
    unit_ruleset(&rs, "hogga");
    zi_grammar_open(&grammar, rs.rules->notation);
    size_t *exact = malloc(sizeof ends); /* reading beyond it is found */
    assert_non_null(exact);
    memcpy(exact, ends, sizeof ends);
    zi_movetext_open(&text, &grammar, &rs.board, text_of(sequence), exact, COUNT(ends));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool plain = zi_movetext_next_plain(&text, NULL);
        assert_int_equal(plain, rows[i].plain);
        assert_int_equal(plain ? TOKEN_MOVE : zi_movetext_next_unplain(&text), rows[i].otherwise);
    }
    free(exact);
    zi_grammar_close(&grammar);
}

/* A chain may have 256 cells and no more. */
static void long_chains_meet_the_limit(void **state) {
    (void)state;
    struct ruleset rs;
    struct grammar grammar;
    static struct movetext text;
    static char chain[3 * (MOVE_CELLS_MAX + 1) + 1];
    unit_ruleset(&rs, "hogga");
    zi_grammar_open(&grammar, rs.rules->notation);
    for (size_t cells = MOVE_CELLS_MAX; cells <= MOVE_CELLS_MAX + 1; cells++) {
        for (size_t i = 0; i < cells; i++)
            memcpy(chain + 3 * i, i % 2 ? "c5^" : "c3^", 3);
        zi_movetext_open(&text, &grammar, &rs.board, (struct text){chain, 3 * cells - 1}, NULL, 0);
        enum token token = zi_movetext_next(&text);
        assert_int_equal(token, cells > MOVE_CELLS_MAX ? TOKEN_BAD : TOKEN_MOVE);
        if (token == TOKEN_BAD)
            assert_int_equal(text.parse_error->code, FINDING_LIMIT);
        else
            assert_int_equal(text.move.count, MOVE_CELLS_MAX);
    }
    /* dashes are written as `-` before they are read, in as many bytes as any move may have */
    static char dashes[5 * MOVE_TEXT_MAX];
    struct writer w = {dashes, sizeof dashes, 0};
    for (size_t i = 0; i < MOVE_TEXT_MAX / 3 + 1; i++)
        write_string(&w, i ? "\xE2\x80\x93"
                             "c5"
                           : "c3");
    zi_movetext_open(&text, &grammar, &rs.board, written(&w), NULL, 0);
    assert_int_equal(zi_movetext_next(&text), TOKEN_BAD);
    assert_int_equal(text.parse_error->code, FINDING_LIMIT);
    assert_string_equal(text.parse_error->sentence, "a move has at most 4,096 bytes");
    /* 4,096 bytes after the dashes become `-`: two cells of three bytes, the others of two */
    w.len = 0;
    write_string(&w, "c10\xE2\x80\x93"
                     "c11");
    while (w.len < 7 + 2 + (MOVE_TEXT_MAX - 7) / 3 * 5)
        write_string(&w, "\xE2\x80\x93"
                         "c5");
    zi_movetext_open(&text, &grammar, &rs.board, written(&w), NULL, 0);
    assert_int_equal(zi_movetext_next(&text), TOKEN_BAD);
    assert_string_equal(text.parse_error->sentence, "a chain has at most 256 cells");
    /* what is written as it is read has no such limit */
    static char hops[MOVE_TEXT_MAX + 3];
    for (size_t i = 0; i < sizeof hops; i++)
        hops[i] = "c5^"[i % 3];
    zi_movetext_open(&text, &grammar, &rs.board, (struct text){hops, sizeof hops - 2}, NULL, 0);
    assert_int_equal(zi_movetext_next(&text), TOKEN_BAD);
    assert_string_equal(text.parse_error->sentence, "a chain has at most 256 cells");
    zi_grammar_close(&grammar);
}

/* Tokens are those of the pattern, however they were recognized. */

enum { GROUP_NUMBER = 1, GROUP_DOTS, GROUP_MOVE, GROUP_GLYPHS, GROUP_UNCLOSED = 10, GROUP_BAD };

/* Text of pieces of tokens, drawn at random. */
static struct text random_text(char room[256]) {
    static const char *const pieces[] = {"a1",          "c3",
                                         "c10",         "d4",
                                         "D4",          "h8",
                                         "p16",         "2d4",
                                         "10c2",        "q1",
                                         "c0",          "-",
                                         "-",           "^",
                                         "^",           "x",
                                         "X",           ">",
                                         ":",           "..",
                                         "v",           "+",
                                         "+",           "/2",
                                         "x3",          "x12",
                                         "--",          "swap",
                                         "SWAP",        "%skip",
                                         "%Skip",       " ",
                                         " ",           " ",
                                         "\n",          "\t",
                                         "  ",          "!",
                                         "?!",          "???",
                                         "$1",          "$12$3",
                                         "$",           "1.",
                                         "12.",         "3",
                                         "...",         "4...",
                                         ".",           "{",
                                         "}",           "{a b}",
                                         ";",           "; c3-c4",
                                         "(",           ")",
                                         ",",           "1-0",
                                         "*",           "resigns",
                                         "\xC3\xA9",    "\xE2\x80\x93",
                                         "\r",          "\v",
                                         "%give:a1:b1", "c3-c4",
                                         "/",           "1. .",
                                         "c3^c5",       "c3..c5",
                                         "d2+",         "d2-x7"};
    struct writer w = {room, 256, 0};
    for (int left = 1 + rand() % 14; left; left--)
        write_string(&w, pieces[(size_t)rand() % COUNT(pieces)]);
    return written(&w);
}

static void expect_move(const struct movetext *m, enum token token, const struct text *group) {
    static struct move move;
    unsigned style = 0;
    assert_ptr_equal(m->token.at, group[GROUP_MOVE].at);
    assert_int_equal(m->token.len, group[GROUP_MOVE].len);
    memset(&move, 0, sizeof move);
    const struct parse_error *why =
        m->grammar->notation->read(group[GROUP_MOVE], m->board, &move, &style);
    assert_int_equal(token, why ? TOKEN_BAD : TOKEN_MOVE);
    if (why) {
        assert_ptr_equal(m->parse_error, why);
        return;
    }
    assert_int_equal(m->glyphs.len, group[GROUP_GLYPHS].len);
    assert_int_equal(m->style, style);
    assert_int_equal(m->move.kind, move.kind);
    assert_int_equal(m->move.annotated, move.annotated);
    assert_int_equal(m->move.loot, move.loot);
    assert_int_equal(m->move.cut, move.cut);
    assert_int_equal(m->move.count, move.count);
    if (move.kind == MOVE_SOW)
        assert_int_equal(m->move.direction, move.direction);
    assert_memory_equal(m->move.cell, move.cell, move.count * sizeof *move.cell);
}

/* The token read last, from the byte `at` on. */
static void expect_token(const struct movetext *m, size_t at, enum token token) {
    static const enum token meant[] = {
        [5] = TOKEN_COMMENT, TOKEN_COMMENT, TOKEN_GLYPH, TOKEN_OPEN, TOKEN_CLOSE};
    struct text group[GROUPS_MAX + 1];
    enum pattern_status status = PATTERN_NO_MATCH;
    int n = at < m->text.len
                ? zi_pattern_match(zi_grammar_token(m->grammar), m->text, at, group, &status)
                : 0;
    if (n == 0) {
        assert_int_equal(token, TOKEN_END);
        return;
    }
    int last = n - 1;
    if (last == GROUP_BAD)
        return;
    const char *behind = group[0].at + group[0].len;
    if (last == GROUP_UNCLOSED) {
        assert_int_equal(token, TOKEN_BAD);
        return;
    }
    assert_ptr_equal(m->text.at + m->at, behind);
    if (last == GROUP_GLYPHS) {
        expect_move(m, token, group);
    } else if (last == GROUP_NUMBER || last == GROUP_DOTS) {
        assert_int_equal(token, TOKEN_NUMBER);
        assert_int_equal(m->dots, last == GROUP_DOTS);
        assert_int_equal(m->number, text_number(group[GROUP_NUMBER], UINT32_MAX));
        assert_ptr_equal(m->token.at, group[GROUP_NUMBER].at);
        assert_ptr_equal(m->token.at + m->token.len, behind);
    } else {
        if (token != TOKEN_BAD || last != 7) /* a glyph without a move */
            assert_int_equal(token, meant[last]);
        assert_ptr_equal(m->token.at, group[last].at);
        assert_int_equal(m->token.len, group[last].len);
    }
}

static const char *const token_games[] = {"hogga",         "halma 16x16", "halma 8x8",   "akron",
                                          "akron size=16", "husbao",      "husbao front"};

/* Whether a comment has a move, found with the patterns alone: at each word, what the notation
   makes of what one of them matches. */
static bool comment_has_move(const struct movetext *m, const struct pattern *lone) {
    const char *end = m->token.at + m->token.len;
    struct text group[GROUPS_MAX + 1], in = m->token;
    enum pattern_status status;
    for (const char *p = m->token.at + 1; p < end;) {
        static struct move move;
        unsigned style;
        if (*p == ';' || is_space(*p) || *p == '(' || *p == ')' || *p == '{' || *p == '}') {
            p++;
            continue;
        }
        int n = zi_pattern_match(lone, in, (size_t)(p - in.at), group, &status);
        if (n && *p != '-' && *p != '\xE2' &&
            !m->grammar->notation->read(group[1], m->board, &move, &style))
            return true;
        while (p < end && !is_space(*p) && !strchr("(){};", *p))
            p++;
    }
    return false;
}

static struct pattern *open_lone_move(const struct notation *notation) {
    char source[4096];
    struct writer w = {source, sizeof source, 0};
    write_string(&w, "((?>");
    write_string(&w, notation->pattern);
    write_string(&w, "))" PATTERN_GLYPHS "?+" PATTERN_BEHIND);
    struct pattern *lone = zi_pattern_new(written(&w));
    assert_non_null(lone);
    return lone;
}

/* Comments of words and of moves in their usual forms; braces would be comments of their own. */
static void comments_are_the_patterns(void **state) {
    static const char *const words[] = {"a",     "good",    "swap", "Swap!",   "a1",  "c3",
                                        "c3-c4", "c3^c5?",  "d2+",  "d2-x7",   "(c3", "c4)",
                                        "--",    "b10..b9", "h8;",  "1.",      "12.", "2d4",
                                        "C3-d3", "a-b",     "x1-y", "\xC3\xA9"};
    const char *rules = *state;
    struct ruleset rs;
    struct grammar grammar;
    static struct movetext text;
    unsigned found = 0;
    unit_ruleset(&rs, rules);
    zi_grammar_open(&grammar, rs.rules->notation);
    struct pattern *lone = open_lone_move(rs.rules->notation);
    srand(6);
    for (int i = 0; i < 5000; i++) {
        char room[256];
        struct writer w = {room, sizeof room, 0};
        write_string(&w, ";");
        for (int left = rand() % 5; left; left--) {
            write_string(&w, rand() % 3 ? " " : "");
            write_string(&w, words[(size_t)rand() % COUNT(words)]);
            write_string(&w, " ");
        }
        zi_movetext_open(&text, &grammar, &rs.board, written(&w), NULL, 0);
        assert_int_equal(zi_movetext_next(&text), TOKEN_COMMENT);
        bool has = zi_movetext_comment_has_move(&text), want = comment_has_move(&text, lone);
        if (has != want)
            fail_msg("`%.*s`: %d", (int)w.len, room, has);
        found += has;
    }
    assert_true(found > 500 && found < 4500);
    zi_pattern_free(lone);
    zi_grammar_close(&grammar);
}

/* Whether a comment to the end of the line has a move. */
static void comments_have_moves(void **state) {
    static const struct {
        const char *comment;
        bool has;
    } rows[] = {{"; c3-c4", true},
                {";c3-c4", true},
                {";; c3-c4", true},
                {"; a c3-c4", true},
                {"; {c3-c4", false},
                {"; {", false},
                {"; } c3-c4", true},
                {"; (c3-c4)", true},
                {"; c3-c4.", false},
                {"; c3 - c4", true},
                {"; --", false},
                {"; c3-c4, then", true},
                {"; see c3", false},
                {"; 1. c3-c4", true},
                {"; 12", false},
                {"; swap", false},
                {"; \xE2\x80\x93\xE2\x80\x93", false},
                {"; c3-z4", false},
                {"; c3-z4 c3-c4", true},
                {"; ", false},
                {";", false},
                {"{c3-c4}", false},
                {"; a1b2c3", true},
                {"; step c3..c4", true}};
    struct ruleset rs;
    struct grammar grammar;
    static struct movetext text;
    (void)state;
    unit_ruleset(&rs, "hogga");
    zi_grammar_open(&grammar, rs.rules->notation);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct text exact = exact_copy(rows[i].comment);
        zi_movetext_open(&text, &grammar, &rs.board, exact, NULL, 0);
        assert_int_equal(zi_movetext_next(&text), TOKEN_COMMENT);
        if (zi_movetext_comment_has_move(&text) != rows[i].has)
            fail_msg("`%s`", rows[i].comment);
        free((void *)(uintptr_t)exact.at);
    }
    zi_grammar_close(&grammar);
}

static void tokens_are_the_patterns(void **state) {
    const char *rules = *state;
    enum { TEXTS = 40000 };
    struct ruleset rs;
    struct grammar grammar;
    static struct movetext text;
    char room[256];
    unit_ruleset(&rs, rules);
    zi_grammar_open(&grammar, rs.rules->notation);
    srand(5);
    for (int i = 0; i < TEXTS; i++) {
        struct text drawn = random_text(room);
        char *exact = malloc(drawn.len); /* reading beyond it is found */
        memcpy(exact, drawn.at, drawn.len);
        zi_movetext_open(&text, &grammar, &rs.board, (struct text){exact, drawn.len}, NULL, 0);
        for (enum token token = TOKEN_BAD; token != TOKEN_END;) {
            size_t at = text.at;
            token = zi_movetext_next(&text);
            expect_token(&text, at, token);
        }
        free(exact);
    }
    zi_grammar_close(&grammar);
}

/* UTF-8. */

static const struct utf8_row {
    const char *name, *bytes;
    size_t valid; /* bytes of UTF-8 at the start */
    bool ascii;   /* those bytes are ASCII */
} utf8_rows[] = {
    {"nothing", "", 0, true},
    {"ASCII", "abcdefghijklmnop", 16, true},
    {"two bytes", "abcdefghij\xC5\x82", 12, false},
    {"three bytes", "\xE2\x82\xAC", 3, false},
    {"four bytes", "\xF0\x9D\x84\x9E", 4, false},
    {"the last code point", "\xF4\x8F\xBF\xBF", 4, false},
    {"behind the last code point", "a\xF4\x90\x80\x80", 1, true},
    {"Latin 1", "caf\xE9 au lait", 3, true},
    {"a lone continuation", "abcdefgh\x80", 8, true},
    {"an overlong slash", "\xC0\xAF", 0, true},
    {"an overlong sequence of three", "\xE0\x9F\xBF", 0, true},
    {"an overlong sequence of four", "\xF0\x8F\xBF\xBF", 0, true},
    {"a surrogate", "\xED\xA0\x80", 0, true},
    {"the code point before the surrogates", "\xED\x9F\xBF", 3, false},
    {"a sequence cut off at the end", "ab\xE2\x82", 2, true},
    {"a sequence cut off by a letter", "\xE2\x82z", 0, true},
    {"the byte FF", "abc\xFF", 3, true},
};

static void utf8_is_checked(void **state) {
    const struct utf8_row *row = *state;
    bool ascii;
    assert_int_equal(zi_utf8_check(text_of(row->bytes), &ascii), row->valid);
    if (!row->bytes[row->valid])
        assert_int_equal(ascii, row->ascii);
}

/* Places. */

static const struct place_row {
    const char *name, *text;
    size_t offset, line, column;
} place_rows[] = {
    {"the start", "ab", 0, 1, 1},
    {"behind one character", "ab", 1, 1, 2},
    {"behind LF", "a\nb", 2, 2, 1},
    {"on LF", "a\nb", 1, 1, 2},
    {"behind CR LF", "a\r\nb", 3, 2, 1},
    {"behind CR", "a\rb", 2, 2, 1},
    {"beyond the end", "a\nb", 99, 2, 2},
    {"behind two CR", "a\r\rb", 3, 3, 1},
    {"behind LF CR", "a\n\rb", 3, 3, 1},
    {"behind two bytes",
     "\xC5\x82"
     "b",
     2, 1, 2},
    {"behind four bytes",
     "\xF0\x9D\x84\x9E"
     "b",
     4, 1, 2},
    {"columns count characters in the second line",
     "\xC5\x82\n\xC5\x82\xE2\x82\xAC"
     "b",
     8, 2, 3},
    {"the end", "a\nbc", 4, 2, 3},
    {"tabs are one column", "\tb", 1, 1, 2},
};

static void places_are_counted(void **state) {
    const struct place_row *row = *state;
    struct place at_once = {text_of(row->text), 0, 1, 1}, by_bytes = at_once;
    zi_place_move(&at_once, row->offset);
    assert_int_equal(at_once.line, row->line);
    assert_int_equal(at_once.column, row->column);
    for (size_t i = 0; i <= row->offset; i++)
        zi_place_move(&by_bytes, i);
    assert_int_equal(by_bytes.line, row->line);
    assert_int_equal(by_bytes.column, row->column);
}

/* A scalar as it is written, with `^` before the byte that is sought (omitted of the document),
   its value, and the byte of the value. */
static const struct locate_row {
    const char *name;
    enum written_as as;
    const char *written, *value;
    size_t target;
} locate_rows[] = {
    {"plain", WRITTEN_PLAIN, "ab ^cd", "ab cd", 3},
    {"plain over lines", WRITTEN_PLAIN, "ab\n    ^cd", "ab cd", 3},
    {"plain over an empty line", WRITTEN_PLAIN, "ab\n\n  ^cd", "ab\ncd", 3},
    {"plain with CR LF", WRITTEN_PLAIN, "ab\r\n  ^cd", "ab cd", 3},
    {"plain with letters of two bytes", WRITTEN_PLAIN, "\xC5\x82 ^cd", "\xC5\x82 cd", 3},
    {"the first byte of single quotes", WRITTEN_SINGLE_QUOTED, "'^ab'", "ab", 0},
    {"single quotes", WRITTEN_SINGLE_QUOTED, "'a''b ^cd'", "a'b cd", 4},
    {"a quote in single quotes", WRITTEN_SINGLE_QUOTED, "'ab ^''x'", "ab 'x", 3},
    {"single quotes over lines", WRITTEN_SINGLE_QUOTED, "'ab\n\n  ^cd'", "ab\ncd", 3},
    {"the first byte of double quotes", WRITTEN_DOUBLE_QUOTED, "\"^ab\"", "ab", 0},
    {"a quote escaped", WRITTEN_DOUBLE_QUOTED, "\"\\\"b ^cd\"", "\"b cd", 3},
    {"a backslash escaped", WRITTEN_DOUBLE_QUOTED, "\"\\\\b ^cd\"", "\\b cd", 3},
    {"a hexadecimal escape of one byte", WRITTEN_DOUBLE_QUOTED, "\"\\x41 ^cd\"", "A cd", 2},
    {"a hexadecimal escape of two bytes", WRITTEN_DOUBLE_QUOTED, "\"\\u0142 ^cd\"", "\xC5\x82 cd",
     3},
    {"a hexadecimal escape of four bytes", WRITTEN_DOUBLE_QUOTED, "\"\\U0001D11E^c\"",
     "\xF0\x9D\x84\x9E"
     "c",
     4},
    {"on an escape", WRITTEN_DOUBLE_QUOTED, "\"ab ^\\x63d\"", "ab cd", 3},
    {"a line end escaped", WRITTEN_DOUBLE_QUOTED, "\"ab\\n^cd\"", "ab\ncd", 3},
    {"a blank escaped", WRITTEN_DOUBLE_QUOTED, "\"ab\\ ^cd\"", "ab cd", 3},
    {"a line continued", WRITTEN_DOUBLE_QUOTED, "\"ab\\\n  ^cd\"", "abcd", 2},
    {"a line continued with a blank", WRITTEN_DOUBLE_QUOTED, "\"ab \\\n  \\ ^cd\"", "ab  cd", 4},
    {"double quotes over lines", WRITTEN_DOUBLE_QUOTED, "\"ab  \n  ^cd\"", "ab cd", 3},
    {"a named escape of two bytes", WRITTEN_DOUBLE_QUOTED, "\"\\_^cd\"",
     "\xC2\xA0"
     "cd",
     2},
    {"named escapes of two and of three bytes", WRITTEN_DOUBLE_QUOTED, "\"\\Nb\\Lc\\Pd^e\"",
     "\xC2\x85"
     "b\xE2\x80\xA8"
     "c\xE2\x80\xA9"
     "de",
     11},
    {"hexadecimal escapes of the least code points of two, three and four bytes",
     WRITTEN_DOUBLE_QUOTED, "\"\\x80b\\u0800c\\U00010000d^e\"",
     "\xC2\x80"
     "b\xE0\xA0\x80"
     "c\xF0\x90\x80\x80"
     "de",
     12},
    {"hexadecimal escapes of the last code points of one, two and three bytes",
     WRITTEN_DOUBLE_QUOTED, "\"\\x7Fb\\u07FFc\\uFFFDd^e\"",
     "\x7F"
     "b\xDF\xBF"
     "c\xEF\xBF\xBD"
     "de",
     9},
    {"a carriage return escaped", WRITTEN_DOUBLE_QUOTED, "\"a\\r^cd\"", "a\rcd", 2},
    {"a next line in a plain scalar", WRITTEN_PLAIN, "a\xC2\x85^b", "a b", 2},
    {"a next line in double quotes", WRITTEN_DOUBLE_QUOTED, "\"a\xC2\x85^b\"", "a b", 2},
    {"another character of that first byte", WRITTEN_PLAIN, "a \u00A0^b", "a \u00A0b", 4},
    {"another such character in double quotes", WRITTEN_DOUBLE_QUOTED, "\"a\u00A0^b\"", "a\u00A0b",
     3},
    {"a doubled quote of csv", WRITTEN_DOUBLED, "\"a\"\"^b\"", "a\"b", 2},
    {"a literal block", WRITTEN_BLOCK, "|\n  ab\n  ^cd\n", "ab\ncd\n", 3},
    {"a literal block with its indent", WRITTEN_BLOCK, "|2-\n    ab\n  ^cd\n", "  ab\ncd", 5},
    {"a literal block with a comment on its header", WRITTEN_BLOCK, "| # cd\n  ab\n  ^cd\n",
     "ab\ncd\n", 3},
    {"a literal block with CR LF", WRITTEN_BLOCK, "|\r\n  ab\r\n  ^cd\r\n", "ab\ncd\n", 3},
    {"a folded block", WRITTEN_BLOCK, ">\n  ab\n  ^cd\n", "ab cd\n", 3},
    {"a folded block with an empty line", WRITTEN_BLOCK, ">\n  ab\n\n  ^cd\n", "ab\ncd\n", 3},
    {"a literal block keeps backslashes", WRITTEN_BLOCK, "|\n  a\\x ^cd\n", "a\\x cd\n", 4},
};

static void value_bytes_are_located(void **state) {
    const struct locate_row *row = *state;
    char document[128];
    size_t place = strcspn(row->written, "^"), length = strlen(row->written) - 1;
    memcpy(document, "key: ", 5);
    memcpy(document + 5, row->written, place);
    memcpy(document + 5 + place, row->written + place + 1, length - place);
    struct text all = {document, 5 + length};
    struct locator at_once = {.raw = 5}, by_bytes = {.raw = 5};
    zi_locate(all, row->as, text_of(row->value), &at_once, row->target);
    assert_int_equal(at_once.raw, 5 + place);
    for (size_t i = 0; i <= row->target; i++)
        zi_locate(all, row->as, text_of(row->value), &by_bytes, i);
    assert_int_equal(by_bytes.raw, 5 + place);
}

/* Nearest words. */

/* A word, the names it may have been meant for, and the nearest by edits worked by hand. */
static const struct nearest_row {
    const char *name, *word, *names[6], *nearest;
} nearest_rows[] = {
    {"the name itself", "site", {"event", "site", "date"}, "site"},
    {"a letter less", "evnt", {"site", "event", "date"}, "event"},
    {"a letter more", "sitte", {"event", "site", "date"}, "site"},
    {"another letter", "roumd", {"table", "round", "rules"}, "round"},
    {"two other letters of six", "poimds", {"pieces", "points"}, "points"},
    {"two other letters of five are too many", "rauld", {"table", "round", "rules"}, NULL},
    {"another last letter", "dats", {"site", "date"}, "date"},
    {"another first letter", "xate", {"site", "date"}, "date"},
    {"the first of two that are equally near", "xite", {"site", "lite"}, "site"},
    {"the first name, where it is the nearest", "zat", {"zet", "points"}, "zet"},
    {"the last name, where it is the nearest", "comments", {"zet", "moves", "comment"}, "comment"},
    {"a letter more is one edit", "zett", {"zots", "zet"}, "zet"},
    {"a letter less is one edit", "zt", {"ab", "zet"}, "zet"},
    {"two letters swapped are nearer than three others", "gmae", {"zet", "abcd", "game"}, "game"},
    {"a word of nothing", "", {"event", "zet"}, NULL},
    {"a word of one letter", "z", {"event", "zet", "a"}, NULL},
    {"another letter of two", "zt", {"at", "zet"}, "at"},
    {"two swapped letters are one edit", "ztes", {"zets"}, "zets"},
    {"a result of chess", "1-0", {"black", "white", "draw", "*"}, NULL},
    {"a word of another language", "remis", {"black", "white", "draw", "*"}, NULL},
    {"a key of another format", "winner", {"event", "site", "date", "round", "result"}, NULL},
    {"a word of 32 letters",
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
     {"zet", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"},
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"},
    {"a word longer than any name", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", {"zet", "a"}, NULL},
};

static void nearest_word_is_named(void **state) {
    const struct nearest_row *row = *state;
    const char *nearest = zi_nearest(text_of(row->word), row->names);
    if (row->nearest)
        assert_string_equal(nearest ? nearest : "", row->nearest);
    else
        assert_null(nearest);
}

/* Documents. */

#define BOM "\xEF\xBB\xBF"

/* A stream with `@` where a document begins and `_` where what is skipped begins; the documents'
 * lines. */
static const struct stream_row {
    const char *name, *stream, *lines;
} stream_rows[] = {
    {"nothing", "", ""},
    {"blank lines", "_\n \n\t\n", ""},
    {"comments only", "_# a\n\n  # b\n", ""},
    {"one document", "@a: 1\n", "1"},
    {"one document without a line end", "@a: 1", "1"},
    {"documents cut at their start markers", "@a: 1\n@---\nb: 2\n@--- \nc: 3\n", "1 2 4"},
    {"a comment before the first marker", "@# x\n---\na: 1\n", "1"},
    {"a document begins behind an end marker", "@a: 1\n...\n@b: 2\n", "1 3"},
    {"a start marker behind an end marker", "@a: 1\n...\n@---\nb: 2\n...\n", "1 3"},
    {"nothing but a comment behind an end marker", "@a: 1\n...\n_# x\n\n", "1"},
    {"end markers alone", "_...\n...\n", ""},
    {"an empty document between two markers", "@---\n@---\na: 1\n", "1 2"},
    {"a directive belongs to the document behind it", "@%YAML 1.1\n---\na: 1\n", "1"},
    {"a directive behind an end marker", "@a: 1\n...\n@%YAML 1.1\n---\nb: 2\n", "1 3"},
    {"a byte order mark is omitted", "_" BOM "@a: 1\n", "1"},
    {"a byte order mark before a later document", "@a: 1\n...\n_" BOM "@---\nb: 2\n", "1 3"},
    {"CR LF", "@a: 1\r\n@---\r\nb: 2\r\n...\r\n@c: 3\r\n", "1 2 5"},
    {"CR", "@a: 1\r@---\rb: 2\r...\r@c: 3\r", "1 2 5"},
    {"a marker with a tab", "@a: 1\n@---\t# b\nb: 2\n...\t\n@---\nc: 3\n", "1 2 5"},
    {"LF and then CR", "@a: 1\nb: 2\nc: 3\r@---\nd: 4\n", "1 4"},
    {"CR and then LF", "@a: 1\rb: 2\rc: 3\n@---\rd: 4\n", "1 4"},
    {"what begins like a marker is none", "@a: 1\n-b-\n--b\nb--\n.b.\n..b\nb..\n", "1"},
    {"a marker inside a line is none", "@a: 1\nb: ---\n", "1"},
    {"a byte order mark inside a document", "@a: 1\n" BOM "b: 2\n" BOM "\n_" BOM "@---\nc: 3\n",
     "1 4"},
    {"a marker with a word joined to it is none", "@a: 1\n---b\n...b\n", "1"},
    {"two hyphens are no marker", "@a: 1\n--\n..\n", "1"},
    {"an indented marker is none", "@a: 1\n ---\n", "1"},
};

struct feed {
    const char *at;
    size_t left, at_most; /* bytes; bytes a read */
};

static long feed(void *context, char *to, size_t cap) {
    struct feed *f = context;
    size_t n = f->left < f->at_most ? f->left : f->at_most;
    n = n < cap ? n : cap;
    memcpy(to, f->at, n);
    f->at += n;
    f->left -= n;
    return (long)n;
}

/* Reads the stream and holds it against the row's marks. */
static void cut_stream(const struct stream_row *row, size_t at_most) {
    char stream[256], lines[64] = "";
    const char *want[8];
    size_t want_len[8], len = 0, wanted = 0, count = 0;
    bool inside = false;
    for (const char *p = row->stream; *p; p++) {
        if (*p == '@' || *p == '_') {
            inside = *p == '@';
            if (inside) {
                want[wanted] = stream + len;
                want_len[wanted++] = 0;
            }
            continue;
        }
        stream[len++] = *p;
        if (inside)
            want_len[wanted - 1]++;
    }
    struct feed from = {stream, len, at_most};
    struct source source;
    struct document document;
    zi_source_open(&source, feed, &from);
    while (zi_source_next(&source, &document)) {
        assert_true(count < wanted);
        assert_false(document.too_long);
        assert_int_equal(document.text.len, want_len[count]);
        assert_memory_equal(document.text.at, want[count], want_len[count]);
        assert_int_equal(document.offset, want[count] - stream);
        size_t used = strlen(lines);
        snprintf(lines + used, sizeof lines - used, "%s%zu", count ? " " : "", document.line);
        count++;
    }
    assert_false(source.failed || source.out_of_memory);
    assert_false(zi_source_next(&source, &document));
    zi_source_close(&source);
    assert_int_equal(count, wanted);
    assert_string_equal(lines, row->lines);
}

/* With pieces every byte is handed out once, in its order, and the documents are the same. */
static void cut_in_pieces(const struct stream_row *row, size_t at_most) {
    char stream[256], joined[256];
    size_t len = 0, used = 0, documents = 0, starts = 0;
    for (const char *p = row->stream; *p; p++) {
        starts += *p == '@';
        if (*p != '@' && *p != '_')
            stream[len++] = *p;
    }
    struct feed from = {stream, len, at_most};
    struct source source;
    struct document d;
    zi_source_open(&source, feed, &from);
    source.pieces = true;
    while (zi_source_next(&source, &d)) {
        assert_true(used + d.mark + d.text.len <= len);
        assert_int_equal(d.offset, used + d.mark);
        memcpy(joined + used, d.text.at - d.mark, d.mark + d.text.len);
        used += d.mark + d.text.len;
        documents += d.piece == PIECE_DOCUMENT;
    }
    zi_source_close(&source);
    assert_int_equal(used, len);
    assert_memory_equal(joined, stream, len);
    assert_int_equal(documents, starts);
}

static void streams_are_cut(void **state) {
    const struct stream_row *row = *state;
    for (size_t step = 1; step <= strlen(row->stream) + 1; step++) {
        cut_stream(row, step);
        cut_in_pieces(row, step);
    }
}

/* A document of `long_bytes` between two short ones; the long one's lines are `line` bytes. */
static void cut_long_document(size_t long_bytes, size_t line, size_t at_most, bool too_long) {
    static const char first[] = "a: 1\n", last[] = "---\nb: 2\n";
    char *stream = malloc(long_bytes + sizeof first + sizeof last);
    assert_non_null(stream);
    size_t len = sizeof first - 1, lines = 2, end = len + long_bytes;
    memcpy(stream, first, len);
    memcpy(stream + len, "---\n", 4);
    for (size_t i = len + 4; i < end; i++) {
        bool ends = i + 1 == end || (i - len - 3) % line == 0;
        stream[i] = ends ? '\n' : 'x';
        lines += ends;
    }
    memcpy(stream + end, last, sizeof last - 1);
    struct feed from = {stream, end + sizeof last - 1, at_most};
    struct source source;
    struct document document;
    zi_source_open(&source, feed, &from);
    assert_true(zi_source_next(&source, &document));
    assert_true(text_is(document.text, first));
    assert_true(zi_source_next(&source, &document));
    assert_int_equal(document.too_long, too_long);
    assert_int_equal(document.line, 2);
    if (!too_long)
        assert_int_equal(document.text.len, long_bytes);
    assert_true(zi_source_next(&source, &document));
    assert_false(document.too_long);
    assert_int_equal(document.line, lines + 1);
    assert_true(text_is(document.text, last));
    assert_false(zi_source_next(&source, &document));
    zi_source_close(&source);
    free(stream);
}

static void long_documents_are_skipped(void **state) {
    (void)state;
    size_t most = RECORD_BYTES_MAX;
    cut_long_document(most, 80, 65536, false);
    cut_long_document(most + 1, 80, 65536, true);
    cut_long_document(3 * most, 80, 65536, true);
    cut_long_document(3 * most, 80, 1, true);
    cut_long_document(3 * most, 4 * most, 65536, true);
    cut_long_document(3 * most, 4 * most, 7, true);
    cut_long_document(most, 4 * most, 65536, false);
}

static long fail_to_read(void *context, char *to, size_t cap) {
    (void)context;
    (void)to;
    (void)cap;
    return -1;
}

static void a_failed_read_is_told(void **state) {
    (void)state;
    struct source source;
    struct document document;
    zi_source_open(&source, fail_to_read, NULL);
    assert_false(zi_source_next(&source, &document));
    assert_true(source.failed);
    zi_source_close(&source);
}

/* Streams of random lines, cut a second time, line by line. */

enum { STREAM_LINES = 60, STREAM_LINE_MAX = 80, CUTS_MAX = STREAM_LINES + 1 };

struct cuts {
    size_t count, start[CUTS_MAX], end[CUTS_MAX], line[CUTS_MAX];
};

static void add_cut(struct cuts *c, size_t start, size_t end, size_t line) {
    c->start[c->count] = start;
    c->end[c->count] = end;
    c->line[c->count++] = line;
}

/* Adds a line to the stream. Returns whether it is a marker of `sign`, blank or content: `-`, `.`,
   ` ` or `a`. */
static char add_random_line(struct writer *w) {
    static const char *const markers[] = {"---", "--- # x", "---\ta", "...", "... "};
    static const char *const others[] = {"--",  "---x", "....", "..",  "-",
                                         "- a", ".",    "",     "# x", "  "};
    const char *line = rand() % 3 ? others[(size_t)rand() % COUNT(others)]
                                  : markers[(size_t)rand() % COUNT(markers)];
    int more = line[0] && line[0] != ' ' && (line[1] || line[0] != '#') ? 0 : rand() % 60;
    bool word = !line[0] && more;
    write_string(w, line);
    for (int i = 0; i < more; i++)
        write_char(w, word ? "ab -.:"[i ? rand() % 6 : 0] : ' ');
    write_string(w, rand() % 5 ? "\n" : rand() % 3 ? "\r\n" : "\r");
    if (word)
        return 'a';
    for (size_t i = 0; i < COUNT(markers); i++)
        if (!strcmp(line, markers[i]))
            return *line;
    return line[0] && line[0] != '#' && line[0] != ' ' ? 'a' : ' ';
}

static void draw_stream(struct writer *w, struct cuts *want) {
    size_t start = 0, first = 1;
    bool content = false;
    want->count = 0;
    for (size_t line = 1; line <= STREAM_LINES; line++) {
        size_t before = w->len;
        /* a CR before an LF would be one line end */
        char kind = add_random_line(w);
        if (before && w->at[before - 1] == '\r' && w->at[before] == '\n') {
            w->len = before;
            line--;
            continue;
        }
        if (kind == '-' && content) {
            add_cut(want, start, before, first);
            start = before;
            first = line;
        }
        content |= kind == '-' || kind == 'a';
        if (kind == '.') {
            if (content)
                add_cut(want, start, w->len, first);
            start = w->len;
            first = line + 1;
            content = false;
        }
    }
    if (content)
        add_cut(want, start, w->len, first);
}

static void random_streams_are_cut(void **state) {
    (void)state;
    srand(9);
    for (int i = 0; i < 3000; i++) {
        static char room[STREAM_LINES * STREAM_LINE_MAX];
        struct writer w = {room, sizeof room, 0};
        struct cuts want;
        struct source source;
        struct document document;
        draw_stream(&w, &want);
        struct feed f = {room, written(&w).len, (size_t)(i % 3 ? 1 + rand() % 90 : 1 << 16)};
        zi_source_open(&source, feed, &f);
        for (size_t k = 0; k < want.count; k++) {
            assert_true(zi_source_next(&source, &document));
            assert_int_equal(document.offset, want.start[k]);
            assert_int_equal(document.text.len, want.end[k] - want.start[k]);
            assert_int_equal(document.line, want.line[k]);
            assert_memory_equal(document.text.at, room + want.start[k], document.text.len);
        }
        assert_false(zi_source_next(&source, &document));
        zi_source_close(&source);
    }
}

/* A reader like a terminal: after its end, or after a failure, there would be more. */
struct ending {
    int calls;
    long end; /* what the second call returns */
};

static long end_and_go_on(void *context, char *to, size_t cap) {
    struct ending *e = context;
    if (e->calls++ == 1)
        return e->end;
    assert_true(cap >= 9);
    memcpy(to, "---\na: 1\n", 9);
    return 9;
}

static void an_end_is_final(void **state) {
    (void)state;
    for (long end = -1; end <= 0; end++) {
        struct ending ending = {0, end};
        struct source source;
        struct document document;
        zi_source_open(&source, end_and_go_on, &ending);
        /* What was read before a failure may be only a part of the document. */
        assert_int_equal(zi_source_next(&source, &document), end == 0);
        if (end == 0)
            assert_int_equal(document.text.len, 9);
        assert_false(zi_source_next(&source, &document));
        assert_false(zi_source_next(&source, &document));
        assert_int_equal(source.failed, end < 0);
        zi_source_close(&source);
    }
}

/* Titles: what is tested and the row's name. */
enum { TESTS_MAX = 512, TITLE_MAX = 128 };
static struct CMUnitTest tests[TESTS_MAX];
static char titles[TESTS_MAX][TITLE_MAX];
static size_t test_count;

static void add(const char *what, const char *name, CMUnitTestFunction test, const void *row) {
    snprintf(titles[test_count], TITLE_MAX, "%s: %s", what, name);
    tests[test_count] =
        (struct CMUnitTest){titles[test_count], test, NULL, NULL, (void *)(uintptr_t)row};
    test_count++;
}

#define ADD_ROWS(what, rows, test)                                                                 \
    for (size_t i = 0; i < COUNT(rows); i++)                                                       \
    add(what, (rows)[i].name, test, &(rows)[i])

/* Only a move that its path does not show has words: no step, hop, placement or sowing. */
static void moves_without_a_path_have_words(void **state) {
    static const struct {
        uint8_t kind; /* enum move_kind */
        const char *note;
    } rows[] = {
        {MOVE_SWAP, "swapped"}, {MOVE_SKIP, "lost the turn"}, {MOVE_PASS, "passed"},
        {MOVE_WALK, NULL},      {MOVE_ROUTE, NULL},           {MOVE_PLACE, NULL},
        {MOVE_SOW, NULL},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct move m = {.kind = rows[i].kind};
        const char *note = zi_move_note(&m);
        assert_true(rows[i].note ? note && !strcmp(note, rows[i].note) : !note);
    }
}

int main(void) {
    ADD_ROWS("move", move_texts, move_text_is_read);
    add("move", "moves without a path have words", moves_without_a_path_have_words, NULL);
    ADD_ROWS("position", position_texts, position_text_is_read);
    add("position", "faults have sentences", position_faults_have_sentences, NULL);
    ADD_ROWS("tokens", token_texts, tokens_are_cut);
    ADD_ROWS("utf-8", utf8_rows, utf8_is_checked);
    ADD_ROWS("place", place_rows, places_are_counted);
    ADD_ROWS("locate", locate_rows, value_bytes_are_located);
    ADD_ROWS("nearest", nearest_rows, nearest_word_is_named);
    ADD_ROWS("stream", stream_rows, streams_are_cut);
    add("tokens", "numbers saturate", numbers_saturate, NULL);
    add("tokens", "results and bad tokens have a meaning", results_and_bad_tokens_have_a_meaning,
        NULL);
    add("tokens", "usual tokens need no pattern", usual_tokens_need_no_pattern, NULL);
    add("tokens", "comments have moves", comments_have_moves, NULL);
    add("tokens", "due numbers count", due_numbers_count, NULL);
    add("tokens", "plain moves may have the number that is due",
        plain_moves_may_have_the_number_that_is_due, NULL);
    add("tokens", "items of a sequence that are plain moves are read at once",
        plain_items_are_moves, NULL);
    add("tokens", "a chain has at most 256 cells", long_chains_meet_the_limit, NULL);
    for (size_t i = 0; i < COUNT(token_games); i++)
        add("tokens of the pattern", token_games[i], tokens_are_the_patterns, token_games[i]);
    for (size_t i = 0; i < COUNT(token_games); i++)
        add("moves in comments", token_games[i], comments_are_the_patterns, token_games[i]);
    add("stream", "random lines", random_streams_are_cut, NULL);
    add("stream", "documents of more than 1 MiB are skipped", long_documents_are_skipped, NULL);
    add("stream", "an end is final", an_end_is_final, NULL);
    add("stream", "a read that fails is told", a_failed_read_is_told, NULL);
    return _cmocka_run_group_tests("notation", tests, test_count, NULL, NULL);
}
