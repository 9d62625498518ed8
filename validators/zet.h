/* zet.h: reads, checks, converts, draws and counts game records of Hogga, Halma, Akron and HusBao.
 *
 * This is the whole interface of libzet. It compiles as C11 and as C++17.
 *
 * Objects. Types are opaque; an object is made by a function that ends in `_new` and freed by one
 *   that ends in `_free`, which takes NULL too. A `_new` function returns NULL if it fails; the
 *   reason is in the zet_error it was given.
 * Memory. Texts and structures that a function returns belong to the library. Each declaration says
 *   how long they live; if it says nothing, they are static. Arguments need to live only for the
 *   call, unless the declaration says otherwise.
 * Lists. A function that ends in `_at` takes an index from 0, and returns false past the end; one
 *   that ends in `_next` goes through a stream. Either may be called again after the end.
 * Options are set by name, with their values as text; zet_catalogue_name lists the names. A
 *   structure of options begins with its size: 0, or sizeof of it, so that a later version of 1 can
 *   add members. What a caller does not set is 0.
 * Errors. Nothing prints, exits or aborts. A function that can fail returns a zet_status and takes
 *   a zet_error, which may be NULL. Faults of a record are not failures of a function: they are
 *   findings, and a record with any finding of severity error is not valid.
 * Text is UTF-8 and is not terminated unless it is a `const char *`. Offsets and lengths are bytes,
 *   lines and columns count from 1, columns count characters.
 * Threads. There is no global state. Different objects may be used in different threads at the same
 *   time, one object in one thread at a time. Objects that a declaration calls shared may be used
 *   by many threads at once.
 * Locale and environment have no effect.
 *
 * Names in brackets such as [H7] are rulings of docs/spec/RULES.md. */
#ifndef ZET_H
#define ZET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) || defined(__clang__)
#define ZET_API __attribute__((visibility("default")))
#else
#define ZET_API
#endif

/* The version of this header. */
#define ZET_VERSION_MAJOR 1
#define ZET_VERSION_MINOR 0
#define ZET_VERSION_PATCH 0
#define ZET_VERSION_STRING_(a, b, c) #a "." #b "." #c
#define ZET_VERSION_STRING(a, b, c) ZET_VERSION_STRING_(a, b, c)
#define ZET_VERSION ZET_VERSION_STRING(ZET_VERSION_MAJOR, ZET_VERSION_MINOR, ZET_VERSION_PATCH)

/* The version of the library that runs: "1.0.0". */
ZET_API const char *zet_version(void);

/* Text, errors, input and output. */

typedef struct zet_text {
    const char *at; /* may be NULL if length is 0 */
    size_t length;  /* bytes */
} zet_text;

/* The text of a terminated string, which must outlive it; of NULL the empty text. */
ZET_API zet_text zet_text_of(const char *terminated);

typedef enum zet_status {
    ZET_OK,
    ZET_END,     /* there is no more; not an error */
    ZET_REFUSED, /* what the caller asked for is not possible; the message says why */
    ZET_OUT_OF_MEMORY,
    ZET_READ_FAILED,  /* the caller's read function failed */
    ZET_WRITE_FAILED, /* the caller's write function failed */
    ZET_STOPPED       /* the caller's progress or stop function asked to stop */
} zet_status;

/* Why a function failed; a function that does not fail leaves it as it is. The message is
   terminated, one line, without a line end. */
typedef struct zet_error {
    zet_status status;
    char message[500];
} zet_error;

/* Reads at most `size` > 0 bytes to `to`. Returns how many, 0 at the end, -1 on failure. */
typedef long zet_read_function(void *context, char *to, size_t size);

/* Writes all `size` bytes. False on failure. */
typedef bool zet_write_function(void *context, const char *bytes, size_t size);

/* Called repeatedly, by each thread of a long computation. True asks it to stop. */
typedef bool zet_stop_function(void *context);

/* The destination of functions that write. Without a write function it keeps everything in memory.
   With one, it passes its content on when that exceeds 64 KiB, and in zet_output_flush. After a
   failed write, or if memory runs out, nothing more is added. */
typedef struct zet_output zet_output;

ZET_API zet_output *zet_output_new(zet_write_function *write, void *context);
ZET_API void zet_output_free(zet_output *output); /* does not flush */

/* The content in memory; valid until the output is used again. */
ZET_API zet_text zet_output_text(const zet_output *output);

/* Discards the content in memory, and clears a failure. */
ZET_API void zet_output_clear(zet_output *output);

/* ZET_OK, or the first failure since the last zet_output_clear. */
ZET_API zet_status zet_output_flush(zet_output *output);

/* Appends text. */
ZET_API void zet_output_write(zet_output *output, zet_text text);

/* Appends text as a JSON string with its quotes. */
ZET_API void zet_output_write_json(zet_output *output, zet_text text);

