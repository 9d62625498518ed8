/* Diagrams as text. The boards of the rows are worked out by hand from their position texts; then
   random games of every kind, whose boards must say what is on them. */
#include "tests/unit/unit.h"

#include <stdalign.h>

#include "diagrams/describe.h"
#include "diagrams/formats.h"
#include "diagrams/text_board.h"
#include "notation/games/cell.h"
#include "notation/record/source.h"
#include "tests/naive.h"

enum { COLUMNS = 79, SHOWN_MAX = 4 };

/* By hand. */

struct row {
    const char *name;
    const char *rules, *position; /* NULL: the start position */
    const char *marks[3];         /* cells, pairs of cells, cells with labels; or NULL. On a
                                     lattice the cells have all kinds of marks in turn */
    const char *moves[SHOWN_MAX];
    const char *falls, *captured; /* cells, of the last move; or NULL */
    unsigned first;               /* the number of the first move; 0: none has one */
    bool flip, unicode, lattice;
    const char *low, *high; /* the corners of what is shown, or NULL */
    const char *players[2], *caption;
    struct outcome outcome;
    const char *expected;
};

#define EMPTY_HUSBAO "0,0,0,0,0,0,0,0"
#define WORD20 "abcdefghijklmnopqrst"

static const struct row rows[] = {
    {.name = "hogga at the start: pawns, Hogga's and the dots of both colors",
     .rules = "hogga",
     .expected = "> Black (to move)\n"
                 "13 b o b o b o . . . . . .\n"
                 "12 o b o b o b . . . . . .\n"
                 "11 b o b o b o . . . . . .\n"
                 "10 o B o B o B . . . . . .\n"
                 " 9 . . . . . . . . . . . .\n"
                 " 8 . . . . . . . . . . . .\n"
                 " 7 . . . . . . . . . . . .\n"
                 " 6 . . . . . . . . . . . .\n"
                 " 5 . . . . . . . . . . . .\n"
                 " 4 . . . . . . W * W * W *\n"
                 " 3 . . . . . . * w * w * w\n"
                 " 2 . . . . . . w * w * w *\n"
                 " 1 . . . . . . * w * w * w\n"
                 "   a b c d e f g h i j k l\n"
                 "  White\n"
                 "b black   w white   B W Hogga's   * o dots\n"},
    {.name = "hogga in Unicode, in part",
     .rules = "hogga",
     .unicode = true,
     .position = "b11/12/12/B11/12/12/12/12/12/6W5/7w4/12/12 w",
     .low = "f3",
     .high = "h4",
     .expected = "  Black\n"
                 " 4 · W ▪\n"
                 " 3 · ▪ ○\n"
                 "   f g h\n"
                 "> White (to move)\n"
                 "● black   ○ white   B W Hogga's   ▪ ▫ dots\n"},
    {.name = "black's men and white's dots in Unicode",
     .rules = "hogga",
     .unicode = true,
     .position = "b11/12/12/1B10/12/12/12/12/12/12/12/12/12 w",
     .low = "a10",
     .high = "b13",
     .expected = "  Black\n"
                 "13 ● ▫\n"
                 "12 ▫ ▪\n"
                 "11 ▪ ▫\n"
                 "10 ▫ B\n"
                 "   a b\n"
                 "> White (to move)\n"
                 "● black   ○ white   B W Hogga's   ▪ ▫ dots\n"},
    {.name = "halma: cells of yards that are empty",
     .rules = "halma 8x8",
     .position = "b3b3/bbb5/8/b6b/6w1/6ww/3w3w/4w1ww b",
     .expected = "> Black (to move)\n"
                 " 8 b : : : b . . .\n"
                 " 7 b b b . . . . .\n"
                 " 6 : : . . . . . .\n"
                 " 5 b . . . . . . b\n"
                 " 4 . . . . . . w :\n"
                 " 3 . . . . . . w w\n"
                 " 2 . . . w . : : w\n"
                 " 1 . . . . w : w w\n"
                 "   a b c d e f g h\n"
                 "  White\n"
                 "b black   w white\n"},
    {.name = "halma turned: coordinates and sides turn with it",
     .rules = "halma 8x8",
     .position = "b7/8/8/8/8/8/8/6w1 w",
     .flip = true,
     .low = "a7",
     .high = "c8",
     .players = {"A. Player", "B. Player"},
     .expected = "> White: B. Player (to move)\n"
                 " 7 : : :\n"
                 " 8 : : b\n"
                 "   c b a\n"
                 "  Black: A. Player\n"
                 "b black   w white\n"},
    {.name = "akron: a tower, its levels aligned at the bottom",
     .rules = "akron size=3",
     .position = "bwb/wbw/b1b|bw/wb|b w",
     .expected = "> White, W-E (to move)\n"
                 "level 1\n"
                 " 3 b w b    level 2\n"
                 " 2 w b w     2 b w    level 3\n"
                 " 1 b . b     1 w b     1 b\n"
                 "   a b c       a b       a\n"
                 "  Black, N-S\n"
                 "b black   w white\n"},
    {.name = "akron: levels that do not fit beside each other stand below",
     .rules = "akron size=8",
     .position = "bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb|"
                 "wwwwwww/wwwwwww/wwwwwww/wwwwwww/wwwwwww/wwwwwww/wwwwwww|"
                 "bbbbbb/bbbbbb/bbbbbb/bbbbbb/bbbbbb/bbbbbb|wwwww/wwwww/wwwww/wwwww/wwwww|"
                 "bbbb/bbbb/bbbb/bbbb|www/www/www|bb/bb|w b",
     .expected = "  White, W-E\n"
                 "level 1\n"
                 " 8 b b b b b b b b    level 2\n"
                 " 7 b b b b b b b b     7 w w w w w w w    level 3\n"
                 " 6 b b b b b b b b     6 w w w w w w w     6 b b b b b b    level 4\n"
                 " 5 b b b b b b b b     5 w w w w w w w     5 b b b b b b     5 w w w w w\n"
                 " 4 b b b b b b b b     4 w w w w w w w     4 b b b b b b     4 w w w w w\n"
                 " 3 b b b b b b b b     3 w w w w w w w     3 b b b b b b     3 w w w w w\n"
                 " 2 b b b b b b b b     2 w w w w w w w     2 b b b b b b     2 w w w w w\n"
                 " 1 b b b b b b b b     1 w w w w w w w     1 b b b b b b     1 w w w w w\n"
                 "   a b c d e f g h       a b c d e f g       a b c d e f       a b c d e\n"
                 "level 5\n"
                 " 4 b b b b    level 6\n"
                 " 3 b b b b     3 w w w    level 7\n"
                 " 2 b b b b     2 w w w     2 b b    level 8\n"
                 " 1 b b b b     1 w w w     1 b b     1 w\n"
                 "   a b c d       a b c       a b       a\n"
                 "> Black, N-S (to move)\n"
                 "b black   w white\n"},
    {.name = "akron in part: of a higher level what lies within, and nothing of one without any",
     .rules = "akron size=4",
     .position = "bbbb/bbbb/bbbb/bbbb|www/www/www|bb/bb w",
     .low = "b2",
     .high = "b3",
     .expected = "> White, W-E (to move)\n"
                 "level 1   level 3\n"
                 " 3 b       2 b\n"
                 " 2 b       1 b\n"
                 "   b         a\n"
                 "  Black, N-S\n"
                 "b black   w white\n"},
    {.name = "akron: a fall, and the level that the stone has left",
     .rules = "akron size=3",
     .position = "3/1b1/bw1 w",
     .moves = {"2a1-b2"},
     .falls = "2b1 3a1",
     .expected = "> White, W-E (to move)\n"
                 "level 1\n"
                 " 3 . . .    level 2\n"
                 " 2 .[b].     2 . .\n"
                 " 1 b w .     1[.].\n"
                 "   a b c       a b\n"
                 "  Black, N-S\n"
                 "last move: 2a1-b2\n"
                 "falls: 2b1-2a1, 3a1-2b1\n"
                 "b black   w white\n"},
    {.name = "husbao: 48 stones in one pit, and whose the rows are",
     .rules = "husbao",
     .position = EMPTY_HUSBAO "/" EMPTY_HUSBAO "/0,0,0,48,0,0,0,0/" EMPTY_HUSBAO " b",
     .expected = "> B (to move, 0 stones)\n"
                 " 4  0  0  0  0  0  0  0  0   B, back row\n"
                 " 3  0  0  0  0  0  0  0  0   B, front row\n"
                 " 2  0  0  0 48  0  0  0  0   A, front row\n"
                 " 1  0  0  0  0  0  0  0  0   A, back row\n"
                 "    a  b  c  d  e  f  g  h\n"
                 "  A (48 stones)\n"},
    {.name = "husbao turned, in part: the pit that was sown, and what was captured",
     .rules = "husbao",
     .position = "1,2,3,4,5,6,7,8/" EMPTY_HUSBAO "/2,0,0,0,0,0,0,10/" EMPTY_HUSBAO " b",
     .flip = true,
     .low = "f2",
     .high = "h4",
     .moves = {"h2+x3"},
     .captured = "g3 h3",
     .marks = {"f4", NULL, "h3=A"},
     .expected = "  A (12 stones)\n"
                 " 2[10] 0  0   A, front row\n"
                 " 3  0  0  0   B, front row\n"
                 " 4  8  7( 6)  B, back row\n"
                 "    h  g  f\n"
                 "> B (to move, 36 stones)\n"
                 "last move: h2+x3\n"
                 "captured: g3, h3\n"
                 "marked: f4\n"
                 "labels: h3=A\n"},
    {.name = "signs that meet are one, and both signs of a cell another",
     .rules = "halma 8x8",
     .position = "8/8/8/8/8/2b5/8/8 b",
     .low = "a3",
     .high = "e4",
     .moves = {"a3-b3"},
     .marks = {"b3 c3 e3 e4 a4", NULL, NULL},
     .expected = "> Black (to move)\n"
                 " 4(.). . .(.)\n"
                 " 3[.|.|b).(.)\n"
                 "   a b c d e\n"
                 "  White\n"
                 "last move: a3-b3\n"
                 "marked: b3, c3, e3, e4, a4\n"
                 "b black   w white\n"},
    {.name = "a cell where the last move ended that is marked, too",
     .rules = "halma 8x8",
     .position = "8/8/8/8/8/2b5/8/8 b",
     .low = "a3",
     .high = "c3",
     .moves = {"a3^c3"},
     .marks = {"c3", NULL, NULL},
     .expected = "> Black (to move)\n"
                 " 3[.].{b}\n"
                 "   a b c\n"
                 "  White\n"
                 "last move: a3^c3\n"
                 "marked: c3\n"
                 "b black   w white\n"},
    {.name = "labels of a character stand on empty cells, all in their list",
     .rules = "halma 8x8",
     .position = "8/8/8/8/8/2b5/8/8 b",
     .unicode = true,
     .low = "a3",
     .high = "e3",
     .marks = {NULL, "a3-b3 c3-e3", "a3=A b3=é c3=X d3=12 e3=中"},
     .expected = "> Black (to move)\n"
                 " 3 A é ● · ·\n"
                 "   a b c d e\n"
                 "  White\n"
                 "arrows: a3-b3, c3-e3\n"
                 "labels: a3=A, b3=é, c3=X, d3=12, e3=中\n"
                 "● black   ○ white\n"},
    {.name = "in ASCII, too; blanks hide no cell",
     .rules = "halma 8x8",
     .position = "8/8/8/8/8/2b5/8/8 b",
     .low = "a3",
     .high = "d3",
     .marks = {NULL, NULL, "a3=A b3=\t c3=X d3=~"},
     .expected = "> Black (to move)\n"
                 " 3 A . b ~\n"
                 "   a b c d\n"
                 "  White\n"
                 "labels: a3=A, b3=, c3=X, d3=~\n"
                 "b black   w white\n"},
    {.name = "all is 7-bit in ASCII",
     .rules = "halma 8x8",
     .position = "8/8/8/8/8/8/8/8 b",
     .low = "c3",
     .high = "d3",
     .marks = {NULL, NULL, "c3=é d3=中"},
     .players = {"\u0141ukasz \u4E2D\xFF", "a\x1B[31mb\tc"},
     .caption = "\u201Cx\u201D",
     .expected = "> Black: Lukasz ?? (to move)\n"
                 " 3 ? .\n"
                 "   c d\n"
                 "  White: a?[31mb c\n"
                 "labels: c3=e, d3=?\n"
                 "b black   w white\n"
                 "\"x\"\n"},
    {.name = "nothing steers the terminal in Unicode",
     .rules = "halma 8x8",
     .position = "8/8/8/8/8/8/8/8 w",
     .unicode = true,
     .low = "d3",
     .high = "d3",
     .players = {"a\x1B[31mb\xC2\x9Bx", "a\u202Eb\u2066c\u2028d\xFF"},
     .caption = " \n ",
     .expected = "  Black: a\uFFFD[31mb\uFFFDx\n"
                 " 3 ·\n"
                 "   d\n"
                 "> White: a\uFFFDb\uFFFDc\uFFFDd\uFFFD (to move)\n"
                 "● black   ○ white\n"},
    {.name = "moves with numbers; the last one's ends are marked",
     .rules = "halma 8x8",
     .position = "8/8/8/8/8/2b5/3w4/8 b",
     .low = "a1",
     .high = "e3",
     .first = 9,
     .moves = {"e1-d2", "a1^c3"},
     .expected = "> Black (to move)\n"
                 " 3 . .[b]. .\n"
                 " 2 . . . w .\n"
                 " 1[.]. . . :\n"
                 "   a b c d e\n"
                 "  White\n"
                 "9: e1-d2  10: a1^c3\n"
                 "b black   w white\n"},
    {.name = "a chain that is longer than a line is broken before a cell",
     .rules = "halma 16x16",
     .position = "16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/16 b",
     .low = "c10",
     .high = "c10",
     .moves = {"a10^c10^e10^g10^i10^k10^m10^o10^o12^o14^o16^m16^k16^i16^g16^e16^c16^a16^a14^a12"},
     .expected = "> Black (to move)\n"
                 "10 .\n"
                 "   c\n"
                 "  White\n"
                 "last move: a10^c10^e10^g10^i10^k10^m10^o10^o12^o14^o16^m16^k16^i16^g16^e16^c16\n"
                 "  ^a16^a14^a12\n"
                 "b black   w white\n"},
    {.name = "long names and captions are wrapped, and broken where they have no blank",
     .rules = "halma 8x8",
     .position = "8/8/8/8/8/8/8/8 b",
     .low = "d4",
     .high = "d4",
     .players = {WORD20 " " WORD20 " " WORD20 " " WORD20, WORD20 WORD20 WORD20 WORD20 "uvw"},
     .caption = WORD20 "  " WORD20 " " WORD20 " 0123456789012345 " WORD20,
     .expected =
         "> Black: " WORD20 " " WORD20 " " WORD20 "\n"
         "  " WORD20 " (to move)\n"
         " 4 .\n"
         "   d\n"
         "  White:\n"
         "  " WORD20 WORD20 WORD20 "abcdefghijklmnopq\n"
         "  rstuvw\n"
         "b black   w white\n" WORD20 " " WORD20 " " WORD20 " 0123456789012345\n" WORD20 "\n"},
    {.name = "so is a line of stones that fall",
     .rules = "akron size=16",
     .position = NULL,
     .low = "p16",
     .high = "p16",
     .moves = {"a10-p16v2a1v3a1v4a1v5a1v6a1v7a1v8a1v9a1v10a1v11a1v12a1v13a1v14a1v15a1v16a1"},
     .expected = "  White, W-E\n"
                 "level 1\n"
                 "16[.]\n"
                 "   p\n"
                 "> Black, N-S (to move)\n"
                 "last move: a10-p16v2a1v3a1v4a1v5a1v6a1v7a1v8a1v9a1v10a1v11a1v12a1v13a1v14a1\n"
                 "  v15a1v16a1\n"
                 "b black   w white\n"},
    {.name = "akron: ten levels, of which the crop shows the middle",
     .rules = "akron size=10",
     .position = "bbbbbbbbbb/bbbbbbbbbb/bbbbbbbbbb/bbbbbbbbbb/bbbbbbbbbb/bbbbbbbbbb/bbbbbbbbbb"
                 "/bbbbbbbbbb/bbbbbbbbbb/bbbbbbbbbb|bbbbbbbbb/bbbbbbbbb/bbbbbbbbb/bbbbbbbbb/bb"
                 "bbbbbbb/bbbbbbbbb/bbbbbbbbb/bbbbbbbbb/bbbbbbbbb|bbbbbbbb/bbbbbbbb/bbbbbbbb/b"
                 "bbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb|bbbbbbb/bbbbbbb/bbbbbbb/bbbbbbb/"
                 "bbbbbbb/bbbbbbb/bbbbbbb|bbbbbb/bbbbbb/bbbbbb/bbbbbb/bbbbbb/bbbbbb|bbbbb/bbbb"
                 "b/bbbbb/bbbbb/bbbbb|bbbb/bbbb/bbbb/bbbb|bbb/bbb/bbb|bb/bb|b b",
     .low = "e5",
     .high = "f6",
     .expected = "  White, W-E\n"
                 "level 1             level 3             level 5             level 7\n"
                 " 6 b b    level 2    5 b b    level 4    4 b b    level 6    3 b b    level 8\n"
                 " 5 b b     5 b       4 b b     4 b       3 b b     3 b       2 b b     2 b\n"
                 "   e f       e         d e       d         c d       c         b c       b\n"
                 "level 9\n"
                 " 2 b b    level 10\n"
                 " 1 b b     1 b\n"
                 "   a b       a\n"
                 "> Black, N-S (to move)\n"
                 "b black   w white\n"},
    {.name = "who has won, and why; nobody is to move",
     .rules = "akron size=3",
     .position = "1b1/wbw/1b1 w",
     .outcome = {RESULT_WIN_0, "connection"},
     .expected = "  White, W-E\n"
                 "level 1\n"
                 " 3 . b .\n"
                 " 2 w b w\n"
                 " 1 . b .\n"
                 "   a b c\n"
                 "  Black, N-S (wins: the sides are linked)\n"
                 "b black   w white\n"},
    {.name = "a draw comes before the caption",
     .rules = "halma 8x8",
     .position = "8/8/8/8/8/8/8/8 b",
     .low = "d4",
     .high = "d4",
     .outcome = {RESULT_DRAW, "repetition"},
     .caption = "Again.",
     .expected = "  Black\n"
                 " 4 .\n"
                 "   d\n"
                 "  White\n"
                 "b black   w white\n"
                 "draw: the same position again\n"
                 "Again.\n"},
    {.name = "lattice: long hops that cross, numbered, and an edge that is torn",
     .rules = "hogga",
     .lattice = true,
     .first = 5,
     .position = "12/12/12/12/3w8/12/1b1b1b6/3b1b6/3b8/3b8/12/12/12 b",
     .low = "a3",
     .high = "g9",
     .moves = {"a7^e7^b4", "d9^d3", "b8^e5"},
     .expected = "   ......................... ~ ~    Black\n"
                 " 9   .   .   .   w   .   .   . ~    to move\n"
                 "                 |             ~\n"
                 " 8   .   @   .   |   .   .   . ~\n"
                 "           \\     |             ~\n"
                 " 7   @---b---\\---b-->+   b   . ~\n"
                 "               \\ | /           ~\n"
                 " 6   .   .   .   b   .   b   . ~\n"
                 "               / | >           ~\n"
                 " 5   .   .   /   b   .7  .   . ~\n"
                 "           <     |         ......\n"
                 " 4   .  5.   .   b   .   . : o ~\n"
                 "                 v         :   ~\n"
                 " 3   .   .   .   .6  .   . : * ~\n"
                 "   ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ : ~ ~    White\n"
                 "     a   b   c   d   e   f   g\n"
                 "5: a7^e7^b4  6: d9^d3  7: b8^e5\n"
                 "b black   w white   * o dots   @ start   + landing\n"},
    {.name = "lattice: the hops of a last move, by their numbers",
     .rules = "halma 8x8",
     .lattice = true,
     .unicode = true,
     .position = "8/8/8/8/2w5/5w2/1b3b2/8 w",
     .low = "a1",
     .high = "g5",
     .moves = {"a1^c3^g3^e1"},
     .expected = "   ~ ~ ..... ~ ~ ~ ~ ~ ~ ~ ~ ~ ~    Black\n"
                 " 5   · : ·   ·   ·   ·   ·   · ~\n"
                 "   .....                       ..\n"
                 " 4   ·   ·   ○   ·   ·   ·   · :\n"
                 "                           .....\n"
                 " 3   ·   ·   +1──────────○───+2~\n"
                 "           /           ..../   ~\n"
                 " 2   ·   ●   ·   ·   · : ●   · ~\n"
                 "       /           ....←       ~    White\n"
                 " 1   ◊   ·   ·   · : ·   ·   · ~    to move\n"
                 "     a   b   c   d   e   f   g\n"
                 "last move: a1^c3^g3^e1\n"
                 "● black   ○ white   ◊ start   + landing\n"},
    {.name = "lattice: a path turns beside a tower, not behind it",
     .rules = "akron size=4",
     .lattice = true,
     .position = "4/1ww1/1ww1/1b2|3/1b1/3 w",
     .moves = {"d4-b1"},
     .expected = " 4   .   .   .   @   White, W-E\n"
                 "                 |   to move\n"
                 " 3   .   w   w   |\n"
                 "          2b     |\n"
                 " 2   .   w   w   |\n"
                 "                 |\n"
                 " 1   .   b<------+   Black, N-S\n"
                 "     a   b   c   d\n"
                 "last move: d4-b1\n"
                 "b black   w white   @ start\n"},
    {.name = "lattice: a tower between its cells, and what it covers",
     .rules = "akron size=3",
     .lattice = true,
     .position = "bwb/wbw/b1b|bw/wb|b w",
     .marks = {"b2 2a1", "c1-2b2", "c1=A"},
     .expected = "> White, W-E (to move)\n"
                 " 3   b   w   b\n"
                 "      2b  2w\n"
                 " 2   w  3b ^ w\n"
                 "     %2w% 2b\n"
                 " 1   b   . + bA\n"
                 "     a   b   c\n"
                 "  Black, N-S\n"
                 "arrows: c1-2b2\n"
                 "labels: c1=A\n"
                 "b black   w white   % filled\n"
                 "covered: b b2\n"
                 "marked at b2\n"},
    {.name = "lattice: marks, arrows and labels of pits",
     .rules = "husbao",
     .lattice = true,
     .position = EMPTY_HUSBAO "/" EMPTY_HUSBAO "/2,0,0,0,0,0,0,10/" EMPTY_HUSBAO " b",
     .marks = {"f4 h2 a1 b1 c1 a1", "a4-c2 h1-d1", "f3=A g4=long h4=toolong1"},
     .expected = "> B (to move, 0 stones)\n"
                 " 4   (  )--(  )--(  )  (  )  (  )  {  }  (  )  (  )   B, back row\n"
                 "                  |\n"
                 " 3   (  )  (  )  (  )  (  )  (  )  (  )  (  )  (  )   B, front row\n"
                 "                  |                  A\n"
                 "     ===============================================\n"
                 "                  v\n"
                 " 2   ( 2)  (  )  (  )  (  )  (  )  (  )  (  )  %10%   A, front row\n"
                 "\n"
                 " 1  {X  X} #  #  /  \\  (  )<-(  )--(  )--(  )--(  )   A, back row\n"
                 "       a     b     c     d     e     f     g     h\n"
                 "  A (12 stones)\n"
                 "arrows: a4-c2, h1-d1\n"
                 "labels: f3=A, g4=long, h4=toolong1\n"
                 "{ } marked   % filled   X cross   # square   / \\ triangle\n"},
    {.name = "lattice: every mark has its own sign, also two on a cell",
     .rules = "hogga",
     .lattice = true,
     .position = "12/12/12/12/12/12/12/12/12/b2B8/12/12/12 b",
     .flip = true,
     .low = "a3",
     .high = "d4",
     .marks = {"a4 b4 c4 d4 b3 d4 c3", "a3-c4", "c3=xy"},
     .expected = "  White\n"
                 "   ~ ~ ~ ~ ~ ~ ~ ~ ~\n"
                 " 3 ~ .xy%.% /.\\- .\n"
                 "   ~       <\n"
                 " 4 {#B#}X.X %.% {b}\n"
                 "   ~ ~ ~ ~ ~ ~ ~ ~ ~\n"
                 "     d   c   b   a\n"
                 "> Black (to move)\n"
                 "arrows: a3-c4\n"
                 "labels: c3=xy\n"
                 "b black   w white   B W Hogga's   * o dots   { } marked   % filled   X cross\n"
                 "  # square   / \\ triangle\n"},
};

