/* Faults that are planted for the harnesses: each is run with them before the program, and fails
   where it does not see them. The first argument names the fault. tests/planted.py and the scripts
   beside it use it. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile long shared;

/* A result is written, and nobody looks whether it could be. */
static int lost_write(const char *path) {
    int to = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    static const char result[] = "moves: d4\n";
    if (write(to, result, sizeof result - 1) < 0)
        puts("");
    close(to);
    return 0;
}

/* Without memory the result is another one. */
static int lost_memory(void) {
    char *room = malloc(100);
    write(1, room ? "valid\n" : "broken\n", room ? 6 : 7) > 0 ? (void)0 : _exit(2);
    free(room);
    return 0;
}

static int slow(void) {
    while (clock() < 3 * CLOCKS_PER_SEC)
        shared++;
    return 0;
}

static int fat(void) {
    enum { BYTES = 200 << 20 };
    char *room = malloc(BYTES);
    if (room)
        memset(room, 1, BYTES);
    shared = room ? room[BYTES / 2] : 0;
    free(room);
    return 0;
}

static int leak(void) {
    char *volatile room = malloc(100);
    room[0] = 1;
    room = NULL;
    return 0;
}

static int unwritten(void) {
    char *volatile room = malloc(100);
    if (room[50] == 'x')
        puts("x");
    free(room);
    return 0;
}

static void *count_up(void *context) {
    for (int i = 0; i < 100000; i++)
        shared++;
    return context;
}

static int race(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, count_up, NULL))
        return 2;
    count_up(NULL);
    pthread_join(thread, NULL);
    return 0;
}

int main(int count, char **arguments) {
    const char *fault = count > 1 ? arguments[1] : "";
    if (!strcmp(fault, "lost-write") && count > 2)
        return lost_write(arguments[2]);
    static const struct {
        const char *name;
        int (*run)(void);
    } faults[] = {{"lost-memory", lost_memory}, {"slow", slow}, {"fat", fat},  {"leak", leak},
                  {"unwritten", unwritten},     {"race", race}, {"none", NULL}};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (!strcmp(fault, faults[i].name))
            return faults[i].run ? faults[i].run() : 0;
    return fputs("planted: no such fault\n", stderr), 2;
}
