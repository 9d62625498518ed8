/* Texts about standings: warnings, wrong claims, tables and pages; and the worth of rounds. */
#include "tests/unit/unit.h"

#include "tournaments/standings.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define TENS_5 "12345678901234567890123456789012345678901234567890"
#define NAME_60 TENS_5 "1234567890"
#define NAME_57 TENS_5 "1234567"

/* A game is "EVENT/ROUND/TABLE FIRST RESULT SECOND POINTS", a bye "EVENT/ROUND/ NAME KIND"; the
   first word and the points may be missing. A result with `f` is by forfeit, `?` is a record that
   is not valid, `-` a game without a record. They are on the lines 1, 2 and so on of g.yaml. */
static const struct text_row {
    const char *name;       /* a sentence */
    const char *game;       /* NULL: unknown */
    const char *tie_breaks; /* NULL: the default */
    const char *games;
    const char *asked; /* the text with claims, or the options of a writer */
    const char *expected;
} claims[] = {
    {"claims that hold, by all names of the columns", "hogga", NULL,
     "A 1-0 B 5; A = C; A 1-0f D; // C full",
     "[{name: A, rank: 1, games: 2, games-won: 1, wins: 2, draws: 1, losses: 0, unplayed: 1, "
     "score: 2.5, points-for: 5, points-against: 0, difference: 5},\n"
     "{name: A, rank: 9},\n"
     "{name: C, games_won: 0, rounds-won: 1, score: 1\xC2\xBD, points_for: +0, points: 0, "
     "head-to-head: null, head_to_head: ~, x-: 7, unplayed: 1, losses: ~, sonneborn_berger: "
     "1.75},\n"
     "{name: B, wins: 0, games_won: 0, difference: -5, points_against: 5.0, sonneborn-berger: 0},\n"
     "{name: D, rounds_won: 0, wins: 0, losses: 0, unplayed: 1}]",
     "c.yaml:2: error: `A` has a row already\n"},
    {"wins are games won if there is no other key", "hogga", NULL, "A 1-0f B; A 1-0 C",
     "[{name: A, wins: 1}, {name: B, wins: 1, games-won: 0}, {name: C, rounds-won: 2}]",
     "c.yaml:1: error: `B`: wins is `1` here, and 0 by the games\n"
     "c.yaml:1: error: `C`: rounds-won is `2` here, and 0 by the games\n"},
    {"keys that are almost those of columns", "halma", "wins", "A 1-0 B",
     "- {name: A, ran: 9, ranks: 9, points for: 9, points.for: 9, games__won: 9, r_nk: 9, x: 9,\n"
     "   WINS: 9, point_s: 9, _ank: 9, [q]: 9}\n- {name: B}\n",
     "c.yaml:1: warning: `ran` is not a column of the table; it is not compared\n"
     "c.yaml:1: warning: `ranks` is not a column of the table; it is not compared\n"
     "c.yaml:1: warning: `points for` is not a column of the table; it is not compared\n"
     "c.yaml:1: warning: `points.for` is not a column of the table; it is not compared\n"
     "c.yaml:1: warning: `games__won` is not a column of the table; it is not compared\n"
     "c.yaml:1: warning: `r_nk` is not a column of the table; it is not compared\n"
     "c.yaml:1: warning: `x` is not a column of the table; it is not compared\n"
     "c.yaml:2: warning: `WINS` is not a column of the table; it is not compared\n"
     "c.yaml:2: warning: `point_s` is not a column of the table; it is not compared\n"
     "c.yaml:2: warning: `_ank` is not a column of the table; it is not compared\n"},
    {"values that are not numbers", "halma", "wins", "A 1-0 B",
     "- {name: A, games: [1], score: {a: 1}, rank: one, wins: ''}\n- {name: B, rank: 2}\n",
     "c.yaml:1: error: `A`: games is no number here, and 1 by the games\n"
     "c.yaml:1: error: `A`: score is no number here, and 1 by the games\n"
     "c.yaml:1: error: `A`: rank is `one` here, and 1 by the games\n"
     "c.yaml:1: error: `A`: wins is `` here, and 1 by the games\n"},
    {"invalid rows, and missing rows", "halma", "wins", "A 1-0 B; C = D",
     "x: 1\nstandings:\n- A\n- {rank: 1}\n- [name]\n- {name: [A]}\n- {name: b}\n- {name: C}\n",
     "c.yaml:3: error: a row of the claimed standings must be a mapping with a `name`\n"
     "c.yaml:4: error: a row of the claimed standings must be a mapping with a `name`\n"
     "c.yaml:5: error: a row of the claimed standings must be a mapping with a `name`\n"
     "c.yaml:6: error: a row of the claimed standings must be a mapping with a `name`\n"
     "c.yaml:7: error: `b` has played no game\n"
     "c.yaml:3: error: `A` has no row in the claimed standings\n"
     "c.yaml:3: error: `D` has no row in the claimed standings\n"
     "c.yaml:3: error: `B` has no row in the claimed standings\n"},
    {"claims that are something else", "halma", "wins", "", "a: 1\nstandings: 2\n",
     "c.yaml:2: error: claimed standings must be a sequence of rows, or a mapping with "
     "`standings`\n"},
    {"no rows and no players", "halma", "wins", "", "[]", ""},
    {"quoted texts are cut", "halma", "wins", NAME_60 " 1-0 " NAME_60 "x",
     "- {name: '" NAME_60 "', rank: 123456789012345678901234567890, "
     "123456789012345678901234567890: 1}\n"
     "- {name: '" NAME_60 "x', rank: 1234567890123456789012345678901, "
     "1234567890123456789012345678901: 1}\n",
     "c.yaml:1: error: `" NAME_60 "`: rank is `123456789012345678901234567890` here, and 1 by the "
     "games\n"
     "c.yaml:1: warning: `123456789012345678901234567890` is not a column of the table; it is not "
     "compared\n"
     "c.yaml:2: error: `" NAME_57 "...`: rank is `123456789012345678901234567...` here, and 2 by "
     "the games\n"
     "c.yaml:2: warning: `123456789012345678901234567...` is not a column of the table; it is not "
     "compared\n"},
    {"names of missing players are cut", "halma", "wins", NAME_60 " 1-0 " NAME_60 "x",
     "- {name: '" NAME_60 "y'}\n- {name: " NAME_57 "}\n",
     "c.yaml:1: error: `" NAME_57 "...` has played no game\n"
     "c.yaml:2: error: `" NAME_57 "` has played no game\n"
     "c.yaml:1: error: `" NAME_60 "` has no row in the claimed standings\n"
     "c.yaml:1: error: `" NAME_57 "...` has no row in the claimed standings\n"},
};

