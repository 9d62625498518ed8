/* Repairs: each kind of them, in each way that YAML has to write a text, with its edits worked by
   hand; and that nothing is left to repair after them. */
#include "tests/unit/unit.h"

#include "validators/reading/record_reading.h"
#include "validators/reading/repairer.h"
#include "validators/replay/repair.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* In `edits` a line for each: `LINE:COLUMN old -> new`, with `blocked` after it where it cannot be
   made. `after` is the document with the edits, NULL where it stays as it is. */
static const struct repaired {
    const char *name, *before, *edits, *after;
} rows[] = {
    /* What is repaired. */
    {"nothing", "game: hogga\nmoves: 1. b10-b9 k4-k5 2. a13^a9\n", "", NULL},
    {"a wrong number", "game: hogga\nmoves: 3. b10-b9 k4-k5\n", "2:8 3. -> 1.",
     "game: hogga\nmoves: 1. b10-b9 k4-k5\n"},
    {"a number that names the other side is evidence, its repetition is not",
     "game: hogga\nmoves: 1... b10-b9 1. k4-k5\n", "2:20 1. -> 1...",
     "game: hogga\nmoves: 1... b10-b9 1... k4-k5\n"},
    {"a number that names the other side before a move that is repaired",
     "game: hogga\nmoves: b10-b9 3. K4-k5\n", "2:18 K4-k5 -> k4-k5",
     "game: hogga\nmoves: b10-b9 3. k4-k5\n"},
    {"a number that grows", "game: hogga\nmoves: b10-b9 1.k4-k5\n", "2:15 1. -> 1...",
     "game: hogga\nmoves: b10-b9 1...k4-k5\n"},
    {"upper case", "game: hogga\nmoves: B10-b9 K4-K5\n",
     "2:8 B10-b9 -> b10-b9\n2:15 K4-K5 -> k4-k5", "game: hogga\nmoves: b10-b9 k4-k5\n"},
    {"a hop written as a step, a step as a hop", "game: hogga\nmoves: b10^b9 k4:k5 a13-a9\n",
     "2:8 b10^b9 -> b10-b9\n2:15 k4:k5 -> k4-k5\n2:21 a13-a9 -> a13^a9",
     "game: hogga\nmoves: b10-b9 k4-k5 a13^a9\n"},
    {"a route stays, it does not say which chain", "game: hogga\nmoves: b10..b9\n", "", NULL},
    {"a written level 1", "game: akron\nmoves: 1d4 E5\n", "2:8 1d4 -> d4\n2:12 E5 -> e5",
     "game: akron\nmoves: d4 e5\n"},
    {"a glyph that stands off", "game: hogga\nmoves: b10-b9 ! k4-k5  $3\n",
     "2:14  ! -> !\n2:22   $3 -> $3", "game: hogga\nmoves: b10-b9! k4-k5$3\n"},
    {"a glyph behind a blank that is written as an escape",
     "game: hogga\nmoves: \"b10-b9\\x20! k4-k5\"\n", "2:19 ! -> ! blocked", NULL},
    {"a glyph behind another one stays off", "game: hogga\nmoves: b10-b9! ? k4-k5\n", "", NULL},
    {"the first of two glyphs that stand off", "game: hogga\nmoves: b10-b9 ! ? k4-k5\n",
     "2:14  ! -> !", "game: hogga\nmoves: b10-b9! ? k4-k5\n"},
    {"a number of a glyph joins any glyph", "game: hogga\nmoves: b10-b9! $7 k4-k5\n",
     "2:15  $7 -> $7", "game: hogga\nmoves: b10-b9!$7 k4-k5\n"},
    {"a glyph in the next line", "game: hogga\nmoves: |\n  b10-b9\n  !! k4-k5\n",
     "3:9 \n  !! -> !!", "game: hogga\nmoves: |\n  b10-b9!! k4-k5\n"},
    /* d1-: e1 3, f1 3; 3 on: g1 3, h1 3, h2 1 and h3's 2; 3 on: g2 1, f2 1, e2 1 and e3's 2; 3 on:
       d2 3, c2 3, b2 3; 3 on: a2 3, a1 3, b1 3; 3 on: c1 3, d1 1, e1 4; 4 on: f1 1, g1 4, h1 4,
       h2 1: four stones of loot. */
    {"loot that is not true may be of another move", "game: husbao\nmoves: d1-x7\n", "", NULL},
    {"loot that is said to be none, too", "game: husbao\nmoves: d1-x0\n", "", NULL},
    {"loot that is missing", "game: husbao\nmoves: d1-\n", "2:8 d1- -> d1-x4",
     "game: husbao\nmoves: d1-x4\n"},
    {"a cut that never comes, nobody knows better", "game: husbao\nmoves: d1-x4/99\n", "", NULL},
    /* c4, d4, c5 and d5 carry a stone of Black, 2c4 lies on them: as c4 leaves, it falls. */
    {"falls that are missing",
     "game: akron\nposition: 8/8/8/2bb4/2bb4/8/8/8|7/7/7/2w4/7/7/7 b\n"
     "moves: c4-e5\n",
     "3:8 c4-e5 -> c4-e5v2c4",
     "game: akron\nposition: 8/8/8/2bb4/2bb4/8/8/8|7/7/7/2w4/7/7/7 b\nmoves: c4-e5v2c4\n"},
    {"falls that are not true",
     "game: akron\nposition: 8/8/8/2bb4/2bb4/8/8/8|7/7/7/2w4/7/7/7 b\n"
     "moves: c4-e5v2d4\n",
     "", NULL},
    {"a fall where none falls", "game: akron\nmoves: d4 e5 c4 f5 d4-c5v2a1\n", "", NULL},
    /* Black's last piece comes home: H11. */
    {"a result and nothing else",
     "game: hogga\nposition: 12/12/12/12/12/4w7/12/12/7b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b\n"
     "result: white\ntermination: rules\nmoves: h5-h4\n",
     "3:9 white -> black",
     "game: hogga\nposition: 12/12/12/12/12/4w7/12/12/7b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b\n"
     "result: black\ntermination: rules\nmoves: h5-h4\n"},
    {"a termination and nothing else",
     "game: hogga\nposition: 12/12/12/12/12/4w7/12/12/7b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b\n"
     "result: black\ntermination: time\nmoves: h5-h4\n",
     "4:14 time -> rules",
     "game: hogga\nposition: 12/12/12/12/12/4w7/12/12/7b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b\n"
     "result: black\ntermination: rules\nmoves: h5-h4\n"},
    {"not a result and a termination that both contradict the moves",
     "game: hogga\nposition: 12/12/12/12/12/4w7/12/12/7b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b\n"
     "result: draw\ntermination: agreement\nmoves: h5-h4\n",
     "", NULL},
    {"a result in its quotes",
     "game: hogga\nposition: 12/12/12/12/12/4w7/12/12/7b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b\n"
     "result: '*'\ntermination: \"time\"\nmoves: h5-h4\n",
     "3:10 * -> black\n4:15 time -> rules",
     "game: hogga\nposition: 12/12/12/12/12/4w7/12/12/7b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b\n"
     "result: 'black'\ntermination: \"rules\"\nmoves: h5-h4\n"},
    /* A has sown h1 and g1 and holds two stones; B has no pit of two: B7, B11. */
    {"points",
     "game: husbao\n"
     "position: 1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,2/0,0,0,0,0,0,0,0 a\n"
     "moves: h2+\npoints: 3\n",
     "4:9 3 -> 2",
     "game: husbao\n"
     "position: 1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,2/0,0,0,0,0,0,0,0 a\n"
     "moves: h2+\npoints: 2\n"},
    {"the result of a game that goes on stays", "game: hogga\nresult: black\nmoves: b10-b9\n", "",
     NULL},
    {"behind an illegal move nothing but its number is judged",
     "game: hogga\nresult: black\nmoves: 5. b10-b9 B9-b8 7. A13-a9\n", "3:8 5. -> 1.",
     "game: hogga\nresult: black\nmoves: 1. b10-b9 B9-b8 7. A13-a9\n"},
    {"behind an illegal move no glyph is moved up", "game: hogga\nmoves: b10-b9 b9-b8 k4-k5 !\n",
     "", NULL},
    /* After four plies, and after eight, all men are where they began: three times in all. */
    {"a result where the moves end in a draw",
     "game: halma\nvariant: 8x8\nrules: {repetition: 3}\nposition: 8/8/8/8/8/8/1w6/b6b b\n"
     "result: white\nmoves: h1-h2 b2-b3 h2-h1 b3-b2 h1-h2 b2-b3 h2-h1 b3-b2\n",
     "5:9 white -> draw",
     "game: halma\nvariant: 8x8\nrules: {repetition: 3}\nposition: 8/8/8/8/8/8/1w6/b6b b\n"
     "result: draw\nmoves: h1-h2 b2-b3 h2-h1 b3-b2 h1-h2 b2-b3 h2-h1 b3-b2\n"},
    {"in a variation", "game: hogga\nmoves: 1. b10-b9 (7. A13^a9 5... K4-k5) k4-k5\n",
     "2:19 7. -> 1.\n2:22 A13^a9 -> a13^a9\n2:29 5... -> 1...\n2:34 K4-k5 -> k4-k5",
     "game: hogga\nmoves: 1. b10-b9 (1. a13^a9 1... k4-k5) k4-k5\n"},
    {"in a playout, which numbers every move",
     "game: hogga\nposition: 12/12/12/12/12/4w7/12/12/7b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b\n"
     "moves: h5-h4\nplayout: 1. E8-e9 1... e9-e10\n",
     "4:13 E8-e9 -> e8-e9\n4:19 1... -> 2.",
     "game: hogga\nposition: 12/12/12/12/12/4w7/12/12/7b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b\n"
     "moves: h5-h4\nplayout: 1. e8-e9 2. e9-e10\n"},

    /* A result at the end of the moves goes into the header. */
    {"a result at the end", "game: hogga\nmoves: b10-b9 *\n",
     "2:1  -> result: \"*\"\n\n2:14  * -> ", "game: hogga\nresult: \"*\"\nmoves: b10-b9\n"},
    {"a score at the end, in a document of CR LF", "game: akron\r\nmoves: d4 e5 1/2\r\n",
     "2:1  -> result: draw\r\n\n2:13  1/2 -> ", "game: akron\r\nresult: draw\r\nmoves: d4 e5\r\n"},
    {"in a document of CR", "game: akron\rmoves: d4 e5 1/2\r",
     "2:1  -> result: draw\r\n2:13  1/2 -> ", "game: akron\rresult: draw\rmoves: d4 e5\r"},
    {"in the midst of a document of CR", "game: akron\rmoves: d4 e5 1/2\rsite: x\r",
     "2:1  -> result: draw\r\n2:13  1/2 -> ", "game: akron\rresult: draw\rmoves: d4 e5\rsite: x\r"},
    {"in a document whose last line does not end", "game: akron\nmoves: d4 e5 1/2",
     "2:1  -> result: draw\n\n2:13  1/2 -> ", "game: akron\nresult: draw\nmoves: d4 e5"},
    {"before a key that is marked as one", "game: akron\n? moves\n: d4 1/2\n",
     "2:1  -> result: draw\n\n3:5  1/2 -> ", "game: akron\nresult: draw\n? moves\n: d4\n"},
    {"after a key that is marked as one: blocked", "? game\n: akron\nmoves: d4 1/2\n",
     "1:1  ->  blocked\n3:10  1/2 ->  blocked", NULL},
    {"in a document of one line", "{game: akron, moves: d4 1/2}",
     "1:13  -> , result: draw\n1:24  1/2 -> ", "{game: akron, result: draw, moves: d4}"},
    {"behind an indentation", "  game: akron\n  moves: d4 1/2\n",
     "2:1  ->   result: draw\n\n2:12  1/2 -> ", "  game: akron\n  result: draw\n  moves: d4\n"},
    {"in the first key", "moves: d4 1/2\ngame: akron\n", "1:10  1/2 -> \n3:1  -> result: draw\n",
     "moves: d4\ngame: akron\nresult: draw\n"},
    {"behind the start of the document: blocked", "--- \ngame: akron\nmoves: \"d4 \\x31/2\"\n",
     "3:1  -> result: draw\n blocked\n3:12 1/2 ->  blocked", NULL},
    {"a result as an item in brackets", "game: akron\nmoves: [d4, 1/2]\n",
     "2:1  -> result: draw\n\n2:11 , 1/2 -> ", "game: akron\nresult: draw\nmoves: [d4]\n"},
    {"a result as an item in lines", "game: akron\nmoves:\n- d4\n- '1/2'\n",
     "2:1  -> result: draw\n\n3:5 \n- '1/2' -> ", "game: akron\nresult: draw\nmoves:\n- d4\n"},
    {"a result as an item behind a comment: blocked", "game: akron\nmoves:\n- d4 # c\n- '1/2'\n",
     "2:1  -> result: draw\n blocked\n4:4 1/2 ->  blocked", NULL},
    {"a result behind a move of its item", "game: akron\nmoves: [d4, e5 1/2]\n",
     "2:1  -> result: draw\n\n2:15  1/2 -> ", "game: akron\nresult: draw\nmoves: [d4, e5]\n"},
    {"a result as the only item: blocked", "game: akron\nmoves: ['1/2']\n",
     "2:1  -> result: draw\n blocked\n2:10 1/2 ->  blocked", NULL},
    {"a result that the header has, too", "game: akron\nresult: draw\nmoves: d4 1/2\n",
     "3:10  1/2 -> ", "game: akron\nresult: draw\nmoves: d4\n"},
    {"a result that the rules contradict",
     "game: hogga\nposition: 12/12/12/12/12/4w7/12/12/7b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b\n"
     "moves: h5-h4 0-1\n",
     "2:1  -> result: black\n\n3:13  0-1 -> ",
     "game: hogga\nresult: black\n"
     "position: 12/12/12/12/12/4w7/12/12/7b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b\nmoves: h5-h4\n"},

    /* A text that the document escapes, so that its bytes are not those of the value, stays. */
    {"a comma behind a move", "game: akron\nmoves: d4, e5\n", "2:10 , -> ",
     "game: akron\nmoves: d4 e5\n"},
    {"a comma between moves without a blank", "game: akron\nmoves: d4,e5 c3,\n",
     "2:10 , ->  \n2:16 , -> ", "game: akron\nmoves: d4 e5 c3\n"},
    {"a comma after a glyph", "game: akron\nmoves: d4!, e5\n", "2:11 , -> ",
     "game: akron\nmoves: d4! e5\n"},
    {"a comma at the end of a line", "game: akron\nmoves: |\n  d4,\n  e5\n", "3:5 , -> ",
     "game: akron\nmoves: |\n  d4\n  e5\n"},
    {"a comma that is written as an escape: blocked", "game: akron\nmoves: \"d4\\x2C e5\"\n",
     "2:11 , ->  blocked", NULL},
    {"a glyph that is written as an escape: blocked", "game: hogga\nmoves: \"b10-b9 \\x21\"\n",
     "2:16 ! -> ! blocked", NULL},
    {"a glyph behind a move with an escape: blocked", "game: hogga\nmoves: \"\\x6210-b9 !\"\n",
     "2:19 ! -> ! blocked", NULL},
    {"names of the game and its variant in upper case", "game: Halma\nvariant: 8X8\nmoves: ''\n",
     "1:7 Halma -> halma\n2:10 8X8 -> 8x8", "game: halma\nvariant: 8x8\nmoves: ''\n"},
    {"a result in another language", "game: hogga\nresult: remise\ntermination: AGREEMENT\n",
     "2:9 remise -> draw\n3:14 AGREEMENT -> agreement",
     "game: hogga\nresult: draw\ntermination: agreement\n"},
    {"the same in a game that goes on",
     "game: hogga\nresult: remise\ntermination: AGREEMENT\nmoves: b10-b9\n",
     "2:9 remise -> draw\n3:14 AGREEMENT -> agreement",
     "game: hogga\nresult: draw\ntermination: agreement\nmoves: b10-b9\n"},
    {"a termination in capitals that the rules confirm",
     "game: hogga\nposition: 12/12/12/12/12/4w7/12/12/7b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b\n"
     "result: Black\ntermination: RULES\nmoves: h5-h4\n",
     "3:9 Black -> black\n4:14 RULES -> rules",
     "game: hogga\nposition: 12/12/12/12/12/4w7/12/12/7b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b\n"
     "result: black\ntermination: rules\nmoves: h5-h4\n"},
    {"a result in another language that the rules contradict",
     "game: hogga\nposition: 12/12/12/12/12/4w7/12/12/7b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b\nresult: "
     "wit\nmoves: h5-h4\n",
     "3:9 wit -> black",
     "game: hogga\nposition: 12/12/12/12/12/4w7/12/12/7b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b\nresult: "
     "black\nmoves: h5-h4\n"},
    {"a result with an escape that the rules contradict: blocked",
     "game: hogga\nposition: 12/12/12/12/12/4w7/12/12/7b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b\nresult: "
     "\"whit\\x65\"\nmoves: h5-h4\n",
     "3:10 white -> black blocked", NULL},
    /* Black is home, and White's two men need a move: H11, H13. */
    {"points of a playout",
     "game: hogga\nposition: 12/6w5/12/4w7/12/12/12/12/6b5/7b4/6b5/12/12 b\n"
     "moves: g5^i3\nplayout: g12-f11\npoints: 9\n",
     "5:9 9 -> 1",
     "game: hogga\nposition: 12/6w5/12/4w7/12/12/12/12/6b5/7b4/6b5/12/12 b\n"
     "moves: g5^i3\nplayout: g12-f11\npoints: 1\n"},
    {"points beside a playout of a move too many stay",
     "game: hogga\nposition: 12/6w5/12/4w7/12/12/12/12/6b5/7b4/6b5/12/12 b\n"
     "moves: g5^i3\nplayout: g12-f11 f11-f12\npoints: 9\n",
     "", NULL},
    {"points beside an illegal playout stay",
     "game: hogga\nposition: 12/12/12/12/12/4w7/12/12/7b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b\nmoves: "
     "h5-h4\nplayout: e8-e1\npoints: 9\n",
     "", NULL},

    /* How YAML writes the text. */
    {"a plain text of two lines", "game: hogga\nmoves: 3. B10-b9\n  k4-k5 5. A13-a9\n",
     "2:8 3. -> 1.\n2:11 B10-b9 -> b10-b9\n3:9 5. -> 2.\n3:12 A13-a9 -> a13^a9",
     "game: hogga\nmoves: 1. b10-b9\n  k4-k5 2. a13^a9\n"},
    {"behind signs of several bytes", "game: hogga\nsite: \xC3\xA9\nmoves: '{\xC3\xA9} B10-b9'\n",
     "3:13 B10-b9 -> b10-b9", "game: hogga\nsite: \xC3\xA9\nmoves: '{\xC3\xA9} b10-b9'\n"},
    {"single quotes, with a doubled one before", "game: hogga\nmoves: '{it''s} B10-b9 K4-k5'\n",
     "2:17 B10-b9 -> b10-b9\n2:24 K4-k5 -> k4-k5", "game: hogga\nmoves: '{it''s} b10-b9 k4-k5'\n"},
    {"double quotes, with escapes before",
     "game: hogga\nmoves: \"{\\u00e9\\\"\\x41} B10-b9\\n3... K4-k5\"\n",
     "2:24 B10-b9 -> b10-b9\n2:32 3... -> 1...\n2:37 K4-k5 -> k4-k5",
     "game: hogga\nmoves: \"{\\u00e9\\\"\\x41} b10-b9\\n1... k4-k5\"\n"},
    {"double quotes, with an escape inside a move: blocked",
     "game: hogga\nmoves: \"\\x4210-b9 K4-k5\"\n",
     "2:9 B10-b9 -> b10-b9 blocked\n2:19 K4-k5 -> k4-k5",
     "game: hogga\nmoves: \"\\x4210-b9 k4-k5\"\n"},
    {"double quotes, with an escape inside a number: blocked",
     "game: hogga\nmoves: \"b10-b9 \\x33... k4-k5\"\n", "2:16 3... -> 1... blocked", NULL},
    {"double quotes, broken inside a text by a backslash",
     "game: hogga\nmoves: \"B10-b9 \\\n  K4-k5\"\n", "2:9 B10-b9 -> b10-b9\n3:3 K4-k5 -> k4-k5",
     "game: hogga\nmoves: \"b10-b9 \\\n  k4-k5\"\n"},
    {"a literal block", "game: hogga\nmoves: |\n    B10-b9\n\n    3... K4-k5\n",
     "3:5 B10-b9 -> b10-b9\n5:5 3... -> 1...\n5:10 K4-k5 -> k4-k5",
     "game: hogga\nmoves: |\n    b10-b9\n\n    1... k4-k5\n"},
    {"a literal block that says its indentation", "game: hogga\nmoves: |2-\n     B10-b9\n   K4-k5",
     "3:6 B10-b9 -> b10-b9\n4:4 K4-k5 -> k4-k5", "game: hogga\nmoves: |2-\n     b10-b9\n   k4-k5"},
    {"a folded block", "game: hogga\nmoves: >\n  B10-b9\n  3...\n  K4-k5\n\n  A13-a9\n",
     "3:3 B10-b9 -> b10-b9\n4:3 3... -> 1...\n5:3 K4-k5 -> k4-k5\n7:3 A13-a9 -> a13^a9",
     "game: hogga\nmoves: >\n  b10-b9\n  1...\n  k4-k5\n\n  a13^a9\n"},
    {"a sequence in a line", "game: hogga\nmoves: [B10-b9, '7... K4-k5', \"A13-a9 !\"]\n",
     "2:9 B10-b9 -> b10-b9\n2:18 7... -> 1...\n2:23 K4-k5 -> k4-k5\n2:32 A13-a9 -> a13^a9\n"
     "2:38  ! -> !",
     "game: hogga\nmoves: [b10-b9, '1... k4-k5', \"a13^a9!\"]\n"},
    {"a sequence in lines", "game: hogga\nmoves:\n- B10-b9\n-   7... K4-k5\n- |\n  A13-a9\n",
     "3:3 B10-b9 -> b10-b9\n4:5 7... -> 1...\n4:10 K4-k5 -> k4-k5\n6:3 A13-a9 -> a13^a9",
     "game: hogga\nmoves:\n- b10-b9\n-   1... k4-k5\n- |\n  a13^a9\n"},
    {"line ends of CR LF", "game: hogga\r\nmoves: |\r\n  B10-b9\r\n  3... K4-k5\r\n",
     "3:3 B10-b9 -> b10-b9\n4:3 3... -> 1...\n4:8 K4-k5 -> k4-k5",
     "game: hogga\r\nmoves: |\r\n  b10-b9\r\n  1... k4-k5\r\n"},
    {"a mapping in a line", "--- {game: hogga, moves: B10-b9 K4-k5}\n",
     "1:26 B10-b9 -> b10-b9\n1:33 K4-k5 -> k4-k5", "--- {game: hogga, moves: b10-b9 k4-k5}\n"},
};

