/* Tournaments: the messages about a file and its records, and the files written from them. */
#include "tests/unit/unit.h"

#include <zet.h>

#include "notation/base/value.h"
#include "tournaments/trf.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A line `>NUMBER|NAME|ROUNDS` of a file becomes a player's line of a TRF. `@BLACK|WHITE|LINES`
   is a record of Akron; a `;` in it ends a line. */
static const struct row {
    const char *name;    /* a sentence */
    const char *options; /* of the task score */
    const char *file;    /* NULL: none */
    const char *records;
    const char *about;    /* only lines that contain this are compared */
    const char *expected; /* the reason why nothing was written is a line, too */
} rows[] = {
    /* Messages about a file. */
    {"players without names are one error each", "", "tournament: X\nplayers: [~, ~]\n", "",
     "error",
     "t:2: error: a player needs a name: `- Ann, A.` or `- {id: ann, name: \"Ann, A.\"}`\n"
     "t:2: error: a player needs a name: `- Ann, A.` or `- {id: ann, name: \"Ann, A.\"}`\n"},
    {"a player with the id of another remains apart from the next", "",
     "tournament: X\nplayers: [{id: a, name: Ann}, {id: a, name: Bo}, Cy]\nrounds: [[[Bo, Cy]]]\n",
     "", "error",
     "t:2: error: the id or the name of `Bo` is another player's too; two players of one name "
     "need two ids\n"},
    {"without players the rounds are not checked", "",
     "tournament: X\nplayers: []\nrounds: [[[Ann, Bo]]]\n", "", "error",
     "t:2: error: a tournament must have `players`, a list of names or of mappings with `id` and "
     "`name`\n"},
    {"an id may be the name of the player", "format=csv",
     "tournament: X\nplayers: [{id: Ann, name: Ann}, Bo]\n", "", "1,Bo", "1,Bo,0,0,0,0,0,0,0\n"},
    {"rounds that are a mapping are one error", "",
     "tournament: X\nplayers: [Ann, Bo]\nrounds: {a: b}\n", "", "error",
     "t:3: error: `rounds` must be a list of at most 1000 rounds\n"},
    {"a list of pairings has the number of its round as its name", "",
     "tournament: X\nplayers: [Ann, Bo, Cy, Di]\nrounds:\n- {round: 2}\n- [[Ann, Bo]]\n", "",
     "error", "t:5: error: the round `2` appears twice\n"},
    {"an unknown player has no place in a round", "",
     "tournament: X\nsystem: swiss\nplayers: [Ann, Bo]\nrounds: [[[Anne, Bobb], [Bo, Ann]]]\n", "",
     "error", "t:4: error: `Anne` is not an id or a name in `players`; did you mean `Ann`?\n"},
    {"an empty list of tie-breaks means the default ones", "format=csv",
     "tournament: X\nplayers: [Ann, Bo]\ntie-breaks: []\nrounds: [[{first: Ann, second: Bo, "
     "result: draw}]]\n",
     "", "1,Ann", "1,Ann,1,0,1,0,0.5,0.5,0.25\n"},
    {"an unknown word in a text of tie-breaks", "",
     "tournament: X\nplayers: [Ann, Bo]\ntie-breaks: luck, wins\n", "", "error",
     "t:3: error: the tie-break `luck` is unknown or appears twice\n"},
    {"an unknown tie-break is at its line", "",
     "tournament: X\nplayers: [Ann, Bo]\ntie-breaks:\n- wims\n- koya\n", "", "error",
     "t:4: error: `wims` is not a tie-break; did you mean `wins`?\n"},
    {"1000 rounds are the most that are planned", "format=trf",
     "tournament: X\nplayers: [Ann]\nnumber-of-rounds: 1000\n", "", "XXR", "XXR 1000\n"},
    {"a bye is full by default", "format=yaml",
     "tournament: X\nplayers: [Ann, Bo]\nrounds: [{byes: [{player: Bo}]}]\n", "", "Bo",
     "  - Bo\n      - Bo\n"},

    /* Records beside it. */
    {"an identical name takes precedence over another spelling", "format=csv rounds",
     "tournament: X\nplayers: [Ann Berg, 'Berg, Ann', Bo]\n",
     "@Ann Berg|Bo|result: draw\n@'Berg, Ann'|Bo|result: draw\n", "t.yaml",
     ",,,Ann Berg,Bo,1/2-1/2,,t.yaml,1,1\n,,,\"Berg, Ann\",Bo,1/2-1/2,,t.yaml,6,2\n"},
    {"a spelling that fits two players fits neither", "",
     "tournament: X\nplayers: [Ann Berg, 'Berg, Ann', Bo]\n", "@ANN BERG|Bo|result: draw\n",
     "error",
     "t.yaml:1: error: `ANN BERG` is not a player of the tournament file t; correct the name, or "
     "add "
     "it to `players` there; the record is omitted\n"},
    {"two players of one name have two ids", "format=csv rounds",
     "tournament: X\nplayers: [{id: a1, name: Ann}, {id: a2, name: Ann}]\nrounds: [[{first: a2, "
     "second: a1, result: first}]]\n",
     "", "Ann", ",1,,Ann (a2),Ann (a1),1-0,,t,3,\n"},
    {"a name of two players needs the id", "",
     "tournament: X\nplayers: [{id: a1, name: Ann}, {id: a2, name: Ann}, Bo]\nrounds: [[[Ann, "
     "Bo]]]\n",
     "", "error", "t:3: error: several players are called `Ann`; write the id of one\n"},
    {"the round tells who a player is", "format=csv rounds",
     "tournament: X\nplayers: [Ann, Bo, Cy]\nrounds: [[[Ann, Bo]], [[Cy, Ann]]]\n",
     "@Xenia|Ann|round: 2;result: black\n@Ann|Bo|round: 1;result: black\n", "t.yaml",
     "t.yaml:1: error: `Xenia` is not a player of the tournament file t; the opponent is paired "
     "with "
     "`Cy`; write `Cy`, or correct `players` or the pairings there\n"
     ",1,,Ann,Bo,1-0,,t.yaml,7,2\n,2,,Cy,Ann,1-0,,t.yaml,1,1\n"},
    {"a name that is like one player's", "",
     "tournament: X\nplayers: [Annika, Bo, Cy]\nrounds: [[[Annika, Bo]]]\n",
     "@Anika|Cy|round: 1;result: draw\n", "Anika",
     "t.yaml:1: error: `Anika` is not a player of the tournament file t; write `Annika`, or "
     "correct "
     "`players` or the pairings there; the record is omitted\n"},
    {"a game that both lost, and a point taken away", "format=csv",
     "tournament: X\nplayers: [{name: Ann, adjustment: -0.5}, Bo]\nscoring: {win: 3, draw: 1, "
     "loss: "
     "0.5}\nrounds: [[{first: Ann, second: Bo, result: 0-0}]]\n",
     "", ",1,", "1,Bo,1,0,0,1,0.5,,0\n2,Ann,1,0,0,1,0,,0.25\n"},
    {"a bye that is asked for counts after its round has begun", "format=csv",
     "tournament: X\nsystem: swiss\nplayers: [Ann, Bo]\nrounds: [[{first: Ann, second: Bo, result: "
     "draw}], {byes: [{player: Bo, bye: half}]}]\n",
     "", ",1,", "1,Ann,1,0,1,0,0.5,0,0.5,0.25\n1,Bo,1,0,1,0,0.5,0,0.5,0.25\n"},
    {"the standings after a round", "format=csv after=1",
     "tournament: X\nplayers: [Ann, Bo]\nrounds: [[{first: Ann, second: Bo, result: draw}], "
     "[{first: Bo, second: Ann, result: first}]]\n",
     "", ",1,", "1,Ann,1,0,1,0,0.5,0.5,0.25\n1,Bo,1,0,1,0,0.5,0.5,0.25\n"},
    {"a person of the names file takes precedence over another spelling", "format=csv rounds",
     "tournament: X\nplayers: ['Quist, Zoe', Bo]\n", "@'quist, zoe'|Bo|result: draw\n", "t.yaml",
     ",,,\"Quist, Zoe\",Bo,1/2-1/2,,t.yaml,1,1\n"},
    {"a record without players", "", "tournament: X\nplayers: [Ann, Bo]\n",
     "game: akron\nresult: draw\ntermination: agreement\nmoves: ''\n",
     "t.yaml:1: ", "t.yaml:1: warning: it does not name both players; the record is omitted\n"},
    {"a record belongs to one pairing of its players", "",
     "tournament: X\nplayers: [Ann, Bo]\nrounds:\n- - [Ann, Bo]\n  - [Ann, Bo]\n",
     "@Ann|Bo|result: draw\n", "error",
     "t:5: error: there is no record of the game of `Ann` and `Bo` in round 1; add it, or say here "
     "how it ended with `result` or `forfeit`\n"},
    {"a duplicate record is reported in its round", "",
     "tournament: X\nplayers: [Ann, Bo]\nrounds:\n- - [Ann, Bo]\n- - [Bo, Ann]\n",
     "@Ann|Bo|round: 1;result: draw\n@Bo|Ann|round: 2;result: draw\n"
     "@Bo|Ann|round: 2;result: black\n",
     "error",
     "t.yaml:13: error: the game of `Bo` and `Ann` in round 2 appears twice, first t.yaml:7; "
     "remove one of the records; this one is omitted\n"},
    {"a duplicate names the first of the pairings that fit equally well", "",
     "tournament: X\nplayers: [Ann, Bo]\nrounds:\n- - [Ann, Bo]\n  - [Ann, Bo]\n",
     "@Ann|Bo|result: draw\n@Ann|Bo|result: draw\n@Ann|Bo|result: black\n", "error",
     "t.yaml:11: error: the game of `Ann` and `Bo` in round 1 appears twice, first t.yaml:1; "
     "remove one of the records; this one is omitted\n"},
    {"the table of a record takes precedence over that of its pairing", "format=csv rounds",
     "tournament: X\nplayers: [Ann, Bo, Cy, Di]\nrounds:\n- - {table: 7, black: Ann, white: Bo}\n"
     "  - {table: 8, black: Cy, white: Di}\n",
     "@Ann|Bo|table: 3;result: draw\n@Cy|Di|result: draw\n", "t.yaml",
     ",1,3,Ann,Bo,1/2-1/2,,t.yaml,1,1\n,1,8,Cy,Di,1/2-1/2,,t.yaml,7,2\n"},
    {"the first round may not have been played yet", "",
     "tournament: X\nplayers: [Ann, Bo]\nrounds: [[[Ann, Bo]]]\n", "", "warning",
     "t:3: warning: round 1 has no records and no results yet: 1 game is to come\n"},
    {"a scoring option takes precedence over the file", "format=csv scoring=3-1-0",
     "tournament: X\nplayers: [Ann, Bo]\nscoring: 2-1-0\ntie-breaks: [wins]\n"
     "rounds: [[{first: Ann, second: Bo, result: first}]]\n",
     "", "1,Ann", "1,Ann,1,1,0,0,3,1\n"},
    {"the result of an invalid record is signed", "format=csv rounds",
     "tournament: X\nplayers: [Ann, Bo]\n",
     "@Ann|Bo|result: black;termination: forfeit;position: x\n", "t.yaml,",
     ",,,Ann,Bo,1-0 forfeit,,t.yaml,1,1\n"},
    {"a record that is not valid is before the result of its pairing", "format=yaml",
     "tournament: X\nplayers: [Ann, Bo]\nrounds: [[{first: Ann, second: Bo, forfeit: both}]]\n",
     "@Ann|Bo|result: black;position: x\n", "first",
     "      - {first: Ann, second: Bo, result: first}\n"},
    {"two absent players have both lost in a knockout", "",
     "tournament: X\nsystem: knockout\nplayers: [Ann, Bo, Cy]\nrounds:\n"
     "- - {first: Ann, second: Bo, forfeit: both}\n- - {first: Bo, second: Cy, result: first}\n",
     "", "error", "t:6: error: `Bo` lost in round 1 (t:5) and cannot play on in a knockout\n"},

    /* Tournament files that are written. */
    {"details that are not texts are omitted", "format=yaml",
     "tournament: X\nplayers: [{name: Ann, club: [x], city: '', ? [k] : v, born: '1990'}]\n", "",
     "Ann", "  - {name: Ann, city: \"\", born: \"1990\"}\n"},
    {"games without a round are in one without a name", "format=yaml", NULL,
     "@Ann|Bo|result: draw\n", "pair", "  - pairings:\n"},
    {"games of two events are not one tournament", "format=yaml", NULL,
     "@Ann|Bo|event: A;result: draw\n@Ann|Bo|event: B;result: draw\n", "",
     "a tournament file is for one event; choose it with the option event\n"},

    /* FIDE's reports that are read. */
    {"a code is three digits or capital letters", "", "012 X\n01a x\nA12x\na12 x\n>1|Ann|\n", "",
     "t:",
     "t:2: warning: 3 lines begin with no code of three characters and are not read, here the "
     "first\n"},
    {"codes from A to Z", "", "\n012 X\nAZ[ x\n>1|Ann|\n", "",
     "t:", "t:3: warning: 1 line begins with no code of three characters and is not read\n"},
    {"codes of A and Z after an empty line", "format=yaml", "\n012 X\nAZA x\n>1|Ann|\n", "", ": ",
     "t:1: warning: lines that begin with AZA are not read\ntournament: X\nsystem: swiss\n"
     "tie-breaks: [buchholz-cut-1, buchholz, sonneborn-berger]\n  - {name: Ann}\n"},
    {"a value of line 162 has five columns", "", "162  Q 1.05\n>1|Ann|\n", "", "error",
     "t:1: error: `Q 1.0` is not a result that this line can have\n"},
    {"a long tie-break is cut to 20 columns", "", "202 A23456789B123456789C23\n>1|Ann|\n", "",
     "t:1",
     "t:1: warning: the tie-break `A23456789B1234567...` is not known here; it is "
     "omitted\n"},
    {"FIDE's ruler lines are silent, a tournament of teams is refused", "",
     "012 X\n         1         2\n12345678901234567890\nDDD SSSS sTTT\n310   1 One\n>1|Ann|\n", "",
     "t:",
     "t:5: error: this is a tournament of teams (line 310), and zet ranks single players "
     "only: it makes no table\n"},
    {"points that the rounds do not give", "", "012 X\n>1|Ann|0000 - U| 2.0    1\n", "", "error",
     "t:2: error: `Ann` has 2 points here, but the rounds give 1; correct one of them; the rounds "
     "count\n"},
    {"line 299 of players and of results", "format=yaml",
     "012 X\n299          -0.5  000 0001\n299 +         2.0\n092 Swiss\n>1|Ann|   2 w +|\n>2|Bo|   "
     "1 b "
     "-|\n",
     "", "5",
     "scoring: {win: 1, draw: 0.5, loss: 0, forfeit-win: 2}\n"
     "  - {name: Ann, adjustment: \"-0.5\"}\n"},
    {"line 299 of nobody", "", "012 X\n299          -0.5  000 0003\n>1|Ann|\n", "",
     "t:", "t:1: error: line 299 gives points to the number 3, which no player has\n"},
    {"players that a line may hide or end", "format=trf",
     "tournament: \"X\\u2028Y\"\nplayers: [\"Ann\\u0085B\", \"Bo\\u009BC\", \"Cy\\u202ED\"]\n", "",
     "0",
     "012 X Y\n062 3\n072 0\n092 Free (unplayed rounds as in a Swiss)\n202 DE,SB\n>1|Ann B|| 0.0   "
     " "
     "1\n>2|Bo C|| 0.0    1\n>3|Cy D|| 0.0    1\n"},
    {"absences of the next round", "format=yaml",
     "012 X\n092 Swiss\n240 H 002 0001\nXXZ 2\n>1|Ann|   2 w 1|\n>2|Bo|   1 b 0|\n", "",
     "bye: ", "      - {player: Ann, bye: half}\n      - {player: Bo, bye: zero}\n"},
    {"20 codes are all named", "",
     "400 x\n401 x\n402 x\n403 x\n404 x\n405 x\n406 x\n407 x\n408 x\n409 x\n420 x\n321 x\n322 x\n"
     "323 x\n324 x\n325 x\n326 x\n327 x\n328 x\n329 x\n>1|Ann|\n",
     "", "t:1",
     "t:1: warning: lines that begin with 400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 420, "
     "321, 322, 323, 324, 325, 326, 327, 328, 329 are not read\n"},
    {"a line with text in wrong columns is one error", "",
     "012 X\n>1|Ann|1234xw 1  1234xw 1  1234 w 1\n", "", "in columns",
     "t:2: error: `1234xw 1` is not a round of a player; rounds are in columns 92 to 99, 102 to "
     "109 "
     "and so on\n"},
    {"a player as their own opponent, without a color", "", "012 X\n>1|Ann|   1 - 1\n", "", "error",
     "t:2: error: round 1 of `Ann` does not agree with the line of the opponent\n"},
    {"a player without a name is reported at the line", "", "012 X\n>1|Ann|\n>2||0000 - H\n", "",
     "error",
     "t:3: error: a player needs a name: `- Ann, A.` or `- {id: ann, name: \"Ann, A.\"}`\n"
     "t:3: error: a bye must be a player, or a mapping with `player` and `bye`\n"},
    {"a player without a name in a game", "", "012 X\n>1|Ann|   2 w  \n>2||   1 b  \n", "", "error",
     "t:3: error: a player needs a name: `- Ann, A.` or `- {id: ann, name: \"Ann, A.\"}`\n"
     "t:2: error: `` is not an id or a name in `players`\n"},

    /* FIDE's reports that are written. */
    {"points of four columns", "format=trf",
     "tournament: X\nplayers: [Ann, Bo]\nscoring: 10-5-0\n"
     "rounds: [[{first: Ann, second: Bo, result: first}]]\n",
     "", "001", ">1|Ann|   2 w 1|10.0    1\n>2|Bo|   1 b 0| 0.0    2\n"},
    {"points of 99.9 are the most", "format=trf",
     "tournament: X\nplayers: [Ann, Bo]\nscoring: 99.9-5-0\n"
     "rounds: [[{first: Ann, second: Bo, result: first}]]\n",
     "", "Ann", ">1|Ann|   2 w 1|99.9    1\n"},
    {"points of 100 from two games", "format=trf",
     "tournament: X\nplayers: [Ann, Bo]\nscoring: 50-25-0\n"
     "rounds: [[{first: Ann, second: Bo, result: first}], [{first: Ann, second: Bo, result: "
     "first}]]\n",
     "", "", "TRF cannot hold points of 100 and more\n"},
    {"a half-point bye is not given by the pairing", "format=trf",
     "tournament: X\nplayers: [Ann, Bo, Cy]\n"
     "rounds: [{byes: [{player: Ann, bye: half}, Cy, Bo]}]\n",
     "", "001", ">1|Ann|0000 - H| 0.5    3\n>2|Bo|0000 - U| 1.0    1\n>3|Cy|0000 - F| 1.0    1\n"},
    {"byes that are not worth a win are not distinguished", "format=trf",
     "tournament: X\nplayers: [Ann, Bo]\nscoring: 'win=1,draw=0.5,bye=2'\n"
     "rounds: [{byes: [Ann, Bo]}]\n",
     "", "001", ">1|Ann|0000 - U| 2.0    1\n>2|Bo|0000 - U| 2.0    1\n"},
    {"a half-point bye in a round robin", "format=trf",
     "tournament: X\nsystem: round-robin\nplayers: [Ann, Bo]\n"
     "rounds: [{byes: [{player: Ann, bye: half}, Bo]}]\n",
     "", "001", ">1|Ann|0000 - H| 0.5    1\n>2|Bo|0000 - Z| 0.0    2\n"},
    {"a day of birth of ten columns, and one of eleven", "format=trf",
     "tournament: X\nplayers: [{name: Ann, born: about 1990}, {name: Bo, born: around 1990}]\n", "",
     "1990",
     "001    1      Ann                                                    about 1990  0.0    1\n"},
    {"a name of 61 columns is cut in a message", "format=trf",
     "tournament: X\nplayers: [123456789012345678901234567890123456789012345678901234567890x, Bo]\n"
     "rounds: [[{first: Bo, second: "
     "123456789012345678901234567890123456789012345678901234567890x, result: first},\n"
     " {second: Bo, first: 123456789012345678901234567890123456789012345678901234567890x, result: "
     "first}]]\n",
     "", "TRF",
     "TRF cannot hold two games of a player in a round, as "
     "`123456789012345678901234567890123456789012345678901234567...` has them\n"},
    {"the dates of the rounds that are written", "format=trf",
     "tournament: X\nplayers: [Ann, Bo]\nrounds:\n- {date: 2026-03-21, pairings: [[Ann, Bo]]}\n"
     "- {date: 2026-03-22, pairings: [{first: Ann, second: Bo, result: draw}]}\n",
     "", "132",
     "132                                                                                        "
     "26/03/21  26/03/22\n"},
    {"the dates of rounds in the order of the file", "format=trf",
     "tournament: X\nplayers: [Ann, Bo]\nrounds:\n"
     "- {round: 2, date: 2026-03-21, byes: [Ann]}\n- {round: 1, date: 2026-03-22, byes: [Bo]}\n",
     "", "132",
     "132                                                                                        "
     "26/03/21  26/03/22\n"},
    {"a round to come has its date", "format=trf",
     "tournament: X\nplayers: [Ann, Bo]\nrounds:\n"
     "- {date: 2026-03-21, pairings: [{first: Ann, second: Bo, result: draw}]}\n"
     "- {date: 2026-03-22, pairings: [[Bo, Ann]]}\n",
     "", "132",
     "132                                                                                        "
     "26/03/21  26/03/22\n"},
    {"rounds that only the records have", "format=trf", "tournament: X\nplayers: [Ann, Bo]\n",
     "@Ann|Bo|round: 1;result: draw\n", "001",
     ">1|Ann|   2 w =| 0.5    1\n>2|Bo|   1 b =| 0.5    1\n"},
};