/* Appends untrusted text. Characters that could control a terminal or change the direction of the
   text around it are replaced. */
ZET_API void zet_output_write_safe(zet_output *output, zet_text text);

/* Copies as much of the text as fits into `size` > 0 bytes to `to`, made safe in the same way, and
   terminates it. */
ZET_API void zet_text_copy_safe(zet_text text, char *to, size_t size);

/* Catalogues: lists of names. */

typedef enum zet_catalogue {
    ZET_CATALOGUE_GAMES,
    ZET_CATALOGUE_VARIANTS,     /* of a game */
    ZET_CATALOGUE_RULE_OPTIONS, /* of a game: the keys of a record's `rules` */
    ZET_CATALOGUE_RECORD_KEYS,  /* of a record */
    ZET_CATALOGUE_FINDING_CODES,
    ZET_CATALOGUE_REASONS, /* of the finding code `illegal-move` */
    ZET_CATALOGUE_FORMATS, /* of records */
    ZET_CATALOGUE_DIAGRAM_FORMATS,
    ZET_CATALOGUE_DIAGRAM_OPTIONS,
    ZET_CATALOGUE_THEMES, /* of diagrams */
    ZET_CATALOGUE_TASKS,
    ZET_CATALOGUE_TASK_OPTIONS, /* of a task */
    ZET_CATALOGUE_TERMINATIONS, /* values of the record's key `termination` */
    ZET_CATALOGUE_LIBRARIES, /* that zet was built with, and the compiler; about is the version */
    ZET_CATALOGUE_SETTINGS   /* keys of settings */
} zet_catalogue;

/* The entry at `index`, from 0, in the catalogue's order. `of` is the name of the game or the task
   for the catalogues that depend on one, else NULL. NULL past the end. */
ZET_API const char *zet_catalogue_name(zet_catalogue catalogue, const char *of, size_t index);

/* A sentence or a phrase about the entry, in one line. It may be empty. */
ZET_API const char *zet_catalogue_about(zet_catalogue catalogue, const char *of, size_t index);

/* The name of the entry's value, such as `FILE`; NULL for an option that is on or off, and for an
   entry without a value. For a diagram format it is the unit of its width. */
ZET_API const char *zet_catalogue_argument(zet_catalogue catalogue, const char *of, size_t index);

/* What a finding means. */
typedef struct zet_explanation {
    const char *severity_name;    /* without strictness */
    const char *sentence;         /* the message */
    const char *meaning, *remedy; /* sentences: the meaning, and what to do about it */
    const char *example;          /* a text that has findings of this kind and no others */
    const char *from, *to; /* formats whose conversion finds them; NULL: judging finds them */
} zet_explanation;

/* Explains a code of ZET_CATALOGUE_FINDING_CODES, or a reason of ZET_CATALOGUE_REASONS for the code
   `illegal-move`; `reason` may be NULL. Every code and reason has an explanation. False if the code
   or the reason does not exist. */
ZET_API bool zet_explain(const char *code, const char *reason, zet_explanation *out);

/* The name of a side in results and players: "black" and "white", "a" and "b". Side 0 is the first
   one in a record, not the side that moves first. NULL if the game does not exist. */
ZET_API const char *zet_side_name(const char *game, unsigned side);

/* Playing: positions and moves. */

/* A game with its variant and its options. Shared: positions of one zet_rules may be used in
   different threads. */
typedef struct zet_rules zet_rules;

/* `variant` may be NULL if the game has none or has a default. `options` are "KEY=VALUE", and
   end with NULL; NULL: none. */
ZET_API zet_rules *zet_rules_new(const char *game, const char *variant, const char *const *options,
                                 zet_error *error);
ZET_API void zet_rules_free(zet_rules *rules);
ZET_API const char *zet_rules_game(const zet_rules *rules);    /* its name */
ZET_API const char *zet_rules_variant(const zet_rules *rules); /* NULL: the game has none */

/* Game, variant and, in byte order, the options that differ from the variant's defaults, separated
   by blanks: `hogga`, `halma 8x8 evacuation=0`. Equivalent rules have the same text. It lives as
   long as the rules. */
ZET_API const char *zet_rules_text(const zet_rules *rules);

/* The shape of a board. A cell is a number, level * 256 + rank * 16 + file, each from 0: `a1` is 0,
   akron's `2d4` is 0x133. Each level has one file and one rank less than the level below. */
typedef uint16_t zet_cell;
#define ZET_CELLS_MAX 4096 /* cells are below it */
#define ZET_NO_CELL 0xFFFF

typedef struct zet_board {
    unsigned files, ranks, levels;
    bool counts; /* cells are pits that hold any number of stones; else they hold a piece */
} zet_board;

ZET_API zet_board zet_rules_board(const zet_rules *rules);