struct judged {
    struct record record;
    struct verdict verdict;
    struct repair repair;
};

static struct validator *validator;

static void judge_moves(struct judged *j, struct text t) {
    const struct document d = {.text = t, .line = 1};
    const struct observer observer = {
        .see = zi_repair_see, .context = &j->repair, .see_move = zi_repair_see_move};
    zi_record_open(&j->record);
    assert_true(zi_record_read(&j->record, &d));
    assert_false(j->record.broken);
    zi_repair_begin(&j->repair);
    zi_validator_observe(validator, &observer);
    zi_validate(validator, &j->record, &j->verdict);
    zi_validator_observe(validator, NULL);
}

static void judge(struct judged *j, struct text t) {
    judge_moves(j, t);
    zi_repair_end(&j->repair, &j->record, &j->verdict);
}

static void forget(struct judged *j) {
    zi_record_close(&j->record);
    zi_repair_free(&j->repair);
}

static void print_edits(const struct judged *j, char out[UNIT_TEXT_MAX]) {
    const struct record *r = &j->record;
    struct place place = {r->text, 0, 1, 1};
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; i < j->repair.edits.count; i++) {
        const struct edit *e = &j->repair.edits.at[i];
        zi_place_move(&place, e->at);
        used +=
            (size_t)snprintf(out + used, UNIT_TEXT_MAX - used, "%s%zu:%zu %.*s -> %.*s%s",
                             i ? "\n" : "", place.line, place.column, (int)e->old.len, e->old.at,
                             (int)e->with.len, e->with.at, e->blocked ? " blocked" : "");
        assert_true(e->what && *e->what);
        assert_true(e->at <= e->end && e->end <= r->text.len);
        if (!e->blocked) /* what is said to be there is */
            assert_true(text_same(e->old, (struct text){r->text.at + e->at, e->end - e->at}));
    }
}