/* Rows in the form of files. */

static void add_player(struct buffer *out, const char *line) {
    char number[8] = "", name[40] = "", rounds[100] = "", result[20] = "";
    char whole[300];
    const char *parts[4] = {line + 1};
    for (unsigned i = 1; i < 4 && (parts[i] = strchr(parts[i - 1], '|')); i++)
        parts[i]++;
    snprintf(number, sizeof number, "%.*s", (int)strcspn(parts[0], "|\n"), parts[0]);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(parts[1], "|\n"), parts[1]);
    snprintf(rounds, sizeof rounds, "%.*s", (int)strcspn(parts[2], "|\n"), parts[2]);
    if (parts[3])
        snprintf(result, sizeof result, "%.*s", (int)strcspn(parts[3], "\n"), parts[3]);
    snprintf(whole, sizeof whole, "001 %4s      %-33s%33s%9s  %s", number, name, "", result,
             rounds);
    size_t length = strlen(whole);
    while (length && whole[length - 1] == ' ' && parts[3])
        length--;
    buffer_text(out, (struct text){whole, length});
}

static void add_record(struct buffer *out, const char *line) {
    const char *white = strchr(line, '|') + 1, *more = strchr(white, '|') + 1;
    buffer_string(out, "---\ngame: akron\nplayers: {black: ");
    buffer_text(out, (struct text){line + 1, (size_t)(white - line) - 2});
    buffer_string(out, ", white: ");
    buffer_text(out, (struct text){white, (size_t)(more - white) - 1});
    buffer_string(out, "}\n");
    for (; *more != '\n'; more++)
        buffer_char(out, *more == ';' ? '\n' : *more);
    buffer_string(out, "\nmoves: ''");
}