/* Cells at the words of `s`; returns how many. A pair of cells counts as two. */
static size_t read_cells(const struct board *board, const char *s, cell *out) {
    size_t count = 0;
    for (size_t length; s && *(s += strspn(s, " -")); s += length) {
        length = strcspn(s, " -");
        assert_true(zi_cell_read((struct text){s, length}, board, &out[count++]));
    }
    return count;
}

static void read_labels(const struct board *board, const char *s, struct marks *marks) {
    for (size_t length; s && *(s += strspn(s, " ")); s += length) {
        length = strcspn(s, " ");
        size_t name = strcspn(s, "=");
        struct marked_label *l = &marks->label[marks->label_count++];
        assert_true(zi_cell_read((struct text){s, name}, board, &l->at));
        assert_true(length - name - 1 <= LABEL_BYTES_MAX);
        memcpy(l->text, s + name + 1, length - name - 1);
    }
}

static void read_marks(const struct row *row, const struct board *board, struct marks *marks) {
    cell arrows[16];
    static cell cells[MARKS_MAX];
    marks->mark_count = read_cells(board, row->marks[0], cells);
    for (size_t i = 0; i < marks->mark_count; i++)
        marks->mark[i] =
            (struct marked_cell){row->lattice ? (enum mark_kind)(i % 5) : MARK_FRAME, cells[i]};
    marks->arrow_count = read_cells(board, row->marks[1], arrows) / 2;
    for (size_t i = 0; i < marks->arrow_count; i++)
        marks->arrow[i] = (struct marked_arrow){arrows[2 * i], arrows[2 * i + 1]};
    read_labels(board, row->marks[2], marks);
}