static size_t count_blocked(const struct repair *p) {
    size_t count = 0;
    for (size_t i = 0; i < p->edits.count; i++)
        count += p->edits.at[i].blocked;
    return count;
}

static void is_repaired(void **state) {
    const struct repaired *row = *state;
    static struct judged before, after;
    struct buffer text = {0};
    char edits[UNIT_TEXT_MAX];
    judge(&before, text_of(row->before));
    print_edits(&before, edits);
    assert_string_equal(edits, row->edits);
    const char *expected = row->after ? row->after : row->before;
    assert_int_equal(before.repair.edits.possible,
                     before.repair.edits.count - count_blocked(&before.repair));
    assert_int_equal(before.repair.edits.possible == 0, row->after == NULL);
    if (before.repair.edits.count)
        zi_edits_apply(&before.repair.edits, before.record.text, &text);
    else
        buffer_string(&text, row->before);
    bool same = text_is(buffered(&text), expected);
    if (!same)
        print_message("repaired to:\n%.*s\n", (int)text.len, text.at);
    judge(&after, text_of(expected));
    size_t left = after.repair.edits.possible, plies = after.verdict.plies;
    zi_buffer_free(&text);
    assert_true(same);
    assert_int_equal(left, 0);
    assert_int_equal(plies, before.verdict.plies);
    forget(&before);
    forget(&after);
}