static void expand(struct buffer *out, const char *text) {
    for (const char *end; (end = strchr(text, '\n')); text = end + 1) {
        if (*text == '>')
            add_player(out, text);
        else if (*text == '@')
            add_record(out, text);
        else
            buffer_text(out, (struct text){text, (size_t)(end - text)});
        buffer_char(out, '\n');
    }
}

static zet_text as_text(const struct buffer *b) { return (zet_text){b->at, b->len}; }

static void set_options(zet_task *task, const char *options) {
    char words[100], *value;
    snprintf(words, sizeof words, "table %s", options);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        if ((value = strchr(word, '=')))
            *value++ = '\0';
        assert_int_equal(zet_task_set(task, word, value, NULL), ZET_OK);
    }
}

/* The messages and the output of the task, and at last the reason if it fails. */
static void run_row(const struct row *row, struct buffer *got) {
    struct buffer file = {0}, records = {0};
    zet_error error = {0};
    zet_output *out = zet_output_new(NULL, NULL);
    const zet_text people = zet_text_of("- name: Quist, Zoe\n");
    const zet_task_io io = {.out = out, .messages = out};
    zet_task *task = zet_task_new("score", &io, NULL);
    set_options(task, row->options);
    expand(&records, row->records);
    if (row->file) {
        expand(&file, row->file);
        assert_int_equal(zet_task_attach(task, "names", "n", people, NULL), ZET_OK);
        assert_int_equal(zet_task_attach(task, "tournament", "t", as_text(&file), NULL), ZET_OK);
    }
    assert_int_equal(zet_task_check(task, NULL), ZET_OK);
    if (records.len)
        assert_int_equal(zet_task_run_text(task, "t.yaml", as_text(&records), NULL), ZET_OK);
    zet_status status = zet_task_finish(task, &error);
    zet_text text = zet_output_text(out);
    buffer_text(got, (struct text){text.at, text.length});
    bool told = status == ZET_OK || strstr(error.message, "the tournament file has ");
    buffer_add(got, told ? "" : error.message, told ? "" : "\n");
    zet_task_free(task);
    zet_output_free(out);
    zi_buffer_free(&file);
    zi_buffer_free(&records);
}