/* What a cell is for a side of Hogga and Halma: bits of zet_zone. 0 in the other games. */
typedef enum zet_zone {
    ZET_ZONE_CAMP = 1, /* halma: its pieces start here (the yard) */
    ZET_ZONE_GOAL = 2  /* its pieces are home here */
} zet_zone;
ZET_API unsigned zet_rules_zones(const zet_rules *rules, zet_cell cell, unsigned side);

/* The cell of that name; ZET_NO_CELL if the board has none. */
ZET_API zet_cell zet_rules_cell(const zet_rules *rules, zet_text name);

/* Writes a cell's name to `name`, terminated, and returns it; "" if it is not a cell. */
#define ZET_CELL_NAME_SIZE 8
ZET_API const char *zet_cell_name(zet_cell cell, char name[ZET_CELL_NAME_SIZE]);

/* A position of a game, with the moves that led to it, so that they can be undone. */
typedef struct zet_position zet_position;

typedef enum zet_result {
    ZET_RESULT_OPEN,
    ZET_RESULT_WIN_0,
    ZET_RESULT_WIN_1,
    ZET_RESULT_DRAW
} zet_result;

typedef struct zet_outcome {
    zet_result result;
    const char *reason; /* "goal", "no-moves", ...; NULL while the game is open */
} zet_outcome;

/* The position that `text` describes; the start position if text.at is NULL [C4]. The rules must
   outlive it. */
ZET_API zet_position *zet_position_new(const zet_rules *rules, zet_text text, zet_error *error);
ZET_API void zet_position_free(zet_position *position);

/* An independent copy with its moves. NULL if memory runs out. */
ZET_API zet_position *zet_position_copy_new(const zet_position *position, zet_error *error);

/* Plays one move as a person may write it; stones given [B10] are part of the move that follows.
   ZET_REFUSED if the move cannot be read, is illegal or the game has ended: the position stays as
   it was, and *reason becomes the reason code of an illegal move, else NULL. `reason` may be
   NULL. */
ZET_API zet_status zet_position_play(zet_position *position, zet_text move, const char **reason,
                                     zet_error *error);

/* A move. The declaration of the function that returns it says how long its pointers live. */
typedef enum zet_move_kind {
    ZET_MOVE_WALK,     /* hogga, halma: a step, or a chain of hops */
    ZET_MOVE_PLACE,    /* akron: a new stone */
    ZET_MOVE_RELOCATE, /* akron */
    ZET_MOVE_SOW,      /* husbao */
    ZET_MOVE_SWAP,     /* akron: the players' colors are exchanged */
    ZET_MOVE_PASS,
    ZET_MOVE_SKIP, /* husbao: the turn is lost as a penalty */
    ZET_MOVE_GIVE  /* husbao: stones given before the turn's move; not a turn of its own */
} zet_move_kind;

typedef struct zet_move {
    zet_move_kind kind;
    unsigned side;        /* that makes it */
    zet_text text;        /* in canonical form, with the stones given before it; terminated */
    zet_cell from, to;    /* ZET_NO_CELL if none exists: a placement has no `from` */
    const zet_cell *path; /* the cells that the piece is on, in order; a sowing's pit */
    size_t path_count;
    const zet_cell *falls; /* akron: the cells that falling stones leave, lowest first: the first */
    size_t fall_count;     /* falls into the cell that the moved stone left, and so on */
    uint32_t captured;     /* stones, in the whole move */
    char direction;        /* of a sowing: '+' or '-'; else 0 */
    uint32_t cut;          /* of a sowing: the stages before a penalty ended it; 0: no penalty */
} zet_move;

/* Plays a move given by its kind, path, direction and cut; the other members are ignored. A walk or
   a relocation with an empty path goes from `from` to `to`, a walk by any route. The move may
   belong to the position. Stones can be given only as text. Otherwise like zet_position_play. */
ZET_API zet_status zet_position_play_move(zet_position *position, const zet_move *move,
                                          const char **reason, zet_error *error);

/* The move at `index` of those played, from 0. False past the end. Valid until the next call that
   plays or undoes a move. */
ZET_API bool zet_position_move_at(const zet_position *position, size_t index, zet_move *out);

/* Undoes the last move, and with a winning move also the playout. False if there is no move. */
ZET_API bool zet_position_undo(zet_position *position);

/* Begins the playout of a game that has been won [H13]: from here on only the loser moves, and the
   outcome is open until all their pieces are home; then it is that of the game again. Perft and
   divide do not count from such a position. ZET_REFUSED if the game has no playout, or has not been
   won by its rules. */
ZET_API zet_status zet_position_begin_playout(zet_position *position, zet_error *error);