/* Where the bytes of the repaired document stood: those between the edits where they stand before
   them, those of an edit inside it. */
static void every_byte_knows_where_it_stood(void **state) {
    (void)state;
    static struct judged j;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct edits_walk walk = {0};
        size_t at = 0, offset = 0;
        judge(&j, text_of(rows[i].before));
        for (size_t k = 0; k <= j.repair.edits.count; k++) {
            const struct edit *e = k < j.repair.edits.count ? &j.repair.edits.at[k] : NULL;
            size_t stop = e ? e->at : j.record.text.len;
            if (e && e->blocked)
                continue;
            for (; at < stop; at++)
                assert_int_equal(zi_edits_origin(&j.repair.edits, &walk, offset++), at);
            for (size_t n = 0; e && n < e->with.len; n++) {
                size_t origin = zi_edits_origin(&j.repair.edits, &walk, offset++);
                assert_true(origin >= e->at && origin <= e->end);
            }
            at = e ? e->end : at;
        }
        forget(&j);
    }
}

/* Readings of moves. A slip is at a word of the written text. `=` and a word: a move is missing
   before that word. */

static const struct slip_row {
    const char *name, *moves; /* as YAML writes them */
    const char *written[2], *read[2];
    enum departure_kind kind;
    bool sure;
    const char *edits, *after;
} slip_rows[] = {
    {"a confused move",
     "d4 eS c3",
     {"eS"},
     {"e5"},
     DEPARTURE_CONFUSED,
     true,
     "2:11 e5",
     "d4 e5 c3"},
    {"a guess",
     "d4 eS c3",
     {"eS"},
     {"e5"},
     DEPARTURE_CONFUSED,
     false,
     "2:11 e5 {guess for `eS`}",
     "d4 e5 {guess for `eS`} c3"},
    {"a guess for braces",
     "d4 'e{}5' c3",
     {"e{}5"},
     {"e5"},
     DEPARTURE_ILLEGIBLE,
     false,
     "2:12 e5 {guess for `e||5`}",
     "d4 'e5 {guess for `e||5`}' c3"},
    {"a form is no guess",
     "d4 E5 zz",
     {"E5"},
     {"e5"},
     DEPARTURE_FORM,
     false,
     "2:11 e5",
     "d4 e5 zz"},
    {"a missing move",
     "d4 c3 zz",
     {"=c3"},
     {"e5"},
     DEPARTURE_MISSING,
     true,
     "2:11 e5 ",
     "d4 e5 c3 zz"},
    {"a missing move as a guess",
     "d4 c3 zz",
     {"=c3"},
     {"e5"},
     DEPARTURE_MISSING,
     false,
     "2:11 e5 {guess for a missing move} ",
     "d4 e5 {guess for a missing move} c3 zz"},
    {"a word too many goes with its blank",
     "d4 zz c3",
     {"zz"},
     {""},
     DEPARTURE_EXTRA,
     true,
     "2:10 ",
     "d4 c3"},
    {"a word too many goes without a guess",
     "d4 zz c3",
     {"zz"},
     {""},
     DEPARTURE_EXTRA,
     false,
     "2:10 ",
     "d4 c3"},
    {"a word too many goes with one of two blanks",
     "d4  zz c3",
     {"zz"},
     {""},
     DEPARTURE_EXTRA,
     true,
     "2:11 ",
     "d4  c3"},
    {"a word too many in quotes", "'zz c3'", {"zz"}, {""}, DEPARTURE_EXTRA, true, "2:9 ", "' c3'"},
    {"a line too many keeps its end",
     "|\n  d4\n  zz\n  c3",
     {"zz"},
     {""},
     DEPARTURE_EXTRA,
     true,
     "4:3 ",
     "|\n  d4\n  \n  c3"},
    {"an escape: blocked",
     "\"d4 \\x65S c3\"",
     {"eS"},
     {"e5"},
     DEPARTURE_CONFUSED,
     true,
     "2:12 e5 blocked",
     NULL},
    {"a word too many with an escape: blocked",
     "\"d4 \\x7Az c3\"",
     {"zz"},
     {""},
     DEPARTURE_EXTRA,
     true,
     "2:12  blocked",
     NULL},
    {"words on two lines",
     "|\n  d4 eS\n  zz c3",
     {"eS\nzz"},
     {"e5"},
     DEPARTURE_ILLEGIBLE,
     true,
     "3:6 e5",
     "|\n  d4 e5 c3"},
    {"a guess for words on two lines",
     "|\n  d4 eS\n  zz c3",
     {"eS\nzz"},
     {"e5"},
     DEPARTURE_ILLEGIBLE,
     false,
     "3:6 e5 {guess for `eS\n  zz`}",
     "|\n  d4 e5 {guess for `eS\n  zz`} c3"},
    {"words on two lines by an escape",
     "\"d4 eS\\nzz c3\"",
     {"eS\nzz"},
     {"e5"},
     DEPARTURE_ILLEGIBLE,
     true,
     "2:12 e5",
     "\"d4 e5 c3\""},
    {"words on two lines that begin with an escape: blocked",
     "\"d4 \\x65S\\nzz c3\"",
     {"eS\nzz"},
     {"e5"},
     DEPARTURE_ILLEGIBLE,
     true,
     "2:12 e5 blocked",
     NULL},
    {"words on two lines that end with an escape: blocked",
     "\"d4 eS\\nz\\x7A c3\"",
     {"eS\nzz"},
     {"e5"},
     DEPARTURE_ILLEGIBLE,
     true,
     "2:12 e5 blocked",
     NULL},
    {"an item",
     "[d4, eS, c3]",
     {"eS"},
     {"e5"},
     DEPARTURE_CONFUSED,
     true,
     "2:13 e5",
     "[d4, e5, c3]"},
    {"a missing item: blocked",
     "[d4, c3, zz]",
     {"=c3"},
     {"e5"},
     DEPARTURE_MISSING,
     true,
     "2:13 e5  blocked",
     NULL},
    {"an item too many: blocked",
     "[d4, zz, c3]",
     {"zz"},
     {""},
     DEPARTURE_EXTRA,
     true,
     "2:12  blocked",
     NULL},
    /* Repairs before the first slip stay. Those at it or after it go, except in variations. */
    {"two slips",
     "3. D4 E5 (F5) C3 zz A1",
     {"E5", "C3"},
     {"e6", "c4"},
     DEPARTURE_CONFUSED,
     true,
     "2:8 1.\n2:11 d4\n2:14 e6\n2:18 f5\n2:22 c4",
     "1. d4 e6 (f5) c4 zz A1"},
    {"a repair of a move with an escape goes, too",
     "\"D4 E5 \\x433 zz\"",
     {"E5"},
     {"e6"},
     DEPARTURE_CONFUSED,
     true,
     "2:9 d4\n2:12 e6",
     "\"d4 e6 \\x433 zz\""},
};

