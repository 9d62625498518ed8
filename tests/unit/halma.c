/* Halma's rules, position by position. On 8x8 White's yard is e1-h1 f2-h2 g3-h3 h4, Black's a8-d8
   a7-c7 a6-b6 a5. */
#include "tests/unit/unit.h"

/* A white piece that can hop out of its yard, northwards over a black one. */
#define FORCED_NORTH "8/8/8/8/6b1/3w2w1/b7/8 w"

static const struct play_row rows[] = {
    /* M2 */
    {"M2 White moves first", "halma 8x8", NULL, "h4-h5", "legal",
     "bbbb4/bbb5/bb6/b6w/8/6ww/5www/4wwww b"},
    {"M2 with the option Black moves first", "halma 8x8 first=black", NULL, "a5-a4", "legal",
     "bbbb4/bbb5/bb6/8/b6w/6ww/5www/4wwww w"},
    {"M2 10x10 has fifteen pieces in 5-4-3-2-1", "halma 10x10", NULL, "", "legal",
     "bbbbb5/bbbb6/bbb7/bb8/b9/9w/8ww/7www/6wwww/5wwwww w"},
    {"M2 16x16 has nineteen pieces in 5-5-4-3-2", "halma 16x16", NULL, "", "legal",
     "bbbbb11/bbbbb11/bbbb12/bbb13/bb14/16/16/16/16/16/16/14ww/13www/12wwww/11wwwww/11wwwww w"},

    /* M3 */
    {"M3 a piece steps to an empty neighbor", "halma 8x8", "8/8/8/8/3w4/8/b7/8 w", "d4-e3", "legal",
     "8/8/8/8/8/4w3/b7/8 b"},
    {"M3 a piece does not step onto another", "halma 8x8", "8/8/8/3b4/3w4/8/8/8 w", "d4-d5",
     "occupied", NULL},
    {"M3 a piece hops over an adjacent one of the opponent", "halma 8x8", "8/8/8/4b3/3w4/8/8/8 w",
     "d4^f6", "legal", "8/8/5w2/4b3/8/8/8/8 b"},
    {"M3 a piece hops over an adjacent one of its own", "halma 8x8", "8/8/8/3w4/3w4/8/b7/8 w",
     "d4^d6", "legal", "8/8/3w4/3w4/8/8/b7/8 b"},
    {"M5 a chain captures nothing", "halma 8x8", "8/8/4b3/3b1b2/3w4/8/8/8 w", "d4^d6^f6^f4",
     "legal", "8/8/4b3/3b1b2/5w2/8/8/8 b"},
    {"M3 a chain may stop where it could go on", "halma 8x8", "8/8/4b3/3b4/3w4/8/8/8 w", "d4^d6",
     "legal", NULL},
    {"M3 a hop onto a piece is occupied", "halma 8x8", "8/8/3b4/3b4/3w4/8/8/8 w", "d4^d6",
     "occupied", NULL},
    {"M3 a hop over an empty cell has no hurdle", "halma 8x8", "8/8/8/8/3w4/8/b7/8 w", "d4^d6",
     "no-hurdle", NULL},
    {"M3 a hop over a piece farther away has no hurdle", "halma 8x8", "8/8/3b4/8/3w4/8/8/8 w",
     "d4^d8", "no-hurdle", NULL},
    {"M3 a hop to a cell in no line has no hurdle", "halma 8x8", "8/8/8/3b4/3w4/8/8/8 w", "d4^e6",
     "no-hurdle", NULL},
    {"M3 nothing moves from an empty cell", "halma 8x8", "8/8/8/8/3w4/8/b7/8 w", "d5-d6",
     "empty-origin", NULL},
    {"M3 a piece of the opponent stays where it is", "halma 8x8", "8/8/8/8/3w4/8/b7/8 w", "a2-a3",
     "not-own-piece", NULL},
    {"M3 some route is found where a step leads there", "halma 8x8", "8/8/8/8/3w4/8/b7/8 w",
     "d4..d5", "legal", "8/8/8/3w4/8/8/b7/8 b"},
    {"M3 no route leads to a neighbor that is taken", "halma 8x8", "8/8/8/3b4/3w4/8/8/8 w",
     "d4..d5", "no-route", NULL},
    {"M3 no route is found over two empty cells", "halma 8x8", "8/8/8/8/3w4/8/b7/8 w", "d4..d6",
     "no-route", NULL},

    /* M4 */
    {"M4 a chain may not end where it began", "halma 8x8", "8/8/8/3b4/3w4/8/8/8 w", "d4^d6^d4",
     "returns-to-start", NULL},
    {"M4 a chain may pass the cell where it began", "halma 8x8", "8/8/8/3b4/3wb3/8/8/8 w",
     "d4^d6^d4^f4", "legal", "8/8/8/3b4/4bw2/8/8/8 b"},

    /* M6 */
    {"M6 White wins with his last piece in Black's yard", "halma 8x8", "w7/8/2w5/8/4b3/8/8/8 w",
     "c6-b6", "white goal", NULL},
    {"M6 White has not won with a piece beside Black's yard", "halma 8x8", "w7/8/2w5/8/4b3/8/8/8 w",
     "c6-b5", "legal", NULL},
    {"M6 Black wins with his last piece in White's yard", "halma 8x8", "8/8/8/8/6b1/2w5/8/7b b",
     "g4-h4", "black goal", NULL},

    /* M7 */
    {"M7 a piece left in its yard loses after one move too many", "halma 8x8 evacuation=1",
     "8/8/3b4/8/3w4/8/8/7w w", "d4-d5 d6-e6 d5-c5", "black yard", NULL},
    {"M7 a piece in its yard does not lose before that", "halma 8x8 evacuation=1",
     "8/8/3b4/8/3w4/8/8/7w w", "d4-d5", "legal", NULL},
    {"M7 a piece brought back into its yard loses", "halma 8x8 evacuation=1",
     "8/8/3b4/8/8/8/8/3w4 w", "d1-d2 d6-e6 d2-d1 e6-d6 d1-e1", "black yard", NULL},
    {"M7 a yard that is empty in time does not lose", "halma 8x8 evacuation=1",
     "8/8/3b4/8/3w4/8/8/4w3 w", "d4-d5 d6-e6 e1-d1 e6-d6", "legal", NULL},
    {"M7 passes count", "halma 8x8 evacuation=1", "bww5/ww6/w1w5/7w/8/8/8/8 b", "-- h5-h6 --",
     "white yard", NULL},
    {"M7 evacuation 0 asks for nothing", "halma 8x8 evacuation=0", "8/8/3b4/8/3w4/8/8/7w w",
     "d4-d5 d6-e6 d5-c5 e6-d6 c5-d5", "legal", NULL},

    /* M9 */
    {"M9 positions are not counted by default", "halma 8x8", "8/8/4b3/8/3w4/8/8/8 w",
     "d4-d3 e6-e7 d3-d4 e7-e6 d4-d3 e6-e7 d3-d4 e7-e6", "legal", NULL},
    {"M9 with repetition 3 the third occurrence is a draw", "halma 8x8 repetition=3",
     "8/8/4b3/8/3w4/8/8/8 w", "d4-d3 e6-e7 d3-d4 e7-e6 d4-d3 e6-e7 d3-d4 e7-e6", "draw repetition",
     NULL},

    /* M10 */
    {"M10 a long hop has a hurdle in its middle", "halma 8x8 hops=long", "8/8/3b4/8/3w4/8/8/w7 w",
     "d4^d8", "legal", "3w4/8/3b4/8/8/8/8/w7 b"},
    {"M10 a long hop whose hurdle is not in its middle is uneven", "halma 8x8 hops=long",
     "8/8/8/3b4/3w4/8/8/8 w", "d4^d8", "uneven-hop", NULL},
    {"M10 a long hop over more than its hurdle is blocked", "halma 8x8 hops=long",
     "8/8/3b4/3b4/3w4/8/8/8 w", "d4^d8", "blocked", NULL},
    {"M10 a long hop over nothing has no hurdle", "halma 8x8 hops=long", "8/8/8/8/3w4/8/b7/8 w",
     "d4^d8", "no-hurdle", NULL},

    /* M11 */
    {"M11 no step goes into the own yard", "halma 8x8 yards=one-way", "8/8/3b4/8/8/8/8/3w4 w",
     "d1-e1", "yard-closed", NULL},
    {"M11 no hop goes into the own yard", "halma 8x8 yards=one-way", "8/8/8/8/8/8/8/2wb4 w",
     "c1^e1", "yard-closed", NULL},
    {"M11 no hop of a chain goes into the own yard and out again", "halma 8x8 yards=one-way",
     "8/8/8/8/8/8/4b3/2wb4 w", "c1^e1^e3", "yard-closed", NULL},
    {"M11 no step goes out of the opponent's yard", "halma 8x8 yards=one-way",
     "8/8/1w1b4/8/8/3w4/8/8 w", "b6-c6", "yard-closed", NULL},
    {"M11 a step inside the own yard is free", "halma 8x8 yards=one-way", "8/8/3b4/8/8/8/8/7w w",
     "h1-g1", "legal", NULL},
    {"M11 a step inside the opponent's yard is free", "halma 8x8 yards=one-way",
     "8/8/1w1b4/8/8/3w4/8/8 w", "b6-a6", "legal", NULL},
    {"M11 yards are free by default", "halma 8x8", "8/8/3b4/8/8/8/8/3w4 w", "d1-e1", "legal", NULL},
    {"M11 no route goes through the own yard", "halma 8x8 yards=one-way", "8/8/8/8/8/8/4b3/2wb4 w",
     "c1..e3", "no-route", NULL},

    /* M12 */
    {"M12 a hop forward out of the yard over an opponent's piece is forced",
     "halma 8x8 forced=forward", FORCED_NORTH, "d3-d4", "forced-hop", NULL},
    {"M12 the forced hop is legal", "halma 8x8 forced=forward", FORCED_NORTH, "g3^g5", "legal",
     "8/8/8/6w1/6b1/3w4/b7/8 b"},
    {"M12 the forced hop may begin a chain", "halma 8x8 forced=forward",
     "8/8/5b2/8/6b1/3w2w1/b7/8 w", "g3^g5^e7", "legal", NULL},
    {"M12 a chain that begins with another hop does not obey", "halma 8x8 forced=forward",
     "8/8/8/8/6b1/5ww1/b7/8 w", "g3^e3", "forced-hop", NULL},
    {"M12 a route is a forced one", "halma 8x8 forced=forward", FORCED_NORTH, "d3..d4", "no-route",
     NULL},
    {"M12 a route by hops of a piece outside its yard is none", "halma 8x8 forced=forward",
     "8/8/8/8/2b2b2/2w3w1/8/8 w", "c3..c5", "no-route", NULL},
    {"M12 the route of the forced hop is one", "halma 8x8 forced=forward",
     "8/8/8/8/2b2b2/2w3w1/8/8 w", "g3..e5", "legal", NULL},
    {"M12 a hop over an own piece is not forced", "halma 8x8 forced=forward",
     "8/8/8/8/6w1/3w2w1/b7/8 w", "d3-d4", "legal", NULL},
    {"M12 a hop backwards is not forced", "halma 8x8 forced=forward", "8/8/8/8/8/3w4/b4wb1/8 w",
     "d3-d4", "legal", NULL},
    {"M12 a hop of a piece outside its yard is not forced", "halma 8x8 forced=forward",
     "8/8/8/8/5b2/3w1w2/b7/8 w", "d3-d4", "legal", NULL},
    {"M12 Black's forward directions are south, south-east and east", "halma 8x8 forced=forward",
     "7w/8/8/b3b3/1w6/8/8/8 b", "e5-e4", "forced-hop", NULL},
    {"M12 Black's hop north is not forced", "halma 8x8 forced=forward", "7w/8/w7/b3b3/8/8/8/8 b",
     "e5-e4", "legal", NULL},
    {"M12 nothing is forced by default", "halma 8x8", FORCED_NORTH, "d3-d4", "legal", NULL},

    /* M13 */
    {"M13 a yard full of anybody's pieces is won", "halma 8x8 goal=occupied",
     "bbbb4/bbb5/bb6/8/1w6/8/3w4/8 w", "b4-a5", "white goal", NULL},
    {"M13 by default only own pieces count", "halma 8x8", "bbbb4/bbb5/bb6/8/1w6/8/3w4/8 w", "b4-a5",
     "legal", NULL},
    {"M13 a yard without a piece of the mover is not won", "halma 8x8 goal=occupied", NULL, "h4-h5",
     "legal", NULL},
    {"M13 all own pieces in a yard that is not full have not won", "halma 8x8 goal=occupied",
     "w7/8/2w5/8/4b3/8/8/8 w", "c6-b6", "legal", NULL},

    /* C2, C4 */
    {"C2 a player with a move does not pass", "halma 8x8", NULL, "--", "must-not-pass", NULL},
    {"C4 eleven pieces are too many", "halma 8x8", "7b/8/8/8/8/8/www5/wwwwwwww w", "",
     "bad-position", NULL},
};

int main(void) { return unit_run("halma", rows, sizeof rows / sizeof *rows, NULL, 0); }