static void a_row(void **state) {
    const struct row *row = *state;
    struct buffer got = {0}, lines = {0}, expected = {0};
    run_row(row, &got);
    for (struct text rest = buffered(&got); rest.len;) {
        char line[400];
        struct text next = text_next_part(&rest, '\n');
        snprintf(line, sizeof line, "%.*s", (int)next.len, next.at);
        line[strcspn(line, "\r")] = '\0';
        if (strstr(line, row->about) && (*line || *row->about))
            buffer_add(&lines, line, "\n");
    }
    buffer_char(&lines, '\0');
    expand(&expected, row->expected);
    buffer_char(&expected, '\0');
    assert_string_equal(lines.at, expected.at);
    zi_buffer_free(&got);
    zi_buffer_free(&lines);
    zi_buffer_free(&expected);
}

/* Limits. */

/* Reads `before` and `count` copies of `each`, in which `%` becomes a number from 1. */
static void read_many(struct tournament *t, struct buffer *text, const char *before, size_t count,
                      const char *each) {
    *t = (struct tournament){0};
    text->len = 0;
    buffer_string(text, before);
    for (size_t i = 1; i <= count; i++) {
        const char *number = strchr(each, '%');
        buffer_text(text, (struct text){each, number ? (size_t)(number - each) : strlen(each)});
        if (number)
            buffer_add(text, i, number + 1);
    }
    assert_true(zi_tournament_read(t, buffered(text), TEXT("t")));
}