/* The edits in lines: `LINE:COLUMN NEW`. */
static void print_new(const struct judged *j, char out[UNIT_TEXT_MAX]) {
    struct place place = {j->record.text, 0, 1, 1};
    size_t used = 0;
    for (size_t i = 0; i < j->repair.edits.count; i++) {
        const struct edit *e = &j->repair.edits.at[i];
        zi_place_move(&place, e->at);
        used += (size_t)snprintf(out + used, UNIT_TEXT_MAX - used, "%s%zu:%zu %.*s%s",
                                 i ? "\n" : "", place.line, place.column, (int)e->with.len,
                                 e->with.at, e->blocked ? " blocked" : "");
    }
}

static void read_with(struct judged *j, struct text t, const struct slip_row *row) {
    struct departure slips[2] = {{0}};
    struct reading reading = {.departure = slips, .sure = row->sure};
    judge_moves(j, t);
    struct text moves = j->record.field[KEY_MOVES].text;
    for (; reading.departures < 2 && row->written[reading.departures]; reading.departures++) {
        const char *word = row->written[reading.departures];
        bool missing = *word == '=';
        const char *at = memmem(moves.at, moves.len, word + missing, strlen(word + missing));
        assert_non_null(at);
        slips[reading.departures] =
            (struct departure){.kind = row->kind,
                               .written = {at, missing ? 0 : strlen(word)},
                               .read = text_of(row->read[reading.departures]),
                               .ply = 2};
    }
    zi_repair_read(&j->repair, &j->record, &reading);
}