ZET_API size_t zet_position_ply(const zet_position *position);       /* moves played */
ZET_API unsigned zet_position_turn(const zet_position *position);    /* the side to move: 0 or 1 */
ZET_API const char *zet_position_side(const zet_position *position); /* its name: "black" */
ZET_API zet_outcome zet_position_outcome(const zet_position *position);

ZET_API const zet_rules *zet_position_rules(const zet_position *position);

/* The content of a cell. */
typedef enum zet_piece {
    ZET_PIECE_NOTHING,
    ZET_PIECE_MAN,
    ZET_PIECE_HOGGA,
    ZET_PIECE_STONES
} zet_piece;

typedef struct zet_content {
    zet_cell cell;
    zet_piece piece;
    unsigned side;  /* the owner of the piece or pit; 0 for an empty cell */
    uint32_t count; /* stones in a pit; else 1, or 0 for an empty cell */

    /* Akron: the number of levels of the pile on the stone, including the stone; else `count`, at
       most 1. */
    unsigned height;
} zet_content;

/* ZET_PIECE_NOTHING for a cell that the board does not have. */
ZET_API zet_content zet_position_at(const zet_position *position, zet_cell cell);

/* The cells that are not empty, ascending; writes the first `most` of them. Returns their
   number. */
ZET_API size_t zet_position_contents(const zet_position *position, zet_content *out, size_t most);

/* Whether rules, arrangement and player to move are the same, that is, whether zet_rules_text and
   zet_position_text are. The history of a position is not compared: how often it occurred [H12],
   how many moves were made [M7], and whether a playout has begun [H13]. */
ZET_API bool zet_position_equals(const zet_position *position, const zet_position *other);

/* The key of a position. Equal positions have the same key, others only by chance. It is the same
   in every version of this library and on every machine, so that it may be stored:

       mix(x):   x += 0x9e3779b97f4a7c15; x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
                 x = (x ^ x >> 27) * 0x94d049bb133111eb; x ^ x >> 31      (modulo 2^64)
       key:      the exclusive-or of the key of the rules; of mix(content << 32 | cell) for every
                 cell that is not empty; and of 0x5851f42d4c957f2d if side 1 is to move
       content:  side 0's man 1, side 1's man 2, side 0's Hogga 3, side 1's Hogga 4; of a pit its
                 number of stones
       of rules: k = 0; for each byte of zet_rules_text: k = mix(k ^ byte)                        */
ZET_API uint64_t zet_position_key(const zet_position *position);

/* The position as text, and the last move in canonical form (empty if there is none); each valid
   until the next call with this position. */
ZET_API zet_text zet_position_text(const zet_position *position);
ZET_API zet_text zet_position_last_move(const zet_position *position);

/* The board for people: lines of ASCII, indented by that many columns. */
ZET_API void zet_position_board(const zet_position *position, unsigned indent, zet_output *out);

/* The legal moves; none if the game has ended. `texts`: with their canonical texts, in the byte
   order of these; else without texts and in no particular order, which is faster. */
typedef struct zet_moves zet_moves;

ZET_API zet_moves *zet_moves_new(const zet_position *position, bool texts, zet_error *error);
ZET_API void zet_moves_free(zet_moves *moves);
ZET_API size_t zet_moves_count(const zet_moves *moves);
ZET_API const char *zet_moves_text(const zet_moves *moves, size_t index); /* NULL past the end */

/* The move at `index`. False past the end. Valid as long as the list. */
ZET_API bool zet_moves_at(const zet_moves *moves, size_t index, zet_move *out);

/* The legal moves that an illegal one may have been meant for, the most similar first; at most
   `most` of them. */
ZET_API zet_moves *zet_moves_similar_new(const zet_position *position, zet_text move, size_t most,
                                         zet_error *error);

/* The number of move sequences of `depth` plies, counted by at most `threads` threads. A game that
   ends earlier adds nothing. `stop` may be NULL; if it asks to stop, the function returns
   ZET_STOPPED. ZET_REFUSED if the depth exceeds ZET_PERFT_DEPTH_MAX. */
#define ZET_PERFT_DEPTH_MAX 1000
ZET_API zet_status zet_position_perft(const zet_position *position, unsigned depth,
                                      unsigned threads, zet_stop_function *stop, void *context,
                                      uint64_t *count, zet_error *error);

/* Hogga's playout [H13]: the fewest moves that bring the loser's pieces home if only the loser
   moves. */

typedef struct zet_solve_limits {
    size_t size;
    uint64_t nodes; /* the most positions to visit; 0: no limit */
    uint64_t seed;  /* of the choice between equal lines */
    size_t memory;  /* bytes; 0: 64 MiB */

    /* Called every few hundred nodes; if it asks to stop, the best line so far is the result. May
       be NULL. Give `nodes` or `stop`: a search for a line that does not exist may not end by
       itself. */
    zet_stop_function *stop;
    void *context;
} zet_solve_limits;