static size_t times(const struct buffer *in, const char *word) {
    size_t count = 0, length = strlen(word);
    for (size_t i = 0; i + length <= in->len; i++)
        count += !memcmp(in->at + i, word, length);
    return count;
}

static void the_most_that_is_read(void **state) {
    static const struct {
        const char *before, *each;
        size_t count, errors;
        const char *word;
        size_t times;
    } limits[] = {
        {"tournament: X\nplayers: [A]\n", "quince%: 1\n", 200, 200, "more errors", 0},
        {"tournament: X\nplayers: [A]\n", "quince%: 1\n", 201, 201, "more errors", 1},
        {"tournament: X\nplayers: [A]\n", "quince%: 1\n", 500, 201, "is not a key here", 200},
        {"tournament: X\nplayers: [Ann, Bo]\nrounds:\n- byes:\n", "  - Anne\n", 30, 30,
         "did you mean", 20},
        {"tournament: X\nplayers:\n", "- P%\n", 20000, 0, "error", 0},
        {"tournament: X\nplayers:\n", "- Ann\n", 20001, 1, "20,000", 1},
        {"tournament: X\nplayers: [A]\nrounds:\n", "- ~\n", 1000, 1000, "a round must be", 200},
        {"tournament: X\nplayers: [A]\nrounds:\n", "- ~\n", 1001, 1, "1000 rounds", 1},
    };
    struct buffer text = {0};
    (void)state;
    for (size_t i = 0; i < COUNT(limits); i++) {
        struct tournament t;
        read_many(&t, &text, limits[i].before, limits[i].count, limits[i].each);
        assert_int_equal(t.error_count, limits[i].errors);
        assert_int_equal(times(&t.errors, limits[i].word), limits[i].times);
        zi_tournament_free(&t);
    }
    zi_buffer_free(&text);
}