static void slips_are_repaired(void **state) {
    static struct judged j;
    (void)state;
    for (size_t i = 0; i < COUNT(slip_rows); i++) {
        const struct slip_row *row = &slip_rows[i];
        char before[200], after[200], got[UNIT_TEXT_MAX];
        struct buffer text = {0};
        snprintf(before, sizeof before, "game: akron\nmoves: %s\n", row->moves);
        snprintf(after, sizeof after, "game: akron\nmoves: %s\n",
                 row->after ? row->after : row->moves);
        read_with(&j, text_of(before), row);
        zi_repair_end(&j.repair, &j.record, &j.verdict);
        print_new(&j, got);
        zi_edits_apply(&j.repair.edits, j.record.text, &text);
        if (strcmp(got, row->edits) != 0 || !text_is(buffered(&text), after))
            fail_msg("%s:\n%s\n%.*s", row->name, got, (int)text.len, text.at);
        assert_int_equal(j.repair.edits.possible, j.repair.edits.count - count_blocked(&j.repair));
        zi_buffer_free(&text);
        forget(&j);
    }
}

/* The comment of a guess contains the replaced text if both fit in the text of two moves. */
static void long_guesses_are_blocked(void **state) {
    enum { MOST = 2 * MOVE_TEXT_MAX - (sizeof "e5 {guess for ``}" - 1) };
    static char document[MOST + 100], word[MOST + 2];
    static struct judged j;
    (void)state;
    for (int length = MOST - 1; length <= MOST + 1; length++) {
        memset(word, 'z', sizeof word);
        word[length] = '\0';
        const struct slip_row row = {
            .written = {word}, .read = {"e5"}, .kind = DEPARTURE_ILLEGIBLE};
        snprintf(document, sizeof document, "game: akron\nmoves: d4 %s\n", word);
        read_with(&j, text_of(document), &row);
        assert_int_equal(j.repair.edits.count, 1);
        assert_int_equal(j.repair.edits.possible, length <= MOST);
        forget(&j);
    }
}

/* A reading shows how the game ends, so the result in the header is repaired. Unreadable moves do
   not show it. */
static void readings_decide_the_result(void **state) {
    static const struct slip_row row = {
        .written = {"zz"}, .read = {"h5-h4"}, .kind = DEPARTURE_ILLEGIBLE, .sure = true};
    static const char record[] =
        "game: hogga\nresult: white\n"
        "position: 12/12/12/12/12/4w7/12/12/7b4/9b2/6b1b1b1/7b1b1b/6b1b1b1 b\nmoves: zz\n";
    static struct judged j;
    (void)state;
    for (unsigned read = 0; read < 2; read++) {
        char got[UNIT_TEXT_MAX] = "";
        if (read)
            read_with(&j, text_of(record), &row);
        else
            judge_moves(&j, text_of(record));
        j.verdict.outcome = (struct outcome){RESULT_WIN_0, "goal"};
        zi_repair_end(&j.repair, &j.record, &j.verdict);
        print_new(&j, got);
        assert_string_equal(got, read ? "2:9 black\n4:8 h5-h4" : "");
        forget(&j);
    }
}

/* Each edit has the ply of its move; so have edits of the number before it and the glyph after
   it. */
static void plies_are_told(void **state) {
    static const uint32_t plies[] = {1, 1, 2, 2, 3};
    static struct judged j;
    (void)state;
    judge(&j, TEXT("game: hogga\nmoves: 3. b10-b9 ! 1. K4-k5 a13^a9,\n"));
    assert_int_equal(j.repair.edits.count, COUNT(plies));
    for (size_t i = 0; i < COUNT(plies); i++)
        assert_int_equal(j.repair.edits.at[i].ply, plies[i]);
    forget(&j);
}

/* A value is replaced by another one, within its quotes if the new one is allowed in them. */
static void values_are_replaced(void **state) {
    static const struct {
        const char *before, *with, *after; /* NULL: in whatever way YAML can say it */
    } cases[] = {
        {"'a'", "b", "'b'"},       {"'a'", "\"b\"", "'\"b\"'"}, {"\"a\"", "it's", "\"it's\""},
        {"a", "b", "b"},           {"'a'", "it's", NULL},       {"\"a\"", "\"b\"", NULL},
        {"\"a\"", "b\\c", NULL},   {"'a'", "b\tc", NULL},       {"'a'", "b\x7F", NULL},
        {"'a'", "\xC3\xA9", NULL}, {"a", "b: c", NULL},         {"a", "", NULL},
        {"|-\n  a", "b", NULL},
    };
    static struct judged j;
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        char document[100];
        struct buffer text = {0};
        bool block = cases[i].before[0] == '|';
        snprintf(document, sizeof document, "event: %s\ngame: hogga\n", cases[i].before);
        judge(&j, text_of(document));
        zi_repair_scalar(&j.repair, &j.record, zi_node_get(j.record.root, "event"), false,
                         text_of(cases[i].with), "another name");
        assert_int_equal(j.repair.edits.count, 1);
        assert_int_equal(j.repair.edits.possible, !block);
        zi_edits_apply(&j.repair.edits, j.record.text, &text);
        if (cases[i].after) {
            snprintf(document, sizeof document, "event: %s\ngame: hogga\n", cases[i].after);
            assert_true(text_is(buffered(&text), document));
        }
        forget(&j);
        judge(&j, buffered(&text)); /* it says what it should */
        if (!text_is(zi_node_text(j.record.root, "event"), block ? "a" : cases[i].with))
            fail_msg("it became %.*s", (int)text.len, text.at);
        forget(&j);
        zi_buffer_free(&text);
    }
}