typedef struct zet_solution {
    uint32_t low;  /* proved: no line is shorter */
    uint32_t high; /* the length of the line found; UINT32_MAX: none */
    bool exact;    /* low == high */
    bool never;    /* proved: there is no line at all */
    uint64_t nodes;
} zet_solution;

/* Searches for the shortest line home of the side `loser` from a position. The line found is
   appended to `line`, one move per line in canonical form; `line` may be NULL. A longer search
   never gives worse bounds. ZET_REFUSED if the game has no playout. */
ZET_API zet_status zet_playout_solve(const zet_position *position, unsigned loser,
                                     const zet_solve_limits *limits, zet_solution *solution,
                                     zet_output *line, zet_error *error);

/* Records. */

typedef enum zet_severity {
    ZET_SEVERITY_NOTE,
    ZET_SEVERITY_WARNING,
    ZET_SEVERITY_ERROR
} zet_severity;

/* A finding: a fault of a record and its place. Valid until the next record is read. */
typedef struct zet_finding {
    zet_severity severity;
    const char *severity_name; /* "note", "warning", "error" */
    const char *code;          /* of ZET_CATALOGUE_FINDING_CODES */
    const char *reason; /* of ZET_CATALOGUE_REASONS; NULL unless the code is `illegal-move` */
    const char *part;   /* "moves", "variation", "playout", "header", "stream" */
    size_t line, column;
    uint64_t offset;  /* in the stream */
    uint32_t ply;     /* from 1; 0 if it does not apply */
    zet_text move;    /* as written; empty where it does not apply */
    zet_text message; /* a sentence; empty if memory runs out */

    /* The place of the first byte after it, which may be on another line. */
    uint64_t end_offset;
    size_t end_line, end_column;
} zet_finding;

/* Reads records one after the other, from one stream after the other, in one thread. */
typedef struct zet_reader zet_reader;

/* A record, read and judged. It belongs to its reader and is valid until the next call with the
   reader. */
typedef struct zet_record zet_record;

ZET_API zet_reader *zet_reader_new(zet_error *error);
ZET_API void zet_reader_free(zet_reader *reader);

/* Sets an option for the following records: `strict`, to report departures from the canonical
   notation as errors; `moves`, to keep the moves for walks and diagrams ("false" also discards
   those kept). The value is "true", NULL for it, or "false". */
ZET_API zet_status zet_reader_set(zet_reader *reader, const char *option, const char *value,
                                  zet_error *error);

/* Begins a stream of YAML documents. `name` is used in reports and is copied. */
ZET_API zet_status zet_reader_open(zet_reader *reader, const char *name, zet_read_function *read,
                                   void *context, zet_error *error);

/* The same of text in memory, which must outlive the stream. */
ZET_API zet_status zet_reader_open_text(zet_reader *reader, const char *name, zet_text text,
                                        zet_error *error);

/* Reads the next record into *record: ZET_OK, ZET_END after the last one, or a failure. A stream
   without records gives one record with a finding that says so. */
ZET_API zet_status zet_reader_next(zet_reader *reader, const zet_record **record, zet_error *error);

ZET_API size_t zet_record_number(const zet_record *record);   /* in its stream, from 1 */
ZET_API size_t zet_record_line(const zet_record *record);     /* of its start */
ZET_API uint64_t zet_record_offset(const zet_record *record); /* of its document in the stream */

ZET_API bool zet_record_is_valid(const zet_record *record);
ZET_API const char *zet_record_game(const zet_record *record);    /* NULL if it is not known */
ZET_API const char *zet_record_variant(const zet_record *record); /* NULL: likewise, or none */
ZET_API uint32_t zet_record_plies(const zet_record *record);      /* main-line moves replayed */
ZET_API zet_outcome zet_record_outcome(const zet_record *record);
ZET_API int64_t zet_record_points(const zet_record *record); /* -1: none, or not known */

/* The result by the rules if they end the game (as zet_record_outcome), else as the record says;
   ZET_RESULT_OPEN if neither does. *ending becomes the rules' reason, else the record's
   termination, else `unknown`; `ending` may be NULL. */
ZET_API zet_result zet_record_result(const zet_record *record, zet_text *ending);

/* After the last move replayed; empty if it is not known. */
ZET_API zet_text zet_record_position(const zet_record *record);

/* The text of a key of the record, which may begin with `x-`; of `players` the name of that side.
   Empty if it is not given. */
ZET_API zet_text zet_record_value(const zet_record *record, const char *key);

ZET_API zet_text zet_record_player(const zet_record *record, unsigned side);

/* The player at `index`, from 0, of a record, valid or not; also a player under a key that is not a
   side of its game. False past the end. */