static const struct text_row warnings[] = {
    {"a game has no result", "akron", NULL, "/1/ A * B; /2/ A ? B; /3/ A - B; /4/ A 0-0f B", "",
     "g.yaml:1: warning: the game of `A` and `B` has no result\n"},
    {"players and pairings appear twice in a round", "akron", NULL,
     "/1/ A = B; /1/ B = A; /1/ C = A; /1/ C = D; // E = F; // E = F; o/1/ A = B", "",
     "g.yaml:2: warning: `B` and `A` are paired twice in round 1, first g.yaml:1\n"
     "g.yaml:3: warning: `A` plays twice in round 1, first g.yaml:1\n"
     "g.yaml:4: warning: `C` plays twice in round 1, first g.yaml:3\n"},
    {"a game may have several warnings", "akron", NULL, "/1/ Annabel = Bob; /1/ Annabell * Bob", "",
     "g.yaml:2: warning: `Bob` plays twice in round 1, first g.yaml:1\n"
     "g.yaml:2: warning: the game of `Annabell` and `Bob` has no result\n"
     "g.yaml:2: warning: the name `Annabell` looks like `Annabel`, first g.yaml:1\n"},
    {"a name looks like two", "akron", NULL,
     "/1/ Annabel = Bob; /2/ Annabell = Bob; /3/ Annabelle = Bob", "",
     "g.yaml:2: warning: the name `Annabell` looks like `Annabel`, first g.yaml:1\n"
     "g.yaml:3: warning: the name `Annabelle` looks like `Annabel`, first g.yaml:1\n"
     "g.yaml:3: warning: the name `Annabelle` looks like `Annabell`, first g.yaml:2\n"},
    {"names are cut", "akron", NULL,
     "/" NAME_60 "/ " NAME_60 " * B; /" NAME_60 "x/ " NAME_60 "x = B; /" NAME_60 "/ C = B; "
     "/" NAME_60 "x/ D = B",
     "",
     "g.yaml:1: warning: the game of `" NAME_60 "` and `B` has no result\n"
     "g.yaml:2: warning: the name `" NAME_57 "...` looks like `" NAME_60 "`, first g.yaml:1\n"
     "g.yaml:3: warning: `B` plays twice in round " NAME_60 ", first g.yaml:1\n"
     "g.yaml:4: warning: `B` plays twice in round " NAME_57 "..., first g.yaml:2\n"},
};