static size_t read_moves(const struct row *row, const struct ruleset *rs, struct move *moves,
                         struct shown_move *shown, struct arena *arena) {
    static cell falls[LEVELS_MAX], captured[LEVELS_MAX];
    static const struct setup empty;
    size_t count = 0;
    for (; count < SHOWN_MAX && row->moves[count]; count++) {
        unsigned style = 0;
        assert_null(rs->rules->notation->read(text_of(row->moves[count]), &rs->board, &moves[count],
                                              &style));
        const struct turn_result result = {0};
        struct turn turn = {.move = &moves[count], .result = &result};
        assert_true(zi_shown_move(&shown[count], rs, &turn, &empty, &empty, arena));
        if (row->first)
            shown[count].number = row->first + (uint32_t)count;
    }
    struct shown_move *last = &shown[count ? count - 1 : 0];
    last->falls = falls;
    last->fall_count = read_cells(&rs->board, row->falls, falls);
    last->captured = captured;
    last->captured_count = read_cells(&rs->board, row->captured, captured);
    return count;
}

static struct text text_or_none(const char *s) { return s ? text_of(s) : NO_TEXT; }

static void begin(struct drawing *drawing, bool unicode, struct buffer *out) {
    static const struct drawing_options options;
    zi_drawing_begin(drawing, unicode ? &zi_drawing_unicode : &zi_drawing_ascii, &options, out);
}