typedef struct zet_player {
    zet_text side, name, id; /* side: the key */
} zet_player;
ZET_API bool zet_record_player_at(const zet_record *record, size_t index, zet_player *out);

/* The rules by which a record is judged: its game, variant and options. They outlive the record,
   and zet_rules_free frees them. NULL if the record does not give them, or if memory runs out. */
ZET_API zet_rules *zet_record_rules_new(const zet_record *record, zet_error *error);

/* The bytes of the record's document. */
ZET_API zet_text zet_record_document(const zet_record *record);

ZET_API size_t zet_record_finding_count(const zet_record *record);

/* The finding of that number, from 0, in the order of their places. False past the end. */
ZET_API bool zet_record_finding_at(const zet_record *record, size_t index, zet_finding *out);

/* Appends the record's report: as text, with the colors of a terminal on request, or as one JSON
   object and a line end (docs/spec/REPORT.md). */
ZET_API void zet_record_report_text(const zet_record *record, bool color, zet_output *out);
ZET_API void zet_record_report_json(const zet_record *record, zet_output *out);

/* A traversal of the moves of a record with their positions: main line, variations and playout in
   the order of the text. */
typedef struct zet_walk zet_walk;

typedef struct zet_ply {
    uint32_t ply;    /* of its line, from 1; of a playout its number there */
    uint32_t number; /* the move number in canonical text */
    unsigned depth;  /* of variations; 0: the main line or the playout */
    bool playout;
    bool gift;        /* stones given [B10], which are part of the move that follows them */
    unsigned side;    /* who moved */
    zet_text written; /* as it is in the record */
    zet_text move;    /* in canonical form */
    zet_text glyphs;
    zet_text comments;   /* after it, with their braces, as they are in the record */
    zet_outcome outcome; /* after it; open in a playout */
    uint64_t offset;     /* of the move in the stream */
} zet_ply;

/* Valid as long as the record. NULL if memory runs out, or with ZET_REFUSED if the moves were not
   kept, or if the record has no position because its rules are not known or its position cannot be
   read. */
ZET_API zet_walk *zet_walk_new(const zet_record *record, zet_error *error);
ZET_API void zet_walk_free(zet_walk *walk);

/* The next move that was played. False at the end. The texts are valid until the next call. */
ZET_API bool zet_walk_next(zet_walk *walk, zet_ply *out);

/* The position after the last move of zet_walk_next, or the start position before its first call:
   as text, valid until the next call with this walk, and its key (zet_position_key). */
ZET_API zet_text zet_walk_position(zet_walk *walk);
ZET_API uint64_t zet_walk_key(const zet_walk *walk);

/* The last move of zet_walk_next. Stones given before it are a separate move here.
   False before the first move. Valid until the next zet_walk_next. */
ZET_API bool zet_walk_move(const zet_walk *walk, zet_move *out);

/* Games: records that are made and changed.
 *
 *     zet_game *game = zet_game_new(rules, zet_text_of(NULL), &error);
 *     zet_game_set(game, "players.black", zet_text_of("Ada"), &error);
 *     if (zet_game_play(game, zet_text_of("b10-b9"), &error) == ZET_REFUSED)
 *         ... zet_game_refusal(game) is the reason
 *     zet_game_write(game, out, &error);
 *
 * A change that would cause an error in the record, or an unknown key, is refused: the function
 * returns ZET_REFUSED, the game stays as it was, and zet_game_refusal returns the finding. The game
 * also stays as it was if memory runs out. Use one game in one thread at a time. */
typedef struct zet_game zet_game;

/* A game without moves by these rules, which may be freed afterwards: from `position`, or from the
   start position where position.at is NULL. */
ZET_API zet_game *zet_game_new(const zet_rules *rules, zet_text position, zet_error *error);

/* The game of a text with one record in YAML. The text is copied. The record may have errors; if
   they are in its moves, the moves cannot be changed. ZET_REFUSED if the record does not name its
   rules, or if there is more than one record. */
ZET_API zet_game *zet_game_read_new(zet_text text, zet_error *error);
ZET_API void zet_game_free(zet_game *game);

/* The position after the last move; valid until the next change. */
ZET_API const zet_position *zet_game_position(const zet_game *game);

/* The current record, judged, with its moves for a walk and for diagrams. Its offsets are in the
   text of zet_game_write_edited. Valid until the next call with the game. NULL if memory runs
   out. */
ZET_API const zet_record *zet_game_record(zet_game *game, zet_error *error);

/* Plays a move as zet_position_play does. Glyphs and a comment in braces may follow it. A move that
   ends the game by its rules sets the keys `result` and `termination`, and `points` once they are
   proved. */
ZET_API zet_status zet_game_play(zet_game *game, zet_text move, zet_error *error);

/* Like zet_position_begin_playout: the next moves are the playout. */
ZET_API zet_status zet_game_begin_playout(zet_game *game, zet_error *error);