/* Forfeits, byes, an unfinished game and one that is not valid; B is ranked by a bye. */
#define MANY                                                                                       \
    "Open/1/1 A 1-0f B; Open/1/2 C 0-0f D; Open/2/ A = C; // D * B; Open/2/ B full; "              \
    "Open/10/ C half; Open/10/ D zero; Open/3/7 A ? B"

static const struct text_row texts[] = {
    {"a game without points", "halma", NULL, "A 1-0 B", "",
     "halma, 2 players, 1 game\nties broken by head-to-head, Sonneborn-Berger\n\n"
     "#  Name  G  W  D  L  Score  H2H  SB\n"
     "1  A     1  1  0  0      1    -   0\n"
     "2  B     1  0  0  1      0    -   0\n"},
    {"nothing", NULL, NULL, "", "cross rounds",
     "0 players, 0 games\nties broken by points difference, head-to-head, Sonneborn-Berger\n\n"
     "#  Name  G  W  D  L  Score  Diff  H2H  SB\n"},
    {"forfeits, byes and unfinished games", "akron", "wins", MANY, "cross rounds",
     "akron, 4 players, 5 games, 1 of them unfinished, 1 not valid\nties broken by wins\n\n"
     "#  Name  G  W  D  L  U  Score  Wins\n"
     "1  A     1  0  1  0  1    1.5     1\n"
     "2  B     0  0  0  0  2      1     1\n"
     "3  C     1  0  1  0  2      1     0\n"
     "4  D     0  0  0  0  2      0     0\n"
     "\n"
     "       1   2  3  4\n"
     "1  A   \\  +?  =  .\n"
     "2  B  -?   \\  .  *\n"
     "3  C   =   .  \\  -\n"
     "4  D   .   *  -  \\\n"
     "\nwithout a round\n"
     "  D  *  B    g.yaml:4\n"
     "\nOpen, round 1\n"
     "1  A  1-0 forfeit  B    g.yaml:1\n"
     "2  C  0-0 forfeit  D    g.yaml:2\n"
     "\nOpen, round 2\n"
     "  A  1/2-1/2  C    g.yaml:3\n"
     "B: bye\n"
     "\nOpen, round 3\n"
     "7  A  not valid  B    g.yaml:8\n"
     "\nOpen, round 10\n"
     "C: half-point bye\n"
     "D: zero-point bye\n"},
    {"names and events are cut", "akron", "wins",
     NAME_60 "//12345678901234567890123456789012 1234567890123456789012345678901X 1-0 "
             "12345678901234567890123456789012X; " NAME_60
             "x//1 1234567890123456789012345678901X 1-0 12345678901234567890123456789012X",
     "rounds",
     "akron, 2 players, 2 games\nties broken by wins\n\n"
     "#  Name                              G  W  D  L  Score  Wins\n"
     "1  1234567890123456789012345678901X  2  2  0  0      2     2\n"
     "2  12345678901234567890123456789...  2  0  0  2      0     0\n"
     "\n" NAME_60 ", without a round\n"
     "12345678901234567890123456789012  1234567890123456789012345678901X  1-0  "
     "12345678901234567890123456789...    g.yaml:1\n"
     "\n" NAME_57 "..., without a round\n"
     "1  1234567890123456789012345678901X  1-0  12345678901234567890123456789...    g.yaml:2\n"},
    {"the event of all games is in the title", "akron", "wins", NAME_60 "/" NAME_60 "/ A ? B",
     "rounds",
     NAME_60 ": akron, 2 players, 1 game, 1 of them not valid\nties broken by wins\n\n"
             "#  Name  G  W  D  L  Score  Wins\n"
             "1  A     0  0  0  0      0     0\n"
             "1  B     0  0  0  0      0     0\n"
             "\nround 12345678901234567890123456789...\n"
             "  A  not valid  B    g.yaml:1\n"},
    {"and cut", "akron", "wins", NAME_60 "x/12345678901234567890123456789012/ A = B", "rounds",
     NAME_57 "...: akron, 2 players, 1 game\nties broken by wins\n\n"
             "#  Name  G  W  D  L  Score  Wins\n"
             "1  A     1  0  1  0    0.5     0\n"
             "1  B     1  0  1  0    0.5     0\n"
             "\nround 12345678901234567890123456789012\n"
             "  A  1/2-1/2  B    g.yaml:1\n"},
};