/* A terminated text in a buffer. */
static void write_diagram(const struct diagram *d, bool unicode, struct buffer *out) {
    struct drawing drawing;
    out->len = 0;
    begin(&drawing, unicode, out);
    assert_true(zi_drawing_add(&drawing, d));
    assert_true(zi_drawing_end(&drawing));
    buffer_char(out, '\0');
    assert_false(out->failed);
}

static void test_row(void **state) {
    const struct row *row = *state;
    static struct marks marks;
    static struct move moves[SHOWN_MAX];
    static struct diagram d;
    struct shown_move shown[SHOWN_MAX] = {{.number = 0}};
    struct ruleset rs;
    struct replay replay = {0};
    struct buffer out = {0};
    struct arena arena = {0};
    size_t fault = 0;
    memset(&marks, 0, sizeof marks);
    unit_ruleset(&rs, row->rules);
    zi_diagram_begin(&d, &rs);
    zi_diagram_set_outcome(&d, &row->outcome);
    d.moves = shown;
    d.marks = &marks;
    d.view =
        (struct view){.flip = row->flip, .compact = !row->lattice, .cropped = row->low != NULL};
    if (row->position) {
        assert_null(
            rs.rules->notation->read_setup(text_of(row->position), &rs.board, &d.setup, &fault));
    } else {
        assert_null(unit_start(&replay, &rs, NULL));
        rs.rules->describe(&replay.position, &d.setup);
        zi_replay_close(&replay);
    }
    read_cells(&rs.board, row->low, &d.view.low);
    read_cells(&rs.board, row->high, &d.view.high);
    read_marks(row, &rs.board, &marks);
    d.move_count = read_moves(row, &rs, moves, shown, &arena);
    d.players[0] = text_or_none(row->players[0]);
    d.players[1] = text_or_none(row->players[1]);
    d.caption = text_or_none(row->caption);
    write_diagram(&d, row->unicode, &out);
    assert_string_equal(out.at, row->expected);
    zi_buffer_free(&out);
    zi_arena_free(&arena);
}

