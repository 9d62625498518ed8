/* A second formulation of zet explore: reads the files through, without an index.
 *
 *     scan KEY[,KEY]... FILE...   a line a move: which of the positions a game came to first, from
 *                        0, and the move from there, with tabs; and the games that were open, won
 *                        by side 0, by side 1, and drawn, after it; sorted
 *     scan - FILE...     the key of every position of every valid game, a line each */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zet.h>

enum { KEYS_MOST = 16 };

struct played {
    char move[310];
    unsigned long games[4];
};

static struct played *all;
static size_t count;

static void count_game(unsigned key, const char *text, unsigned result) {
    size_t i = 0;
    char move[310];
    snprintf(move, sizeof move, "%u\t%s", key, text);
    while (i < count && strcmp(all[i].move, move))
        i++;
    if (i == count) {
        all = realloc(all, ++count * sizeof *all);
        memset(&all[i], 0, sizeof *all);
        snprintf(all[i].move, sizeof all[i].move, "%s", move);
    }
    all[i].games[result]++;
}

/* Takes the positions before the moves one by one; without keys: prints them. */
static void scan_record(const zet_record *record, const uint64_t *wanted, unsigned keys) {
    char move[300] = "";
    zet_ply ply;
    zet_walk *walk = zet_walk_new(record, NULL);
    if (!walk)
        return;
    uint64_t here = zet_walk_key(walk);
    bool more = true;
    while (more) {
        do
            more = zet_walk_next(walk, &ply);
        while (more && (ply.depth || ply.playout));
        if (more)
            snprintf(move + strlen(move), sizeof move - strlen(move), "%.*s%s",
                     (int)ply.move.length, ply.move.at, ply.gift ? " " : "");
        if (more && ply.gift)
            continue;
        unsigned k = 0;
        while (k < keys && wanted[k] != here)
            k++;
        if (!keys)
            printf("%016" PRIx64 "\n", here);
        else if (k < keys) {
            count_game(k, more ? move : "", (unsigned)zet_record_result(record, NULL));
            break;
        }
        here = zet_walk_key(walk);
        *move = '\0';
    }
    zet_walk_free(walk);
}

static long read_stdio(void *context, char *to, size_t size) {
    return (long)fread(to, 1, size, context);
}

static int by_move(const void *a, const void *b) {
    return strcmp(((const struct played *)a)->move, ((const struct played *)b)->move);
}

int main(int argc, char **argv) {
    const zet_record *record;
    uint64_t wanted[KEYS_MOST];
    unsigned keys = 0;
    for (char *at = argc > 1 ? argv[1] : "-"; *at && *at != '-' && keys < KEYS_MOST;
         at += *at == ',')
        wanted[keys++] = strtoull(at, &at, 16);
    zet_reader *reader = zet_reader_new(NULL);
    zet_reader_set(reader, "moves", "true", NULL);
    for (int i = 2; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        if (!file || zet_reader_open(reader, argv[i], read_stdio, file, NULL) != ZET_OK)
            return 2;
        while (zet_reader_next(reader, &record, NULL) == ZET_OK)
            if (zet_record_is_valid(record))
                scan_record(record, wanted, keys);
        fclose(file);
    }
    if (count)
        qsort(all, count, sizeof *all, by_move);
    for (size_t i = 0; i < count; i++)
        printf("%s\t%lu %lu %lu %lu\n", all[i].move, all[i].games[0], all[i].games[1],
               all[i].games[2], all[i].games[3]);
    free(all);
    zet_reader_free(reader);
    return 0;
}