static const struct text_row csvs[] = {
    {"the games, then the byes", "hogga", "wins",
     "Open/2/1 A 1-0 B 3; Open/1/ B 0-1 A 0; x/3/ B zero", "rounds",
     "event,round,table,black,white,result,points,file,line,record\r\n"
     "Open,1,,B,A,0-1,0,g.yaml,2,2\r\n"
     "Open,2,1,A,B,1-0,3,g.yaml,1,1\r\n"
     "x,3,,B,,zero-point bye,,,,\r\n"},
    {"only a win has points", "hogga", "wins", "A = B 4; A * B 4; A 0-1 B 4", "rounds",
     "event,round,table,black,white,result,points,file,line,record\r\n"
     ",,,A,B,1/2-1/2,,g.yaml,1,1\r\n"
     ",,,A,B,*,,g.yaml,2,2\r\n"
     ",,,A,B,0-1,4,g.yaml,3,3\r\n"},
    {"a game without a record", NULL, "wins", "A - B", "rounds",
     "event,round,table,first,second,result,points,file,line,record\r\n"
     ",,,A,B,*,,g.yaml,1,\r\n"},
    {"the cross table", "akron", "points,games-won,wins", "A 1-0 B; B = A; B 1-0f C", "cross",
     "rank,name,games,games-won,draws,losses,unplayed,score,points-for,wins,1,2,3\r\n"
     "1,A,2,1,1,0,0,1.5,0,1,,1=,\r\n"
     "2,B,2,0,1,1,1,1.5,0,1,0=,,+\r\n"
     "3,C,0,0,0,0,1,0,0,0,,-,\r\n"},
};

static const struct text_row jsons[] = {
    {"all tables", "akron", "wins,direct-encounter", MANY, "cross rounds",
     "{\"game\":\"akron\",\"players\":4,\"games\":5,\"unfinished\":1,\"not_valid\":1,"
     "\"left_out\":0,\"tie_breaks\":[\"wins\",\"direct-encounter\"],\n\"standings\":[\n"
     "{\"rank\":1,\"name\":\"A\",\"games\":1,\"games_won\":0,\"draws\":1,\"losses\":0,"
     "\"unplayed\":1,\"score\":1.5,\"wins\":1,\"direct_encounter\":null},\n"
     "{\"rank\":2,\"name\":\"B\",\"games\":0,\"games_won\":0,\"draws\":0,\"losses\":0,"
     "\"unplayed\":2,\"score\":1,\"wins\":1,\"direct_encounter\":null},\n"
     "{\"rank\":3,\"name\":\"C\",\"games\":1,\"games_won\":0,\"draws\":1,\"losses\":0,"
     "\"unplayed\":2,\"score\":1,\"wins\":0,\"direct_encounter\":null},\n"
     "{\"rank\":4,\"name\":\"D\",\"games\":0,\"games_won\":0,\"draws\":0,\"losses\":0,"
     "\"unplayed\":2,\"score\":0,\"wins\":0,\"direct_encounter\":null}],\n"
     "\"cross\":[\n[\"\",\"+?\",\"=\",\"\"],\n[\"-?\",\"\",\"\",\"*\"],\n[\"=\",\"\",\"\",\"-\"],\n"
     "[\"\",\"*\",\"-\",\"\"]],\n\"rounds\":[\n"
     "{\"event\":null,\"round\":null,\"table\":null,\"black\":\"D\",\"white\":\"B\",\"result\":"
     "\"*\",\"points\":null,\"file\":\"g.yaml\",\"line\":4,\"record\":4},\n"
     "{\"event\":\"Open\",\"round\":\"1\",\"table\":\"1\",\"black\":\"A\",\"white\":\"B\","
     "\"result\":\"1-0 forfeit\",\"points\":null,\"file\":\"g.yaml\",\"line\":1,\"record\":1},\n"
     "{\"event\":\"Open\",\"round\":\"1\",\"table\":\"2\",\"black\":\"C\",\"white\":\"D\","
     "\"result\":\"0-0 forfeit\",\"points\":null,\"file\":\"g.yaml\",\"line\":2,\"record\":2},\n"
     "{\"event\":\"Open\",\"round\":\"2\",\"table\":null,\"black\":\"A\",\"white\":\"C\","
     "\"result\":\"1/2-1/2\",\"points\":null,\"file\":\"g.yaml\",\"line\":3,\"record\":3},\n"
     "{\"event\":\"Open\",\"round\":\"3\",\"table\":\"7\",\"black\":\"A\",\"white\":\"B\","
     "\"result\":\"not valid\",\"points\":null,\"file\":\"g.yaml\",\"line\":8,\"record\":8}],\n"
     "\"byes\":[\n"
     "{\"event\":\"Open\",\"round\":\"2\",\"name\":\"B\",\"bye\":\"bye\"},\n"
     "{\"event\":\"Open\",\"round\":\"10\",\"name\":\"C\",\"bye\":\"half-point bye\"},\n"
     "{\"event\":\"Open\",\"round\":\"10\",\"name\":\"D\",\"bye\":\"zero-point bye\"}]}\n"},
    {"nothing", NULL, "", "", "rounds left-out",
     "{\"game\":null,\"players\":0,\"games\":0,\"unfinished\":0,\"left_out\":5,\"tie_breaks\":[],\n"
     "\"standings\":[],\n\"rounds\":[]}\n"},
};