static void test_several(void **state) {
    (void)state;
    struct ruleset rs;
    struct drawing drawing;
    struct buffer out = {0};
    unit_ruleset(&rs, "halma 8x8");
    struct diagram d;
    zi_diagram_begin(&d, &rs);
    d.view.cropped = d.view.compact = true;
    d.figure = 3;
    begin(&drawing, false, &out);
    assert_true(zi_drawing_add(&drawing, &d));
    d.figure = 4;
    d.caption = text_of("so it is");
    assert_true(zi_drawing_add(&drawing, &d));
    assert_true(zi_drawing_end(&drawing));
    buffer_char(&out, '\0');
    assert_string_equal(
        out.at, "> Black (to move)\n 1 .\n   a\n  White\nb black   w white\nFigure 3\n\n"
                "> Black (to move)\n 1 .\n   a\n  White\nb black   w white\nFigure 4: so it is\n");
    zi_buffer_free(&out);
}

static void test_indented(void **state) {
    (void)state;
    struct ruleset rs;
    struct buffer out = {0};
    struct setup setup = {.turn = 0};
    unit_ruleset(&rs, "akron size=3");
    setup.at[cell_at(0, 1, 2)] = ZI_CELL_WHITE;
    zi_text_board(&out, &rs, &setup, 4);
    unit_ruleset(&rs, "halma 8x8");
    buffer_char(&out, '\n');
    memset(&setup, 0, sizeof setup);
    setup.at[cell_at(0, 0, 7)] = ZI_CELL_BLACK;
    zi_text_board(&out, &rs, &setup, 2);
    buffer_char(&out, '\0');
    assert_string_equal(out.at, "    level 1\n"
                                "     3 . w .\n"
                                "     2 . . .\n"
                                "     1 . . .\n"
                                "       a b c\n"
                                "\n"
                                "   8 b . . . . . . .\n"
                                "   7 . . . . . . . .\n"
                                "   6 . . . . . . . .\n"
                                "   5 . . . . . . . .\n"
                                "   4 . . . . . . . .\n"
                                "   3 . . . . . . . .\n"
                                "   2 . . . . . . . .\n"
                                "   1 . . . . . . . .\n"
                                "     a b c d e f g h\n");
    zi_buffer_free(&out);
}