/* Keys that are indented by much, too. */
static void far_indented_results_move(void **state) {
    static const struct {
        unsigned indent;
        const char *header;
        unsigned blocked, possible;
    } cases[] = {{2, "", 0, 3}, {60, "", 0, 3}, {79, "", 0, 3}, {60, "result: black\n", 0, 2}};
    static struct judged j;
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        char document[400];
        snprintf(document, sizeof document, "%*sgame: hogga\n%*s%s%*smoves: b10-b9 resigns\n",
                 (int)cases[i].indent, "", *cases[i].header ? (int)cases[i].indent : 0, "",
                 cases[i].header, (int)cases[i].indent, "");
        judge(&j, text_of(document));
        assert_int_equal(count_blocked(&j.repair), cases[i].blocked);
        assert_int_equal(j.repair.edits.possible, cases[i].possible);
        forget(&j);
    }
}

/* Repairs are made where the record is better for them, and not too long. */

static void break_the_game(void *context, struct record *r, struct repair *repair) {
    (void)context;
    if (!text_is(zi_node_text(r->root, "game"), "hogga"))
        return;
    zi_repair_scalar(repair, r, zi_node_get(r->root, "game"), false, TEXT("chess"), "a test");
    zi_edits_sort(&repair->edits);
}

static const char *prove(struct repairer *p, struct text t) {
    const struct document d = {.text = t, .line = 1};
    assert_true(zi_record_read(&p->judge.record, &d));
    bool touched = zi_repairer_judge(p);
    assert_true(touched && p->repair.edits.possible);
    const char *why = NULL;
    return zi_repairer_prove(p, &d, touched, &why) ? NULL : why;
}

static void repairs_are_proved(void **state) {
    enum { MOST = RECORD_BYTES_MAX - 5 }; /* a mark and its line end are added at most */
    static char record[RECORD_BYTES_MAX];
    static const char head[] = "game: husbao\nevent: ", moves[] = "\nmoves: d1-";
    static struct repairer p;
    (void)state;
    assert_true(zi_repairer_open(&p));
    p.strict = true;
    assert_null(prove(&p, TEXT("game: hogga\nmoves: B10-b9\n")));
    /* `d1-` becomes `d1-x4`: two bytes more */
    for (size_t length = MOST - 3; length <= MOST; length++) {
        memset(record, 'a', length);
        memcpy(record, head, sizeof head - 1);
        memcpy(record + length - sizeof moves, moves, sizeof moves - 1);
        record[length - 1] = '\n';
        const char *why = prove(&p, (struct text){record, length});
        assert_int_equal(why == NULL, length + 2 <= MOST);
    }
    /* a record that is longer than that may be repaired where it does not grow */
    memset(record, 'a', MOST + 2);
    memcpy(record, head, sizeof head - 1);
    memcpy(record + MOST + 2 - sizeof "\nmoves: D1-x4\n" + 1, "\nmoves: D1-x4\n",
           sizeof "\nmoves: D1-x4\n" - 1);
    assert_null(prove(&p, (struct text){record, MOST + 2}));
    p.more = break_the_game;
    assert_non_null(prove(&p, TEXT("game: hogga\nmoves: b10-b9\n")));
    zi_repairer_close(&p);
}

/* A search has a state for some bytes. An early record may take a part of the purse, too. Further
   states are taken from the purse. */
static void searches_have_a_purse(void **state) {
    static const char moves[] = "1. d4 ??? 2. ??? ??? ???", head[] = "game: akron\nmoves: ";
    enum { OWN = (sizeof moves - 1) / 5 + 1, ONE_LISTING = 16 };
    char text[100];
    (void)state;
    snprintf(text, sizeof text, "%s%s\n", head, moves);
    const struct document d = {.text = text_of(text), .line = 1};
    for (unsigned early = 0; early < 2; early++)
        for (uint32_t purse = 0; purse < 2000; purse = purse ? purse * 10 : 1) {
            static struct repairer p;
            uint32_t limit = OWN + (early ? purse / 10 : 0) + ONE_LISTING;
            assert_true(zi_repairer_open(&p));
            assert_true(zi_judge_read(&p.judge, &d));
            p.purse.left = purse + ONE_LISTING;
            p.early = early;
            const struct reading *found = zi_repairer_find(&p);
            assert_true(found && found->states <= limit && !found->sure);
            uint32_t more = found->states > OWN ? found->states - OWN : 0;
            assert_int_equal(p.purse.left, purse + ONE_LISTING - (early ? more : 0));
            zi_repairer_close(&p);
            p = (struct repairer){0};
        }
}

/* A fault of the main line stops the moves. At most 64 KiB of moves are searched. */
static void moves_stop_at_faults(void **state) {
    static const struct {
        const char *record;
        bool stopped;
    } cases[] = {
        {"game: akron\nmoves: d4 e5\n", false},
        {"game: akron\nmoves: d4 zz\n", true},
        {"game: akron\nmoves: d4 d4\n", true},
        {"game: akron\nmoves: 7. d4 zz\n", true},
        {"game: akron\nmoves: d4 zz (zz)\n", true},
        {"game: akron\nmoves: d4 (zz) e5\n", false},
        {"game: akron\nmoves: d4 (d4-a1) e5\n", false},
        {"game: akron\nmoves: d4 (d4-a1) e5 e5\n", true},
        {"game: akron\nmoves: 7. D4\n", false},
        {"game: akron\nresult: 7\nmoves: d4\n", false},
        {"game: akron\nposition: 8\nmoves: zz\n", false},
        {"game: akron\nmoves: [d4, [zz]]\n", false},
        {"game: husbao\n"
         "position: 1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,2/0,0,0,0,0,0,0,0 a\n"
         "moves: h2+ d2+\n",
         true},
        {"game: hogga\nposition: 12/6w5/12/4w7/12/12/12/12/6b5/7b4/6b5/12/12 b\n"
         "moves: g5^i3\nplayout: g12-g9 zz\n",
         false},
    };
    enum { MOST = 64 << 10 };
    static char text[MOST + 100];
    static struct judged j;
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        judge(&j, text_of(cases[i].record));
        if (zi_record_stopped(&j.record, &j.verdict) != cases[i].stopped)
            fail_msg("%s", cases[i].record);
        forget(&j);
    }
    for (int length = MOST - 1; length <= MOST + 1; length++) {
        snprintf(text, sizeof text, "game: akron\nmoves: d4 {%0*d} d4\n", length - 8, 0);
        judge(&j, text_of(text));
        assert_int_equal(j.record.field[KEY_MOVES].text.len, length);
        assert_int_equal(zi_record_readable(&j.record, &j.verdict), length <= MOST);
        assert_int_equal(zi_record_stopped(&j.record, &j.verdict), length <= MOST);
        forget(&j);
    }
}

/* Score sheets. */

static struct sheets {
    const char *text; /* of the record; NULL: the document is not a sheet */
    unsigned asked;
} sheets;

static bool read_sheet(void *context, const struct document *d, struct text *out,
                       bool *out_of_memory) {
    struct sheets *s = context;
    (void)d;
    (void)out_of_memory;
    s->asked++;
    *out = text_of(s->text ? s->text : "");
    return s->text;
}