#define TH(title, text) "<th scope=\"col\" title=\"" title "\">" text "</th>"
#define COLUMNS                                                                                    \
    TH("rank", "#")                                                                                \
    TH("name", "Name")                                                                             \
    TH("score", "Score") TH("games", "G") TH("games won", "W") TH("draws", "D") TH("losses", "L")
#define PLAYER(name) "<td class=\"t\"><bdi>" name "</bdi></td>"
#define CAPTION(text) "<table>\n<caption>" text "</caption>\n<thead>\n"
#define COL(text) "<th scope=\"col\">" text "</th>"
#define END "</tbody>\n</table>\n"

/* Pages have at least this. */
static const struct text_row pages[] = {
    {"nobody", NULL, "", "", "cross rounds",
     "<h1><bdi>0 players, 0 games</bdi></h1>\n" CAPTION("Standings") "<tr>" COLUMNS "</tr>\n"
                                                                     "</thead>\n<tbody>\n" END
                                                                     "</main>\n</body>\n</html>\n"},
    {"columns with values", "hogga", "difference,direct-encounter,head-to-head",
     "A = B; A 1-0 C; B 1-0 C", "left-out",
     CAPTION("Standings; ties broken by points difference, direct encounter, "
             "head-to-head") "<tr>" COLUMNS TH("direct encounter", "DE")
         TH("head-to-head", "H2H") "</tr>\n"
                                   "</thead>\n<tbody>\n"
                                   "<tr><td>1</td><th class=\"t\" "
                                   "scope=\"row\"><bdi>A</bdi></th><td>1.5</td><td>2</td><td>1</td>"
                                   "<td>1</td><td>0</td><td>0.5</td><td>0.5</td></tr>\n"
                                   "<tr><td>1</td><th class=\"t\" "
                                   "scope=\"row\"><bdi>B</bdi></th><td>1.5</td><td>2</td><td>1</td>"
                                   "<td>1</td><td>0</td><td>0.5</td><td>0.5</td></tr>\n"
                                   "<tr><td>3</td><th class=\"t\" "
                                   "scope=\"row\"><bdi>C</bdi></th><td>0</td><td>2</td><td>0</td>"
                                   "<td>0</td><td>2</td><td></td><td></td></tr>\n" END
                                   "<p>Records omitted: 5</p>\n</main>\n</body>\n</html>\n"},
    {"points of one player", "hogga", "wins", "A 1-0 B 3; B 1-0 A 0; C = A", "",
     TH("losses", "L") TH("points for", "For") TH("points against", "Against") TH("wins", "Wins")},
    {"the cross table", "akron", "wins", MANY, "cross",
     "<table class=\"c\">\n<caption>Cross table: 1 won, = drawn, 0 lost, * unfinished, "
     "+ and - by "
     "forfeit, ? not valid</caption>\n<thead>\n<tr>" TH("row", "#") COL("Name") COL("1") COL("2")
         COL("3") COL("4") COL("Score") "</tr>\n</thead>\n<tbody>\n"
                                        "<tr><td>1</td><th class=\"t\" "
                                        "scope=\"row\"><bdi>A</bdi></th><td class=\"s\"></td>"
                                        "<td>+?</td><td>=</td><td></td><td>1.5</td></tr>\n"},
    {"links to games and players", "akron", "wins", "A = B; C = A", "cross links",
     "<tr><td>2</td><th class=\"t\" scope=\"row\"><a "
     "href=\"player-2.html\"><bdi>B</bdi></a></th>"
     "<td><a href=\"game-21.html\">=</a></td><td class=\"s\"></td><td></td><td>0.5</td></tr>\n"},
    {"links in the rounds", "akron", "wins", "A = B; C = A", "rounds links",
     "<tr><td class=\"t\"><a href=\"player-3.html\"><bdi>C</bdi></a></td>"
     "<td><a href=\"game-22.html\">1/2-1/2</a></td>"
     "<td class=\"t\"><a href=\"player-1.html\"><bdi>A</bdi></a></td></tr>\n"},
    {"no links", "akron", "wins", "A = B; C = A", "cross rounds",
     "<tr>" PLAYER("C") "<td>1/2-1/2</td>" PLAYER("A") "</tr>\n" END "</main>\n</body>\n</html>\n"},
    {"rounds with neither table nor points", "akron", "wins",
     "// A 1-0 B; /1/ A = B; Open// A = B; Open/1/ A = B; /1/ B full", "rounds",
     CAPTION("round <bdi>1</bdi>") "<tr>" COL("black") COL("Result") COL(
         "white") "</tr>\n"
                  "</thead>\n<tbody>\n<tr>" PLAYER("A") "<td>1/2-1/2</td>" PLAYER(
                      "B") "</tr>\n"
                           "<tr>" PLAYER("B") "<td colspan=\"2\" class=\"t\">bye</td></tr>\n" END
                               CAPTION("without a round") "<tr>" COL("black") COL("Result")
                                   COL("white") "</tr>\n"
                                                "</thead>\n<tbody>\n<tr>" PLAYER(
                                                    "A") "<td>1-0</td>" PLAYER("B") "</tr>\n" END
                                                    CAPTION("<bdi>Open</bdi>, round <bdi>1</bdi>") "<tr>" COL(
                                                        "black") COL("Result")
                                                        COL("white") "</tr>\n</"
                                                                     "thead>\n<tbody>\n<"
                                                                     "tr>" PLAYER(
                                                                         "A") "<td>1/2-1/2</"
                                                                              "td>" PLAYER(
                                                                                  "B") "</tr>\n" END
                                                                                  CAPTION("<bdi>"
                                                                                          "Open</"
                                                                                          "bdi>, "
                                                                                          "without "
                                                                                          "a "
                                                                                          "round")},
    {"rounds with tables and points", "husbao", "wins", "//7 A 1-0 B 0; // B = A; // B half",
     "rounds",
     CAPTION("without a round") "<tr>" COL("Table") COL("a") COL("Result") COL("b")
         COL("Points") "</tr>\n</thead>\n<tbody>\n<tr><td>7</td>" PLAYER("A") "<td>1-0</td>" PLAYER("B") "<td>0</td></tr>\n<tr><td></td>" PLAYER(
             "B") "<td>1/2-1/2</td>" PLAYER("A") "<td></td></tr>\n"
                                                 "<tr><td></td>" PLAYER(
                                                     "B") "<td colspan=\"3\" "
                                                          "class=\"t\">half-point "
                                                          "bye</td></tr>\n" END},
};