/* The line as it is that many columns to the right, and not beyond the last one. */
static void shift(char *to, const char *line, size_t length, unsigned indent) {
    char *end = to;
    unsigned column = 0;
    for (; column < indent && column < COLUMNS; column++)
        *to++ = ' ';
    for (size_t i = 0; i < length; i++) {
        column += ((unsigned char)line[i] & 0xC0) != 0x80;
        if (column > COLUMNS)
            break;
        *to++ = line[i];
        if (line[i] != ' ')
            end = to;
    }
    *end = '\0';
}

static void expect_shifted(const char *from, const char *got, unsigned indent) {
    while (*from) {
        char wanted[4 * COLUMNS + 1];
        size_t length = strcspn(from, "\n");
        shift(wanted, from, length, indent);
        assert_int_equal(strcspn(got, "\n"), strlen(wanted));
        assert_memory_equal(got, wanted, strlen(wanted));
        from += length + 1;
        got += strlen(wanted) + 1;
    }
    assert_string_equal(got, "");
}

static void test_narrow(void **state) {
    static const char *const games[] = {"husbao", "halma 16x16"};
    static struct marks marks;
    static struct diagram d;
    (void)state;
    marks.mark_count = 16;
    for (unsigned i = 0; i < 16; i++)
        marks.mark[i] = (struct marked_cell){MARK_FRAME, cell_at(0, i % 8, i / 8)};
    for (unsigned i = 0; i < 4; i++) {
        bool unicode = i % 2;
        struct ruleset rs;
        struct buffer first = {0};
        unit_ruleset(&rs, games[i / 2]);
        zi_diagram_begin(&d, &rs);
        d.marks = &marks;
        zi_text_cells(&first, &d, unicode, false, 0);
        buffer_char(&first, '\0');
        for (unsigned indent = 0; indent < COLUMNS + 9; indent++) {
            struct buffer out = {0};
            zi_text_cells(&out, &d, unicode, false, indent);
            buffer_char(&out, '\0');
            expect_shifted(first.at, out.at, indent);
            zi_buffer_free(&out);
        }
        zi_buffer_free(&first);
    }
}

