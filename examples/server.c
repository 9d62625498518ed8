/* A server's loop: it records a game move by move, answers each line with a JSON object, and writes
   the record at the end. It uses only the header of libzet, and parses none of its texts.

       cc -o server server.c $(pkg-config --cflags --libs zet)
       ./server hogga game.yaml
       ./server halma game.yaml 8x8

   A line of standard input is a move, `undo`, `resign`, or `KEY=VALUE` for the record's header. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zet.h>

enum { LINE_BYTES = 4096 };

static zet_output *out; /* to standard output */

static bool print_bytes(void *context, const char *bytes, size_t size) {
    return fwrite(bytes, 1, size, context) == size;
}

static void print_key(const char *key, zet_text value) {
    printf(", \"%s\": ", key);
    zet_output_write_json(out, value);
    zet_output_flush(out);
}

static void print_refusal(const zet_game *game, const zet_error *error) {
    const zet_finding *why = zet_game_refusal(game);
    printf("{\"ok\": false");
    if (why)
        print_key("code", zet_text_of(why->code));
    if (why && why->reason)
        print_key("reason", zet_text_of(why->reason));
    print_key("message", zet_text_of(error->message));
    puts("}");
}

/* Prints the last move, the side to move, the board, and the end of the game. */
static void print_state(zet_game *game, const char *name) {
    static zet_content board[ZET_CELLS_MAX];
    static const char *const pieces[] = {"", "man", "hogga", "stones"};
    const zet_position *position = zet_game_position(game);
    size_t ply = zet_position_ply(position), count;
    const zet_record *record = zet_game_record(game, NULL);
    zet_result result;
    zet_text ending;
    zet_move move;
    if (!record) {
        puts("{\"ok\": false, \"message\": \"out of memory\"}");
        return;
    }
    result = zet_record_result(record, &ending);
    printf("{\"ok\": true, \"ply\": %zu", ply);
    if (ply && zet_position_move_at(position, ply - 1, &move))
        print_key("move", move.text);
    if (result == ZET_RESULT_OPEN) {
        print_key("turn", zet_text_of(zet_position_side(position)));
    } else {
        print_key("result", zet_record_value(record, "result"));
        print_key("ended", ending);
    }
    count = zet_position_contents(position, board, ZET_CELLS_MAX);
    printf(", \"board\": {");
    for (size_t i = 0; i < count; i++) {
        char cell[ZET_CELL_NAME_SIZE];
        printf("%s\"%s\": {\"piece\": \"%s\", \"side\": \"%s\", \"count\": %u}", i ? ", " : "",
               zet_cell_name(board[i].cell, cell), pieces[board[i].piece],
               zet_side_name(name, board[i].side), (unsigned)board[i].count);
    }
    puts("}}");
}

static zet_status obey(zet_game *game, char *line, zet_error *error) {
    char *value = strchr(line, '=');
    if (!strcmp(line, "undo"))
        return zet_game_undo(game, error);
    if (!strcmp(line, "resign")) {
        unsigned turn = zet_position_turn(zet_game_position(game));
        return zet_game_end(game, turn ? ZET_RESULT_WIN_0 : ZET_RESULT_WIN_1, "resignation", error);
    }
    if (!value)
        return zet_game_play(game, zet_text_of(line), error);
    *value++ = '\0';
    return zet_game_set(game, line, zet_text_of(value), error);
}

static int write_record(zet_game *game, const char *path, zet_error *error) {
    FILE *file = fopen(path, "w");
    zet_output *record = file ? zet_output_new(print_bytes, file) : NULL;
    bool written = record && zet_game_write(game, record, error) == ZET_OK &&
                   zet_output_flush(record) == ZET_OK;
    zet_output_free(record);
    return (file && fclose(file)) || !written ? 2 : 0;
}

int main(int argc, char **argv) {
    char line[LINE_BYTES];
    zet_error error = {ZET_OK, ""};
    int status = 2;
    if (argc < 3) {
        fprintf(stderr, "usage: server GAME FILE [VARIANT]\n");
        return 2;
    }
    out = zet_output_new(print_bytes, stdout);
    zet_rules *rules = zet_rules_new(argv[1], argc > 3 ? argv[3] : NULL, NULL, &error);
    zet_game *game = rules ? zet_game_new(rules, zet_text_of(NULL), &error) : NULL;
    zet_rules_free(rules);
    while (out && game && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        zet_status done = obey(game, line, &error);
        if (done == ZET_OK)
            print_state(game, argv[1]);
        else
            print_refusal(game, &error);
        fflush(stdout);
    }
    if (out && game)
        status = write_record(game, argv[2], &error);
    if (status)
        fprintf(stderr, "server: %s: %s\n", argv[2],
                *error.message ? error.message : "not written");
    zet_game_free(game);
    zet_output_free(out);
    return status;
}