/* Scores and the first tie-break, with a scoring. */
static const struct text_row worths[] = {
    {"an unfinished game is not a loss", "akron", "head-to-head", "A * B", "1-0.5-0.25",
     "A 0 0; B 0 0; "},
    {"a lost game is worth something among the tied", "akron", "head-to-head", "A 1-0 B; B 1-0 A",
     "1-0.5-0.25", "A 1.25 1.25; B 1.25 1.25; "},
    {"a bye that is worth a win is a round won", "akron", "wins",
     "A = B; A = C; A = D; // B full; // C half; // D zero",
     "win=2,bye=2,half-bye=1.99,zero-bye=2.01", "D 2.51 1; B 2.5 1; C 2.49 0; A 1.5 0; "},
    {"if a win is worth its points, no bye is a round won", "hogga", "wins", "A 1-0 B 7; // B full",
     "points", "A 7 1; B 0 0; "},
    {"a win is worth one point if it proves one", "hogga", "wins", "B 1-0 A 1; A = B; B 1-0 A",
     "points", "B 1 2; A 0 0; "},
    /* B won one of two and E one of three with a draw, but D one of three, and C none */
    {"a player who won half of the games is in the upper half for any points", "hogga", "koya",
     "X 1-0 B 1; X 1-0 C 10; X 1-0 D 100; X 1-0 E 1000; B 1-0 Y 2; C = Y; D 1-0 Y 5; Y 1-0 D 3; "
     "E 1-0 Y 4; E = Y",
     "points", "X 1111 1001; D 5 0; E 4 0; Y 3 0; B 2 0; C 0 0; "},
    {"a bye in a round robin is not a win", "akron", "wins", "A = B; // B full; // A half",
     "robin 0-0-0", "A 0 1; B 0 0; "},
    {"forfeits have a worth of their own", "akron", "wins", "A 1-0f B; C 0-0f A; C =f D; C 1-0f D",
     "forfeit-win=0.8,forfeit-loss=0.1,draw=0.4", "C 1.3 1; A 0.9 1; D 0.5 0; B 0.1 0; "},
    {"games by forfeit have no colors", "akron", "black-games", "A 1-0f B; A 1-0 B; A =f B",
     "1-0.5-0", "A 2.5 1; B 0.5 0; "},
    {"wins by forfeit have no colors", "akron", "black-wins", "A 1-0f B; A 1-0 B; A = B", "1-0.5-0",
     "A 2.5 1; B 0.5 0; "},
    {"games by forfeit have no second player", "akron", "second-games",
     "A 1-0f B; A 1-0 B; A 0-1 B", "1-0.5-0", "A 2 0; B 1 2; "},
    /* A has 1. B, with 2.5, counts as 1, and C as 0.5; the lowest is cut */
    {"a draw by forfeit is not a voluntary absence", "akron", "buchholz-cut-1",
     "/1/ A =f B; /2/ A = C; /2/ B 1-0 E; /3/ B 1-0 E", "1-0.5-0",
     "B 2.5 1; A 1 1; C 0.5 0; E 0 2.5; "},
    /* the sum of the points exceeds the numeric range */
    {"a sum that is too large is the maximum", "hogga", "sonneborn-berger",
     "A 1-0 B 2000000000; B 1-0 A 2000000000; A 1-0 C 2000000000; C 1-0 A 2000000000", "points",
     "A 4000000000 922337203685477.5807; B 2000000000 922337203685477.5807; "
     "C 2000000000 922337203685477.5807; "},
};