/* By chance. */

struct game {
    struct ruleset rs;
    struct dice dice;
    alignas(max_align_t) unsigned char position[POSITION_BYTES_MAX];
    size_t listed;
    struct move move;       /* the last */
    struct shown_move last; /* it */
    struct setup setup;
    struct arena arena; /* of the shown move */
};

/* Keeps one of all moves, each with the same chance. */
static bool keep_one(void *context, const struct move *m) {
    struct game *g = context;
    if (dice_below(&g->dice, ++g->listed) == 0)
        move_copy(&g->move, m);
    return true;
}

static bool play_any(struct game *g) {
    const struct rules *rules = g->rs.rules;
    struct setup before = g->setup;
    struct turn_result result = {0};
    struct turn turn = {.move = &g->move, .side = before.turn, .result = &result};
    g->listed = 0;
    rules->moves(g->position, keep_one, g);
    if (!g->listed)
        return false;
    rules->play(g->position, &g->move, &result.effect);
    rules->describe(g->position, &g->setup);
    zi_arena_reset(&g->arena);
    return zi_shown_move(&g->last, &g->rs, &turn, &before, &g->setup, &g->arena);
}

/* Lines of at most 79 columns, without blanks at their ends; in ASCII 7-bit. Only between the
   ranks of a lattice is there nothing on a line. */
static void expect_lines(const char *s, bool unicode, bool compact) {
    bool ascii;
    size_t length = strlen(s);
    assert_true(length > 0 && s[length - 1] == '\n');
    assert_int_equal(zi_utf8_check((struct text){s, length}, &ascii), length);
    assert_true(unicode || ascii);
    for (const char *end; *s; s = end + 1) {
        end = strchr(s, '\n');
        struct text line = {s, (size_t)(end - s)};
        assert_true(zi_text_columns(line) <= COLUMNS);
        assert_true(line.len > 0 ? !is_blank(line.at[line.len - 1]) : !compact);
        for (size_t i = 0; i < line.len; i++)
            assert_true((unsigned char)line.at[i] >= ' ' && line.at[i] != 0x7F);
    }
}

/* What is on the lines of the ranks: each sign that can be one cell, how often. */
static void accept_census(const char *s, size_t census[128]) {
    memset(census, 0, 128 * sizeof *census);
    for (const char *end; *s; s = end + 1) {
        end = strchr(s, '\n');
        for (const char *c = s + 2; is_digit(s[1]) && c < end; c++)
            census[(unsigned char)*c]++;
    }
}

/* The levels that are shown begin with headings, but a board of one level has none. */
static unsigned count_levels(const char *s) {
    unsigned levels = 0;
    while ((s = strstr(s, "level "))) {
        levels++;
        s++;
    }
    return levels ? levels : 1;
}

/* One glyph a cell, and of each kind as many as stand on the board. */
static void expect_glyphs(const struct game *g, const char *s) {
    static size_t census[128];
    size_t held[ZI_CELL_WHITE_HOGGA + 1] = {0}, cells = 0;
    unsigned levels = count_levels(s);
    const char *sides = g->rs.rules->notation->sides;
    accept_census(s, census);
    for (unsigned c = 0; c < CELLS_MAX; c++)
        held[g->setup.at[c]]++;
    for (unsigned level = 0; level < levels; level++)
        cells += (g->rs.board.files - level) * (size_t)(g->rs.board.ranks - level);
    size_t men = 0;
    for (unsigned side = 0; side < 2; side++) {
        size_t small = census[(unsigned char)sides[side]];
        size_t large = census[(unsigned char)sides[side] - 'a' + 'A'];
        assert_int_equal(small, held[ZI_CELL_BLACK + side]);
        assert_int_equal(large, held[ZI_CELL_BLACK_HOGGA + side]);
        men += small + large;
    }
    assert_int_equal(men + census['.'] + census[':'] + census['*'] + census['o'], cells);
}

/* Every count, by its rank and file. */
static void expect_counts(const struct game *g, const char *s) {
    for (unsigned rank = g->rs.board.ranks; rank-- > 0;) {
        char *end;
        s = strchr(s, '\n') + 1;
        assert_int_equal(strtoul(s, &end, 10), rank + 1);
        for (unsigned file = 0; file < g->rs.board.files; file++) {
            end += strspn(end, "[]|");
            assert_int_equal(strtoul(end, &end, 10), g->setup.at[cell_at(0, file, rank)]);
        }
    }
}

/* The same text with the characters of Unicode as those of ASCII. */
static void to_ascii(const struct game *g, const char *from, char *to) {
    const char *sides = g->rs.rules->notation->sides;
    const struct {
        const char *from;
        char to;
    } table[] = {{"·", '.'}, {"▪", '*'}, {"▫", 'o'}, {"●", sides[0]}, {"○", sides[1]}};
    while (*from) {
        size_t i = 0;
        while (i < sizeof table / sizeof *table &&
               strncmp(from, table[i].from, strlen(table[i].from)) != 0)
            i++;
        if (i < sizeof table / sizeof *table) {
            *to++ = table[i].to;
            from += strlen(table[i].from);
        } else {
            *to++ = *from++;
        }
    }
    *to = '\0';
}