/* Adds text after the last move, or before the first one: a comment, which cannot contain `}`; and
   glyphs, comments in braces and variations in parentheses, as they are in a record. */
ZET_API zet_status zet_game_comment(zet_game *game, zet_text comment, zet_error *error);
ZET_API zet_status zet_game_annotate(zet_game *game, zet_text text, zet_error *error);

/* Ends an open game away from the board. `termination` is one of ZET_CATALOGUE_TERMINATIONS. */
ZET_API zet_status zet_game_end(zet_game *game, zet_result result, const char *termination,
                                zet_error *error);

/* Undoes zet_game_end; else removes the last move with everything that follows it, and the result
   and points that resulted from it. ZET_REFUSED if there is no move. */
ZET_API zet_status zet_game_undo(zet_game *game, zet_error *error);

/* Sets a key of ZET_CATALOGUE_RECORD_KEYS, or one that begins with `x-`, to a text; the keys of
   `rules` and `players` follow a dot: `rules.evacuation`, `players.black`, `players.black.id`.
   Removing a key that does not exist changes nothing. */
ZET_API zet_status zet_game_set(zet_game *game, const char *key, zet_text value, zet_error *error);
ZET_API zet_status zet_game_remove(zet_game *game, const char *key, zet_error *error);

/* The fault that the last change would have caused; NULL if it was not refused, or for another
   reason. Its places are 0. Valid until the next change. */
ZET_API const zet_finding *zet_game_refusal(const zet_game *game);

/* Appends the record in canonical form; or the text that it was read from with the changes, in
   which all other bytes are kept. */
ZET_API zet_status zet_game_write(zet_game *game, zet_output *out, zet_error *error);
ZET_API zet_status zet_game_write_edited(zet_game *game, zet_output *out, zet_error *error);

/* A change of the text that the game was read from, which is empty for a new game: `with` replaces
   the bytes from `from` to before `to`. */
typedef struct zet_edit {
    size_t from, to;
    zet_text with;
} zet_edit;

/* The change at `index` that the last zet_game_write_edited made, in the order of their places;
   changes do not touch. Valid until the next change. */
ZET_API bool zet_game_edit_at(const zet_game *game, size_t index, zet_edit *out);

/* Diagrams.
 *
 * Options are set by name; they and a position or a record make a diagram:
 *
 *     zet_diagram_options *options = zet_diagram_options_new(&error);
 *     zet_diagram_options_set(options, "format", "svg", &error);
 *     zet_diagram *diagram = zet_diagram_new(position, options, &error);
 *     zet_diagram_write(diagram, out, &error);
 *
 * The catalogues ZET_CATALOGUE_DIAGRAM_OPTIONS, ZET_CATALOGUE_DIAGRAM_FORMATS and
 * ZET_CATALOGUE_THEMES have the names. */
typedef struct zet_diagram_options zet_diagram_options;

ZET_API zet_diagram_options *zet_diagram_options_new(zet_error *error);
ZET_API void zet_diagram_options_free(zet_diagram_options *options);

/* Sets an option; the value is copied. An option that is on or off takes "true" and "false", and
   NULL for "true". ZET_REFUSED if the option does not exist or cannot have this value; then the
   options stay as they were. */
ZET_API zet_status zet_diagram_options_set(zet_diagram_options *options, const char *option,
                                           const char *value, zet_error *error);

/* ZET_REFUSED if the options cannot be combined. `record`: they are for records, else for
   positions. */
ZET_API zet_status zet_diagram_options_check(const zet_diagram_options *options, bool record,
                                             zet_error *error);

/* Whether a format has a property. False if the format does not exist. */
typedef enum zet_format_trait {
    ZET_FORMAT_SEVERAL,  /* a file can hold more than one diagram */
    ZET_FORMAT_STREAMS,  /* the file is complete after each diagram */
    ZET_FORMAT_CONVERTED /* zet writes SVG documents, of which rsvg-convert makes the file */
} zet_format_trait;
ZET_API bool zet_diagram_format_is(const char *format, zet_format_trait trait);

/* A diagram of a position; of a record's position; or of a record as a whole (format html). The
   options must outlive it. */
typedef struct zet_diagram zet_diagram;

/* Of a position, which may be freed before the diagram. */
ZET_API zet_diagram *zet_diagram_new(const zet_position *position,
                                     const zet_diagram_options *options, zet_error *error);
ZET_API void zet_diagram_free(zet_diagram *diagram);

/* The diagrams of a record by the options `at` and `moves`, one after the other. The reader must
   keep the moves (zet_reader_set). */
typedef struct zet_diagrams zet_diagrams;

/* Valid as long as the record. NULL with ZET_REFUSED in *error if the record has no position, or
   lacks the plies or cells that the options name. A record with an error is drawn up to it. */