static uint32_t number_of(struct standings *t, const char *text) {
    return zi_map_number(&t->words, text_of(text));
}

static void add_bye(struct standings *t, const char *event, const char *round, const char *player,
                    const char *kind) {
    struct standings_bye bye = {.player =
                                    zi_people_number(&t->people, text_of(player), NO_TEXT, true),
                                .event = number_of(t, event),
                                .round = number_of(t, round),
                                .kind = !strcmp(kind, "full")   ? BYE_FULL
                                        : !strcmp(kind, "half") ? BYE_HALF
                                                                : BYE_ZERO};
    zi_standings_add_bye(t, &bye);
}

static void add_game(struct standings *t, const char *game, char *place[3], char *words[4],
                     size_t line) {
    const char *result = words[1];
    struct facts f = {.rules = zi_game_find(text_of(game)),
                      .players = {text_of(words[0]), text_of(words[2])},
                      .event = text_of(place[0]),
                      .round = text_of(place[1]),
                      .table = text_of(place[2]),
                      .result = !strncmp(result, "1-0", 3)   ? RESULT_WIN_0
                                : !strncmp(result, "0-1", 3) ? RESULT_WIN_1
                                : *result == '='             ? RESULT_DRAW
                                                             : RESULT_OPEN,
                      .termination = text_of(strchr(result, 'f') ? "forfeit" : ""),
                      .points = words[3] ? atoi(words[3]) : -1};
    assert_null(zi_standings_add(t, &f,
                                 &(struct standings_place){zi_map_number(&t->words, TEXT("g.yaml")),
                                                           (uint32_t)line, (uint32_t)line}));
    struct standings_game *g = &t->game[t->game_count - 1];
    g->invalid = *result == '?';
    g->recorded = *result != '-';
    g->page = (uint32_t)(20 + line);
}

static void add_games(struct standings *t, const struct text_row *row) {
    char games[1000], *rest = games, *one;
    snprintf(games, sizeof games, "%s", row->games);
    for (size_t line = 1; (one = strsep(&rest, ";")); line++) {
        char *place[3] = {"", "", ""}, *words[5] = {NULL}, *word;
        size_t count = 0;
        while ((word = strsep(&one, " ")))
            if (*word && !count && strchr(word, '/'))
                for (size_t i = 0; i < 3; i++)
                    place[i] = strsep(&word, "/");
            else if (*word)
                words[count++] = word;
        if (count == 2)
            add_bye(t, place[0], place[1], words[0], words[1]);
        else if (count)
            add_game(t, row->game ? row->game : "akron", place, words, line);
    }
    if (!row->game)
        t->rules = NULL;
}

static void settle(struct standings *t, const struct text_row *row) {
    struct text fault;
    zi_map_number(&t->words, NO_TEXT);
    if (row->tie_breaks && !*row->tie_breaks)
        t->tie_breaks_given = true;
    else if (row->tie_breaks)
        assert_true(zi_standings_tie_breaks(t, text_of(row->tie_breaks), &fault));
    add_games(t, row);
    zi_standings_settle(t);
    assert_false(t->failed);
}

