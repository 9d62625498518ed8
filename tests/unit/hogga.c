/* Hogga's rules, position by position. Dotted are a10-f13 and g1-l4; a cell is dark when file
   number + rank is even, so in both corners Black may not end a turn on a light dotted cell, nor
   White on a dark one. */
#include "tests/unit/unit.h"

#define BLACK_AT_HOME_BUT_ONE "12/12/12/12/12/12/12/12/w6b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b"

static const struct play_row rows[] = {
    /* H6 */
    {"H6 a pawn steps north to an empty cell", "hogga",
     "12/12/12/12/12/12/12/4b7/w11/12/12/12/12 b", "e6-e7", "legal",
     "12/12/12/12/12/12/4b7/12/w11/12/12/12/12 w"},
    {"H6 a pawn steps backwards along a diagonal", "hogga",
     "12/12/12/12/12/12/12/4b7/w11/12/12/12/12 b", "e6-d5", "legal",
     "12/12/12/12/12/12/12/12/w2b8/12/12/12/12 w"},
    {"H6 a pawn does not step onto a pawn of the opponent", "hogga",
     "12/12/12/12/12/12/4w7/4b7/12/12/12/12/12 b", "e6-e7", "occupied", NULL},
    {"H6 a pawn does not step onto a pawn of its own", "hogga",
     "12/12/12/12/12/4w7/12/4bb6/12/12/12/12/12 b", "e6-f6", "occupied", NULL},
    {"H6 Black does not step onto a light dotted cell of the south", "hogga",
     "12/12/12/12/12/12/12/12/w5b5/12/12/12/12 b", "g5-g4", "forbidden-cell", NULL},
    {"H6 Black does not step onto a light dotted cell of his own corner", "hogga",
     "12/12/12/12/4b7/12/12/12/w11/12/12/12/12 b", "e9-e10", "forbidden-cell", NULL},
    {"H6 Black steps onto a dark dotted cell of his own corner", "hogga",
     "12/12/12/12/4b7/12/12/12/w11/12/12/12/12 b", "e9-d10", "legal",
     "12/12/12/3b8/12/12/12/12/w11/12/12/12/12 w"},
    {"H6 Black steps onto a dark dotted cell of the south", "hogga",
     "12/12/12/12/b11/12/12/12/w5b5/12/12/12/12 b", "g5-h4", "legal",
     "12/12/12/12/b11/12/12/12/w11/7b4/12/12/12 w"},
    {"H6 White does not step onto a dark dotted cell", "hogga",
     "12/12/12/12/5w6/12/12/12/b11/12/12/12/12 w", "f9-f10", "forbidden-cell", NULL},
    {"H6 White steps onto a light dotted cell", "hogga",
     "12/12/12/12/5w5w/12/12/12/b11/12/12/12/12 w", "f9-e10", "legal",
     "12/12/12/4w7/11w/12/12/12/b11/12/12/12/12 b"},
    {"H6 an occupied forbidden cell is occupied first", "hogga",
     "12/12/12/12/12/12/12/12/6b5/6w5/12/12/12 b", "g5-g4", "occupied", NULL},

    /* H5 */
    {"H5 nothing moves from an empty cell", "hogga", "12/12/12/12/12/12/12/4b7/w11/12/12/12/12 b",
     "e5-e6", "empty-origin", NULL},
    {"H5 a pawn of the opponent stays where it is", "hogga",
     "12/12/12/12/12/12/12/4b7/w11/12/12/12/12 b", "a5-a6", "not-own-piece", NULL},
    {"H5 Black moves first", "hogga", NULL, "h1-h2", "not-own-piece", NULL},

    /* H7 */
    {"H7 a pawn hops over a neighbor of the opponent", "hogga",
     "12/12/12/12/12/12/12/2w9/2b9/12/12/12/12 b", "c5^c7", "legal",
     "12/12/12/12/12/12/2b9/2w9/12/12/12/12/12 w"},
    {"H7 a pawn hops over a neighbor of its own", "hogga",
     "12/12/12/12/12/12/12/3b8/w1b9/12/12/12/12 b", "c5^e7", "legal",
     "12/12/12/12/12/12/4b7/3b8/w11/12/12/12/12 w"},
    {"H7 a hop is as long behind the hurdle as before it", "hogga",
     "12/12/12/12/12/12/2w9/12/2b9/12/12/12/12 b", "c5^c9", "legal",
     "12/12/12/12/2b9/12/2w9/12/12/12/12/12/12 w"},
    {"H7 a long hop goes along a diagonal too", "hogga",
     "12/12/12/12/12/12/12/3w8/12/12/b11/12/12 b", "a3^g9", "legal",
     "12/12/12/12/6b5/12/12/3w8/12/12/12/12/12 w"},
    {"H7 a hop over nothing has no hurdle", "hogga", "12/12/12/12/12/12/12/12/w1b9/12/12/12/12 b",
     "c5^c7", "no-hurdle", NULL},
    {"H7 two cells that are in no line have no hurdle", "hogga",
     "12/12/12/12/12/12/12/2w9/2b9/12/12/12/12 b", "c5^d7", "no-hurdle", NULL},
    {"H7 two cells that are in no line have no hurdle on the first rank either", "hogga",
     "12/12/12/12/12/12/12/2w9/2b9/12/12/12/bbbbbbbbbbb1 b", "c5^d7", "no-hurdle", NULL},
    {"H7 a hop that lands too far behind the hurdle is uneven", "hogga",
     "12/12/12/12/12/12/12/2w9/2b9/12/12/12/12 b", "c5^c9", "uneven-hop", NULL},
    {"H7 a hop of an odd length is uneven", "hogga", "12/12/12/12/12/12/12/2w9/2b9/12/12/12/12 b",
     "c5^c8", "uneven-hop", NULL},
    {"H7 a hop that lands too near behind the hurdle is uneven", "hogga",
     "12/12/12/12/12/2w9/12/12/2b9/12/12/12/12 b", "c5^c9", "uneven-hop", NULL},
    {"H7 a hop whose run-up is not empty is blocked", "hogga",
     "12/12/12/12/12/12/2w9/2w9/2b9/12/12/12/12 b", "c5^c9", "blocked", NULL},
    {"H7 a hop whose landing run is not empty is blocked", "hogga",
     "12/12/12/12/12/2b9/2w9/12/2b9/12/12/12/12 b", "c5^c9", "blocked", NULL},
    {"H7 H10 an opponent's Hogga cannot be hopped over", "hogga",
     "12/12/12/12/12/12/12/2W9/2b9/12/12/12/12 b", "c5^c7", "hurdle-is-hogga", NULL},
    {"H7 H10 a player's own Hogga cannot be hopped over", "hogga",
     "12/12/12/12/12/12/12/2B9/w1b9/12/12/12/12 b", "c5^c7", "hurdle-is-hogga", NULL},
    {"H7 a hop blocked by a Hogga before its hurdle is blocked", "hogga",
     "12/12/12/12/12/12/2w9/2W9/2b9/12/12/12/12 b", "c5^c9", "blocked", NULL},
    {"H7 a hop onto a pawn is occupied", "hogga", "12/12/12/12/12/12/2w9/2w9/2b9/12/12/12/12 b",
     "c5^c7", "occupied", NULL},
    {"C5 an occupied landing cell comes before a missing hurdle", "hogga",
     "12/12/12/12/12/12/3w8/12/2b9/12/12/12/12 b", "c5^d7", "occupied", NULL},
    {"H7 the origin is no obstacle of the pawn's later hops", "hogga",
     "12/12/12/12/12/12/12/ww10/2bw8/12/12/12/12 b", "c5^a7^a5^g5", "legal",
     "12/12/12/12/12/12/12/ww10/3w2b5/12/12/12/12 w"},
    {"H7 the origin is no hurdle of the pawn's later hops", "hogga",
     "12/12/12/12/12/12/12/ww10/2b9/12/12/12/12 b", "c5^a7^a5^e5", "no-hurdle", NULL},

    /* H8 */
    {"H8 a chain turns in any direction", "hogga", "12/12/12/12/12/12/3w8/2w1w7/2b9/12/12/12/12 b",
     "c5^c7^e7^e5", "legal", "12/12/12/12/12/12/3w8/2w1w7/4b7/12/12/12/12 w"},
    {"H8 a chain hops over the same pawn again", "hogga",
     "12/12/12/12/12/12/3w8/2w9/2b9/12/12/12/12 b", "c5^c7^e7^c7", "legal",
     "12/12/12/12/12/12/2bw8/2w9/12/12/12/12/12 w"},
    {"H8 in between Black lands on a light dotted cell", "hogga",
     "12/12/12/12/12/12/12/12/6w5/4bw6/12/12/12 b", "e4^g4^g6", "legal",
     "12/12/12/12/12/12/12/6b5/6w5/5w6/12/12/12 w"},
    {"H8 in between White lands on a dark dotted cell", "hogga",
     "12/12/12/6b5/5b6/5w6/12/12/12/12/12/12/12 w", "f8^f10^h10", "legal",
     "12/12/12/6bw4/5b6/12/12/12/12/12/12/12/12 b"},
    {"H8 in between a chain comes back to its origin", "hogga",
     "12/12/12/12/12/12/12/2w9/2bw8/12/12/12/12 b", "c5^c7^c5^e5", "legal",
     "12/12/12/12/12/12/12/2w9/3wb7/12/12/12/12 w"},
    {"H8 a chain has short and long hops", "hogga", "12/12/12/12/12/12/4w7/2w9/2b9/12/12/12/12 b",
     "c5^c7^g7", "legal", "12/12/12/12/12/12/4w1b5/2w9/12/12/12/12/12 w"},
    {"C5 of a chain the first wrong hop counts", "hogga",
     "12/12/12/12/12/4w7/12/12/2b9/12/12/12/12 b", "c5^c7^e8", "no-hurdle", NULL},
    {"H8 a chain does not go on with a step", "hogga", "12/12/12/12/12/12/12/2w9/2b9/12/12/12/12 b",
     "c5^c7^c8", "no-hurdle", NULL},
    {"H8 some route is found where a chain leads there", "hogga",
     "12/12/12/12/12/12/3w8/2w9/2b9/12/12/12/12 b", "c5..e7", "legal",
     "12/12/12/12/12/12/3wb7/2w9/12/12/12/12/12 w"},
    {"H8 no route is found where no chain leads there", "hogga",
     "12/12/12/12/12/12/3w8/2w9/2b9/12/12/12/12 b", "c5..e5", "no-route", NULL},

    /* H9 */
    {"H9 a chain may not end where it began", "hogga", "12/12/12/12/12/12/12/2w9/2b9/12/12/12/12 b",
     "c5^c7^c5", "returns-to-start", NULL},
    {"H9 a chain may not go round to where it began", "hogga",
     "12/12/12/12/12/12/3w8/2w1w7/2bw8/12/12/12/12 b", "c5^e5^e7^c7^c5", "returns-to-start", NULL},
    {"H9 a chain may not end on a light dotted cell as Black", "hogga",
     "12/12/12/12/12/12/12/12/6w5/4bw6/12/12/12 b", "e4^g4", "forbidden-cell", NULL},
    {"H9 a chain may not end on a dark dotted cell as White", "hogga",
     "12/12/12/6b5/5b6/5w6/12/12/12/12/12/12/12 w", "f8^f10", "forbidden-cell", NULL},
    {"H9 a chain may end on a cell dotted in the own color", "hogga",
     "12/12/12/12/b11/12/12/12/12/5bw5/12/12/12 b", "f4^h4", "legal",
     "12/12/12/12/b11/12/12/12/12/6wb4/12/12/12 w"},
    {"C5 a return to a forbidden origin is a return first", "hogga",
     "12/12/12/12/12/12/12/12/6w5/6b5/12/12/12 b", "g4^g6^g4", "returns-to-start", NULL},
    {"H9 a route to the origin is none", "hogga", "12/12/12/12/12/12/12/2w9/2b9/12/12/12/12 b",
     "c5..c5", "no-route", NULL},
    {"H9 a route to a forbidden cell is none", "hogga",
     "12/12/12/12/12/12/12/12/6w5/4bw6/12/12/12 b", "e4..g4", "no-route", NULL},

    /* H10 */
    {"H10 a Hogga steps like a pawn", "hogga", "12/12/12/12/12/12/12/4B7/w11/12/12/12/12 b",
     "e6-f5", "legal", "12/12/12/12/12/12/12/12/w4B6/12/12/12/12 w"},
    {"H10 a Hogga hops like a pawn", "hogga", "12/12/12/12/12/12/2w9/12/2B9/12/12/12/12 b", "c5^c9",
     "legal", "12/12/12/12/2B9/12/2w9/12/12/12/12/12/12 w"},

    /* H11 */
    {"H11 Black wins with his last pawn on a goal cell", "hogga", BLACK_AT_HOME_BUT_ONE, "h5-h4",
     "black goal", "12/12/12/12/12/12/12/12/w11/7b1b2/6b1b1b1/7b1b1b/6b1b1b1 w"},
    {"H11 Black has not won with a pawn beside his goal", "hogga", BLACK_AT_HOME_BUT_ONE, "h5-h6",
     "legal", NULL},
    {"H11 White wins with his last pawn on a goal cell", "hogga",
     "1w1w1w6/w1w1w7/1w1w1w6/w1w9/4w7/12/12/12/b11/12/12/12/12 w", "e9-e10", "white goal", NULL},
    {"C4 a position in which Black is home is won as if he had just moved", "hogga",
     "12/12/12/12/12/12/12/12/w11/7b1b1b/6b1b1b1/7b1b1b/6b1b1b1 w", "", "black goal", NULL},

    /* H12 */
    {"H12 the third occurrence of a position is a draw", "hogga",
     "12/12/12/12/9w2/12/12/12/2b9/12/12/12/12 b",
     "c5-c6 j9-j8 c6-c5 j8-j9 c5-c6 j9-j8 c6-c5 j8-j9", "draw repetition", NULL},
    {"H12 the second occurrence is none", "hogga", "12/12/12/12/9w2/12/12/12/2b9/12/12/12/12 b",
     "c5-c6 j9-j8 c6-c5 j8-j9", "legal", NULL},
    {"H12 with repetition 2 the second occurrence is a draw", "hogga repetition=2",
     "12/12/12/12/9w2/12/12/12/2b9/12/12/12/12 b", "c5-c6 j9-j8 c6-c5 j8-j9", "draw repetition",
     NULL},
    {"H12 with repetition 0 no occurrence is a draw", "hogga repetition=0",
     "12/12/12/12/9w2/12/12/12/2b9/12/12/12/12 b",
     "c5-c6 j9-j8 c6-c5 j8-j9 c5-c6 j9-j8 c6-c5 j8-j9", "legal", NULL},
    {"H12 the same arrangement with the other player to move is another position",
     "hogga repetition=2", "12/12/12/12/9w2/12/12/12/2b9/12/12/12/12 b",
     "c5-c6 j9-j8 c6-d5 j8-j9 d5-c5", "legal", "12/12/12/12/9w2/12/12/12/2b9/12/12/12/12 w"},
    {"H12 a Hogga and a pawn that change places make another arrangement", "hogga repetition=2",
     "12/12/12/12/9w2/12/12/12/2bB8/12/12/12/12 b",
     "c5-c6 j9-j8 d5-c5 j8-j9 c6-d6 j9-j8 d6-d5 j8-j9", "legal",
     "12/12/12/12/9w2/12/12/12/2Bb8/12/12/12/12 b"},

    /* C2, C4 */
    {"C2 a player with a move does not pass", "hogga", "12/12/12/12/9w2/12/12/12/2b9/12/12/12/12 b",
     "--", "must-not-pass", NULL},
    {"C2 a player who is shut in passes", "hogga", "12/12/12/12/12/12/12/12/12/12/w1w9/ww10/bww9 b",
     "--", "legal", "12/12/12/12/12/12/12/12/12/12/w1w9/ww10/bww9 w"},
    {"C4 twelve pawns and a Hogga are too many", "hogga",
     "12/12/12/12/12/12/w11/B11/bbbbbbbbbbbb/12/12/12/12 b", "", "bad-position", NULL},
    {"C4 four Hoggas are too many", "hogga", "12/12/12/12/12/12/WWWW8/12/b11/12/12/12/12 b", "",
     "bad-position", NULL},
    {"C4 a side may have three Hoggas and nothing else", "hogga",
     "12/12/12/12/12/12/WWW9/12/b11/12/12/12/12 b", "", "legal", NULL},
};

/* H12: the positions of one game do not count in the next. */
static void positions_of_another_game_do_not_count(void **state) {
    (void)state;
    struct ruleset rs;
    struct replay replay = {0};
    unit_ruleset(&rs, "hogga repetition=2");
    for (unsigned game = 0; game < 4; game++) {
        assert_null(unit_start(&replay, &rs, "12/12/12/12/9w2/12/12/12/2b9/12/12/12/12 b"));
        assert_int_equal(replay.outcome.result, RESULT_OPEN);
    }
    zi_replay_close(&replay);
}

int main(void) {
    static const struct CMUnitTest more[] = {
        {"H12 positions of another game do not count", positions_of_another_game_do_not_count, NULL,
         NULL, NULL},
    };
    return unit_run("hogga", rows, sizeof rows / sizeof *rows, more, sizeof more / sizeof *more);
}