/* Reads a report that is filled with a comment to this number of bytes. */
static void expect_report(const char *before, size_t bytes, const char *after, const char *error) {
    struct buffer text = {0};
    struct tournament t = {0};
    buffer_string(&text, before);
    buffer_string(&text, "012 X\n001    1      Ann\n#");
    buffer_chars(&text, '#', bytes - text.len);
    buffer_string(&text, after);
    assert_true(zi_tournament_read(&t, buffered(&text), TEXT("t")));
    buffer_char(&t.errors, '\0');
    assert_string_equal(t.errors.at, error);
    zi_tournament_free(&t);
    zi_buffer_free(&text);
}

static void long_reports(void **state) {
    enum { MOST = 1 << 20 };
    (void)state;
    expect_report("\xEF\xBB\xBF", MOST + 3, "", "");
    expect_report("\xEF\xBB\xBF", MOST + 4, "",
                  "t:1: error: a tournament file must have at most "
                  "1 MiB\n");
    /* the encoding is judged by the first 64 KiB */
    expect_report("", 1 << 17, "\xFF\n", "t:1: error: this is not UTF-8: save the file as UTF-8\n");
    expect_report("", 1 << 10, "\xFF\n", "");
}

static void players_that_a_report_holds(void **state) {
    struct buffer text = {0};
    (void)state;
    for (size_t count = TRF_PLAYERS_MAX; count <= TRF_PLAYERS_MAX + 1; count++) {
        struct tournament file;
        struct standings table = {0};
        struct buffer out = {0};
        zet_error error = {0};
        const struct standings_view view = {.file = &file, .messages = &out, .error = &error};
        read_many(&file, &text, "tournament: X\nplayers:\n", count, "- P%\n");
        zi_tournament_begin(&file, &table, NULL);
        assert_int_equal(zi_tournament_match(&file, &table, &out), 0);
        zi_standings_settle(&table);
        zi_standings_trf(&table, &view, &out);
        assert_int_equal(error.status, count > TRF_PLAYERS_MAX ? ZET_REFUSED : ZET_OK);
        assert_int_equal(times(&out, "\n001 "), count > TRF_PLAYERS_MAX ? 0 : count);
        zi_standings_free(&table);
        zi_tournament_free(&file);
        zi_buffer_free(&out);
    }
    zi_buffer_free(&text);
}