static void expect(const struct text_row *row, struct buffer *got, bool whole) {
    buffer_char(got, '\0');
    if (whole ? strcmp(got->at, row->expected) : !strstr(got->at, row->expected)) {
        fprintf(stderr, "%s\nnot %s", got->at, row->expected);
        fail_msg("%s", row->name);
    }
    zi_buffer_free(got);
}

static void claims_are_compared(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(claims); i++) {
        struct standings t = {0};
        struct buffer got = {0};
        uint64_t count = 7, errors = 7;
        settle(&t, &claims[i]);
        assert_true(
            zi_standings_claims(&t, text_of(claims[i].asked), TEXT("c.yaml"), &got, &count));
        expect(&claims[i], &got, true);
        for (const char *at = claims[i].expected; (at = strstr(at, ": error: ")); at++)
            errors++;
        assert_int_equal(count, errors);
        zi_standings_free(&t);
    }
}

static void what_is_suspicious_is_said(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(warnings); i++) {
        struct standings t = {0};
        struct buffer got = {0};
        settle(&t, &warnings[i]);
        zi_standings_check(&t, &got);
        expect(&warnings[i], &got, true);
        zi_standings_free(&t);
    }
}

/* Names of that many players are not all compared. */
static void a_warning_tells_what_is_not_checked(void **state) {
    enum { PLAYERS = 5002 };
    struct standings t = {0};
    struct buffer got = {0};
    char name[2][16];
    (void)state;
    for (int i = 0; i < PLAYERS; i += 2) {
        for (int side = 0; side < 2; side++)
            snprintf(name[side], sizeof name[side], "%d", i + side);
        struct facts f = {.rules = &zi_halma_rules,
                          .players = {text_of(name[0]), text_of(name[1])},
                          .result = RESULT_DRAW};
        assert_null(zi_standings_add(
            &t, &f, &(struct standings_place){zi_map_number(&t.words, TEXT("g.yaml")), 1, 1}));
    }
    zi_standings_settle(&t);
    zi_standings_check(&t, &got);
    buffer_char(&got, '\0');
    assert_string_equal(got.at, "warning: there are more than 5000 players, so that only names "
                                "with a word in common were compared\n");
    zi_buffer_free(&got);
    zi_standings_free(&t);
}

static void expect_written(const struct text_row *at, size_t count, standings_writer *write,
                           bool whole) {
    for (size_t i = 0; i < count; i++) {
        struct standings t = {0};
        struct buffer got = {0};
        const struct standings_view view = {.cross = strstr(at[i].asked, "cross"),
                                            .rounds = strstr(at[i].asked, "rounds"),
                                            .links = strstr(at[i].asked, "links"),
                                            .left_out = strstr(at[i].asked, "left-out") ? 5 : 0};
        settle(&t, &at[i]);
        write(&t, &view, &got);
        expect(&at[i], &got, whole);
        zi_standings_free(&t);
    }
}

static void tables_are_written(void **state) {
    (void)state;
    expect_written(texts, COUNT(texts), zi_standings_text, true);
    expect_written(csvs, COUNT(csvs), zi_standings_csv, true);
    expect_written(jsons, COUNT(jsons), zi_standings_json, true);
    expect_written(pages, COUNT(pages), zi_standings_html, false);
}

static void rounds_have_the_worth_that_is_set(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(worths); i++) {
        struct standings t = {.scoring_given = true};
        struct buffer got = {0};
        struct text scoring = text_of(worths[i].asked), fault;
        const char *why;
        t.round_robin = text_begins(scoring, "robin ");
        if (t.round_robin)
            text_next_part(&scoring, ' ');
        assert_true(zi_scoring_read(&t.scoring, scoring, &why, &fault));
        settle(&t, &worths[i]);
        for (size_t row = 0; row < t.players; row++)
            buffer_add(&got, t.standing[row].name, " ", value_decimal(t.standing[row].score, 4),
                       " ", value_decimal(t.standing[row].tie[t.tie_break[0]], 4), "; ");
        expect(&worths[i], &got, true);
        zi_standings_free(&t);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(claims_are_compared),
        cmocka_unit_test(what_is_suspicious_is_said),
        cmocka_unit_test(a_warning_tells_what_is_not_checked),
        cmocka_unit_test(tables_are_written),
        cmocka_unit_test(rounds_have_the_worth_that_is_set),
    };
    return cmocka_run_group_tests_name("standings texts", tests, NULL, NULL);
}
