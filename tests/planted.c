/* Faults that are planted for the harnesses: each is run with them before the program, and fails
   where it does not see them. The first argument names the fault. tests/planted.py and the scripts
   beside it use it. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
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

/* Writers of files. Only the last one does it well. */

enum writer { STRAIGHT, UNSYNCED, UNSYNCED_FOLDER, CAREFUL };

static int put(int folder, const char *name, int how) {
    static const char result[] = "the new text, which is longer\n";
    int to = openat(folder, name, O_WRONLY | O_CREAT | how, 0644);
    bool written = to >= 0;
    for (const char *at = result; written && *at; at += 15)
        written = write(to, at, 15) == 15;
    return written ? to : -1;
}

static int write_file(enum writer how, const char *folder_path, const char *name, bool force) {
    enum { NOREPLACE = 1 };
    sigset_t all;
    int folder = open(folder_path, O_RDONLY | O_DIRECTORY);
    if (how == STRAIGHT)
        return put(folder, name, O_TRUNC) < 0 ? 2 : 0;
    if (how == CAREFUL) {
        sigfillset(&all);
        sigprocmask(SIG_BLOCK, &all, NULL);
    }
    unlinkat(folder, ".zet-planted", 0);
    int file = put(folder, ".zet-planted", O_EXCL);
    bool well = file >= 0 && (how == UNSYNCED || fsync(file) == 0);
    well = well && !syscall(SYS_renameat2, folder, ".zet-planted", folder, name,
                            force || how != CAREFUL ? 0 : NOREPLACE);
    if (!well) {
        unlinkat(folder, ".zet-planted", 0);
        return fputs("planted: it could not be written, or is there; --force replaces it\n",
                     stderr),
               2;
    }
    return how == UNSYNCED_FOLDER || fsync(folder) == 0 ? 0 : 2;
}

static int run_writer(enum writer how, char **arguments) {
    bool force = !strcmp(arguments[0], "--force");
    signal(SIGXFSZ, how == CAREFUL ? SIG_IGN : SIG_DFL);
    char *path = arguments[force], *slash = strrchr(path, '/');
    *slash = '\0';
    return write_file(how, path, slash + 1, force);
}

int main(int count, char **arguments) {
    static const char *const writers[] = {"write-straight", "write-unsynced",
                                          "write-unsynced-folder", "write-carefully"};
    const char *fault = count > 1 ? arguments[1] : "";
    for (enum writer w = STRAIGHT; w <= CAREFUL && count > 2; w++)
        if (!strcmp(fault, writers[w]))
            return run_writer(w, arguments + 2);
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