ZET_API zet_diagrams *zet_diagrams_new(const zet_record *record, const zet_diagram_options *options,
                                       zet_error *error);
ZET_API void zet_diagrams_free(zet_diagrams *diagrams);

/* The next one in *diagram, numbered by the option `figure` plus `drawn`; valid until the next
   call. ZET_END after the last one. */
ZET_API zet_status zet_diagrams_next(zet_diagrams *diagrams, size_t drawn,
                                     const zet_diagram **diagram, zet_error *error);

/* Writes a file with only this diagram. */
ZET_API zet_status zet_diagram_write(const zet_diagram *diagram, zet_output *out, zet_error *error);

/* Tasks: the work of the program's commands, over any number of streams. The catalogues
 * ZET_CATALOGUE_TASKS and ZET_CATALOGUE_TASK_OPTIONS list them. */
typedef struct zet_task zet_task;

typedef struct zet_counts {
    uint64_t records, invalid;        /* invalid: records with an error */
    uint64_t errors, warnings, notes; /* findings */
    uint64_t changed;                 /* streams with a changed text (format, fix, score) */
    uint64_t bytes;                   /* read */
    uint64_t others;  /* documents of other YAML, without any key that makes a record */
    uint64_t refuted; /* claims that are wrong, and points that could not be written (score) */
} zet_counts;

/* Nanoseconds of a clock that never goes back; called from any thread. */
typedef uint64_t zet_clock_function(void *context);

/* Called in the thread of zet_task_run after some records. False stops the task. */
typedef bool zet_progress_function(void *context, const zet_counts *counts);

/* Receives the files that a task makes, one at a time: `begin`, `write` any number of times, and
   `end`. A name has no `/`, does not begin with `.`, is UTF-8 of at most 120 bytes, and differs
   from the others in more than case; it is valid during the call. Each function returns false on
   failure, after which no function is called again. */
typedef struct zet_folder {
    size_t size;
    bool (*begin)(void *context, const char *name);
    bool (*write)(void *context, const char *bytes, size_t size);
    bool (*end)(void *context);
    void *context;
} zet_folder;

/* The inputs and outputs of a task; all of them are optional. */
typedef struct zet_task_io {
    size_t size;
    zet_output *out;           /* the result */
    zet_output *messages;      /* findings and remarks that are not part of the result */
    zet_output *copy;          /* the streams with the task's changes (score with `write`) */
    bool may_lack_records;     /* a stream without records is not an error; else one is reported */
    const zet_folder *folder;  /* of the files of the task site */
    zet_clock_function *clock; /* without it, time limits have no effect */
    zet_progress_function *progress;
    void *context; /* of clock and progress */
} zet_task_io;

/* `io`, or NULL, must outlive the task. The caller may change it between two streams. */
ZET_API zet_task *zet_task_new(const char *name, const zet_task_io *io, zet_error *error);
ZET_API void zet_task_free(zet_task *task);

/* Sets an option, before the first stream. An option that is on or off takes "true" and "false",
   and NULL for "true". Some options may be given several times. ZET_REFUSED if the option does not
   exist or cannot have this value. */
ZET_API zet_status zet_task_set(zet_task *task, const char *option, const char *value,
                                zet_error *error);

/* Gives the task a text that it needs besides its streams. score takes `claims`, standings to be
   compared with its own; score and site take `tournament`, a tournament file; site also takes
   `front`, several times, the tournaments of a page about several; score, fix and site take
   `names`, a names file (docs/reference/names.md); every task takes `default-names`, a names file
   that it ignores if it does not need one; fix takes `with`, the other sheets. `name` is used in
   messages. Both must outlive the task. ZET_REFUSED if the task does not take such a text. */
ZET_API zet_status zet_task_attach(zet_task *task, const char *what, const char *name,
                                   zet_text text, zet_error *error);

/* Checks whether the options can be combined, as the first zet_task_run does otherwise. After it no
   option may be set. */
ZET_API zet_status zet_task_check(zet_task *task, zet_error *error);

/* Runs over one stream. `name` is used in reports. Summaries and tables are computed over all
   streams. The option `jobs` does not change the result. */
ZET_API zet_status zet_task_run(zet_task *task, const char *name, zet_read_function *read,
                                void *context, zet_error *error);
ZET_API zet_status zet_task_run_text(zet_task *task, const char *name, zet_text text,
                                     zet_error *error);

/* Writes the end of the result, such as a summary or a table. Once only: after it, also if it
   failed, the task refuses to run or finish again (ZET_REFUSED). */
ZET_API zet_status zet_task_finish(zet_task *task, zet_error *error);

/* The counts so far. They live as long as the task. */
ZET_API const zet_counts *zet_task_counts(const zet_task *task);

#ifdef __cplusplus
}
#endif

#endif