/* 46 players have 1035 pairs that must meet; 34 or 35 of them have. */
static void a_thousand_missing_games(void **state) {
    (void)state;
    for (unsigned met = 34; met <= 35; met++) {
        struct buffer text = {0}, got = {0}, records = {0};
        buffer_string(&text, "tournament: X\nsystem: round-robin\nplayers:\n");
        for (unsigned i = 1; i <= 46; i++)
            buffer_add(&text, "- P", i, "\n");
        for (unsigned i = 2; i < met + 2; i++)
            buffer_add(&records, "@P1|P", i, "|result: draw\n");
        buffer_char(&text, '\0');
        buffer_char(&records, '\0');
        run_row(&(struct row){.options = "", .file = text.at, .records = records.at}, &got);
        assert_int_equal(times(&got, "there is no record of the game"), 1000);
        assert_int_equal(times(&got, "more games are missing"), met == 34);
        zi_buffer_free(&text);
        zi_buffer_free(&records);
        zi_buffer_free(&got);
    }
}

/* A game that remains is compared with 64 pairings of its players, which takes no long time. */
static void a_game_too_many_of_many(void **state) {
    enum { COMPARED = 64 };
    (void)state;
    for (unsigned rounds = COMPARED; rounds <= COMPARED + 1; rounds++) {
        struct buffer text = {0}, got = {0}, records = {0};
        buffer_string(&text, "tournament: X\nplayers: [Ann, Bo]\nrounds:\n");
        for (unsigned i = 1; i <= rounds + 1; i++) {
            buffer_string(&text, i <= rounds ? "- - [Ann, Bo]\n" : "");
            buffer_add(&records, "@Ann|Bo|round: ", i <= rounds ? i : rounds, ";result: draw\n");
        }
        buffer_char(&text, '\0');
        buffer_char(&records, '\0');
        run_row(&(struct row){.options = "", .file = text.at, .records = records.at}, &got);
        assert_int_equal(times(&got, " in round 64 appears twice"), rounds == COMPARED);
        assert_int_equal(times(&got, " appears twice"), 1);
        zi_buffer_free(&text);
        zi_buffer_free(&records);
        zi_buffer_free(&got);
    }
}

int main(void) {
    static const struct CMUnitTest single[] = {
        cmocka_unit_test(the_most_that_is_read),       cmocka_unit_test(long_reports),
        cmocka_unit_test(players_that_a_report_holds), cmocka_unit_test(a_thousand_missing_games),
        cmocka_unit_test(a_game_too_many_of_many),
    };
    static struct CMUnitTest tests[COUNT(rows) + COUNT(single)];
    size_t count = 0;
    for (size_t i = 0; i < COUNT(rows); i++)
        tests[count++] = (struct CMUnitTest){
            .name = rows[i].name, .test_func = a_row, .initial_state = (void *)(uintptr_t)&rows[i]};
    for (size_t i = 0; i < COUNT(single); i++)
        tests[count++] = single[i];
    return _cmocka_run_group_tests("tournament", tests, count, NULL, NULL);
}