#define SHEET "game: hogga\nmoves: b10-b9\n"

/* Documents that are tried as a sheet, and the edits that result. */
static const struct sheet_row {
    const char *document, *sheet;
    unsigned asked;
    size_t edits, styles; /* the number of edits plus 1; 0: no such list */
    const char *after;    /* the document with the edits, if there are any */
} sheet_rows[] = {
    {"game: hogga\nmoves: b10-b9\n", SHEET, 0, 0, 1, NULL},
    {"game: hogga\nmoves: B10-b9\n", SHEET, 0, 0, 2, NULL},
    {"game: hogga\nmoves: 3. b10-b9\n", SHEET, 0, 2, 0, "game: hogga\nmoves: 1. b10-b9\n"},
    {"x: 1\n", SHEET, 1, 2, 0, SHEET},
    {"x: 1\n", NULL, 1, 0, 0, NULL},
    {"x: 1\n", "game: hogga\nmoves: b10-b10\n", 1, 0, 0, NULL},
    {"x: 1\n", "game: hogga\n", 1, 0, 0, NULL},
    {"x: 1\n", "{", 1, 0, 0, NULL},
    /* the sheet's own repairs are made, too; forms are left as they are */
    {"x: 1\n", "game: hogga\nmoves: 3. b10-b9\n", 1, 2, 0, "game: hogga\nmoves: 1. b10-b9\n"},
    {"x: 1\n", "game: hogga\nmoves: B10-b9\n", 1, 2, 0, "game: hogga\nmoves: B10-b9\n"},
    /* a fault of the header, one of the moves, one of a sequence */
    {"game: chess\nmoves: b10-b9\n", SHEET, 1, 2, 0, SHEET},
    {"game: chess\nmoves: b10-b9\n", NULL, 1, 0, 0, NULL},
    {"game: hogga\nmoves: b10-b10 b10-b10\n", SHEET, 0, 0, 0, NULL},
    {"game: hogga\nmoves: [b10-b10, b10-b10]\n", SHEET, 1, 2, 0, SHEET},
    {"game: hogga\nmoves: [b10-b9]\n", SHEET, 0, 0, 1, NULL},
    /* a warning of the header */
    {"game: hogga\nplyers: x\nmoves: b10-b9\n", SHEET, 0, 0, 1, NULL},
    /* documents that YAML cannot read, and some that it can read after a repair */
    {"{", SHEET, 1, 2, 0, SHEET},
    {"{", NULL, 1, 0, 0, NULL},
    {"game: hogga\nevent: A: b\nmoves: b10-b9\n", SHEET, 0, 2, 0,
     "game: hogga\nevent: \"A: b\"\nmoves: b10-b9\n"},
    {"game: chess\nevent: A: b\nmoves: b10-b9\n", SHEET, 1, 2, 0, SHEET},
};

static void sheets_become_records(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(sheet_rows); i++) {
        const struct sheet_row *row = &sheet_rows[i];
        static struct repairer p;
        const struct edits *repair, *style;
        struct buffer text = {0};
        const struct document d = {.text = text_of(row->document), .line = 1};
        assert_true(zi_repairer_open(&p));
        sheets = (struct sheets){.text = row->sheet};
        p.reread = read_sheet;
        p.sheets = &sheets;
        p.purse.left = 0;
        zi_repairer_read(&p, &d, &repair, &style); /* false: other YAML */
        if (repair)
            zi_edits_apply(repair, d.text, &text);
        bool same = repair ? row->after && text_is(buffered(&text), row->after) : !row->after;
        if (sheets.asked != row->asked || (repair ? repair->count + 1 : 0) != row->edits ||
            (style ? style->count + 1 : 0) != row->styles || !same)
            fail_msg("%s: asked %u times, %zu edits, %zu styles\n%.*s", row->document, sheets.asked,
                     repair ? repair->count : 99, style ? style->count : 99, (int)text.len,
                     text.at);
        zi_buffer_free(&text);
        zi_repairer_close(&p);
        p = (struct repairer){0};
    }
}

/* Only documents at the start of a stream are tried as sheets. */
static void only_early_documents_are_sheets(void **state) {
    static struct repairer p;
    (void)state;
    assert_true(zi_repairer_open(&p));
    p.reread = read_sheet;
    p.sheets = &sheets;
    sheets = (struct sheets){.text = SHEET};
    for (size_t offset = SHEET_BYTES - 1; offset <= SHEET_BYTES; offset++) {
        const struct document d = {.text = TEXT("x: 1\n"), .line = 1, .offset = offset};
        const struct edits *repair, *style;
        zi_repairer_read(&p, &d, &repair, &style);
        assert_int_equal(repair != NULL, offset < SHEET_BYTES);
        assert_int_equal(sheets.asked, 1);
    }
    zi_repairer_close(&p);
}

int main(void) {
    static struct CMUnitTest tests[COUNT(rows) + 12];
    for (size_t i = 0; i < COUNT(rows); i++)
        tests[i] =
            (struct CMUnitTest){rows[i].name, is_repaired, NULL, NULL, (void *)(uintptr_t)&rows[i]};
    tests[COUNT(rows)] = (struct CMUnitTest)cmocka_unit_test(every_byte_knows_where_it_stood);
    tests[COUNT(rows) + 1] = (struct CMUnitTest)cmocka_unit_test(values_are_replaced);
    tests[COUNT(rows) + 2] = (struct CMUnitTest)cmocka_unit_test(far_indented_results_move);
    tests[COUNT(rows) + 3] = (struct CMUnitTest)cmocka_unit_test(repairs_are_proved);
    tests[COUNT(rows) + 4] = (struct CMUnitTest)cmocka_unit_test(plies_are_told);
    tests[COUNT(rows) + 5] = (struct CMUnitTest)cmocka_unit_test(slips_are_repaired);
    tests[COUNT(rows) + 6] = (struct CMUnitTest)cmocka_unit_test(long_guesses_are_blocked);
    tests[COUNT(rows) + 7] = (struct CMUnitTest)cmocka_unit_test(readings_decide_the_result);
    tests[COUNT(rows) + 8] = (struct CMUnitTest)cmocka_unit_test(searches_have_a_purse);
    tests[COUNT(rows) + 9] = (struct CMUnitTest)cmocka_unit_test(moves_stop_at_faults);
    tests[COUNT(rows) + 10] = (struct CMUnitTest)cmocka_unit_test(sheets_become_records);
    tests[COUNT(rows) + 11] = (struct CMUnitTest)cmocka_unit_test(only_early_documents_are_sheets);
    validator = zi_validator_new();
    int failed = _cmocka_run_group_tests("repair", tests, COUNT(tests), NULL, NULL);
    zi_validator_free(validator);
    return failed;
}