/* Random marks and labels on cells of level 1. */
static void scatter_marks(struct game *g, struct marks *marks) {
    memset(marks, 0, sizeof *marks);
    marks->mark_count = dice_below(&g->dice, 20);
    marks->arrow_count = dice_below(&g->dice, 40);
    marks->label_count = dice_below(&g->dice, 40);
    for (size_t i = 0; i < 40; i++) {
        cell c = cell_at(0, dice_below(&g->dice, g->rs.board.files),
                         dice_below(&g->dice, g->rs.board.ranks));
        marks->mark[i].at = marks->arrow[i].from = marks->label[i].at = c;
        snprintf(marks->label[i].text, sizeof marks->label[i].text, "%.*s",
                 (int)dice_below(&g->dice, 8), " A\x1B\xFF x  ");
    }
}

static void expect_lattice(const struct diagram *d) {
    struct buffer out = {0};
    for (unsigned unicode = 0; unicode < 2; unicode++) {
        write_diagram(d, unicode, &out);
        expect_lines(out.at, unicode, d->view.compact);
    }
    zi_buffer_free(&out);
}

static void expect_good_text(struct game *g) {
    static struct marks marks;
    static char plain[1 << 16];
    struct buffer ascii = {0}, unicode = {0};
    struct diagram d;
    zi_diagram_begin(&d, &g->rs);
    d.setup = g->setup;
    d.moves = &g->last;
    d.move_count = 1;
    expect_lattice(&d);
    d.view.compact = true;
    write_diagram(&d, false, &ascii);
    write_diagram(&d, true, &unicode);
    expect_lines(ascii.at, false, d.view.compact);
    expect_lines(unicode.at, true, d.view.compact);
    assert_true(unicode.len < sizeof plain);
    to_ascii(g, unicode.at, plain);
    assert_string_equal(plain, ascii.at);
    if (g->rs.rules->notation->counts)
        expect_counts(g, ascii.at);
    else
        expect_glyphs(g, ascii.at);
    scatter_marks(g, &marks);
    cell low = marks.mark[0].at, high = marks.mark[1].at;
    d.marks = &marks;
    d.view.compact = false;
    expect_lattice(&d);
    d.view.compact = dice_one_in(&g->dice, 2);
    d.view.flip = dice_one_in(&g->dice, 2);
    d.view.cropped = dice_one_in(&g->dice, 2) && cell_file(low) <= cell_file(high) &&
                     cell_rank(low) <= cell_rank(high);
    d.view.low = low;
    d.view.high = high;
    d.players[0] = text_of("\u4E2D\u4E2D \xFF\u202E" WORD20 WORD20 WORD20 WORD20 WORD20);
    d.caption = text_of("  \u4E2D\u4E2D\u4E2D " WORD20 "  " WORD20 "\n\n" WORD20 WORD20 "\t");
    write_diagram(&d, false, &ascii);
    write_diagram(&d, true, &unicode);
    expect_lines(ascii.at, false, d.view.compact);
    expect_lines(unicode.at, true, d.view.compact);
    zi_buffer_free(&ascii);
    zi_buffer_free(&unicode);
}

static void play_game(struct game *g, unsigned plies) {
    memset(g->position, 0, sizeof g->position);
    assert_null(g->rs.rules->start(g->position, &g->rs, NULL));
    g->rs.rules->describe(g->position, &g->setup);
    for (unsigned ply = 0; ply < plies && play_any(g); ply++)
        if (ply % 5 == 0)
            expect_good_text(g);
}

static void test_random_games(void **state) {
    (void)state;
    static struct game g;
    for (size_t i = 0; i < zi_game_count; i++) {
        unsigned variant = 0;
        do {
            zi_ruleset_init(&g.rs, zi_games[i], variant);
            play_game(&g, 150);
            play_game(&g, 150);
        } while (zi_games[i]->variants && zi_games[i]->variants[++variant]);
    }
    zi_arena_free(&g.arena);
}

static void test_random_towers(void **state) {
    (void)state;
    static struct game g;
    char rules[32];
    for (unsigned size = 3; size <= 16; size++) {
        snprintf(rules, sizeof rules, "akron size=%u", size);
        unit_ruleset(&g.rs, rules);
        play_game(&g, 400 / size);
    }
    zi_arena_free(&g.arena);
}

int main(void) {
    enum { ROWS = sizeof rows / sizeof *rows };
    static struct CMUnitTest tests[ROWS + 5];
    for (size_t i = 0; i < ROWS; i++)
        tests[i] = (struct CMUnitTest){.name = rows[i].name,
                                       .test_func = test_row,
                                       .initial_state = (void *)(uintptr_t)&rows[i]};
    tests[ROWS] =
        (struct CMUnitTest){.name = "a blank line between diagrams", .test_func = test_several};
    tests[ROWS + 1] = (struct CMUnitTest){.name = "a board alone is indented, its ground bare",
                                          .test_func = test_indented};
    tests[ROWS + 2] =
        (struct CMUnitTest){.name = "random games of every kind: one glyph a cell, 79 columns",
                            .test_func = test_random_games};
    tests[ROWS + 3] = (struct CMUnitTest){.name = "random towers: one glyph a cell, 79 columns",
                                          .test_func = test_random_towers};
    tests[ROWS + 4] = (struct CMUnitTest){.name = "what is beyond the last column is not written",
                                          .test_func = test_narrow};
    return cmocka_run_group_tests_name("text_board", tests, NULL, NULL);
}
