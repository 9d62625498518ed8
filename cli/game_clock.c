#include "cli/game_clock.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { DAY = 24 * 60 * 60 };

static uint64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_BOOTTIME, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

int64_t game_clock_read(const char *text, size_t length) {
    int64_t seconds = 0;
    for (size_t parts = 1, at = 0;; parts++, at++) {
        int64_t n = 0;
        size_t digits = 0;
        for (; at < length && text[at] >= '0' && text[at] <= '9'; at++, digits++)
            n = n > DAY ? n : n * 10 + (text[at] - '0');
        if (!digits || (parts > 1 && (n > 59 || digits != 2)))
            return -1;
        seconds = seconds * 60 + n;
        if (at == length) {
            seconds *= parts == 1 ? 60 : 1;
            return seconds > DAY ? -1 : seconds * 1000;
        }
        if (text[at] != ':' || parts == 3)
            return -1;
    }
}

bool game_clock_set(struct game_clock *c, const char *text) {
    size_t n = strcspn(text, "+"), digits = text[n] ? strspn(text + n + 1, "0123456789") : 0;
    int64_t time = game_clock_read(text, n), added = 0;
    if (time <= 0 || (text[n] && (!digits || digits > 4 || text[n + 1 + digits])))
        return false;
    for (size_t i = 0; i < digits; i++)
        added = added * 10 + (text[n + 1 + i] - '0');
    *c = (struct game_clock){.on = true, .left = {time, time}, .added = added * 1000};
    return true;
}

int64_t game_clock_left(const struct game_clock *c, unsigned side, unsigned turn) {
    int64_t left = c->left[side];
    if (c->running && side == turn)
        left -= (int64_t)(now() - c->since);
    return left < 0 ? 0 : left;
}

void game_clock_text(int64_t left, char to[GAME_CLOCK_BYTES]) {
    unsigned seconds = (unsigned)((left + 999) / 1000);
    snprintf(to, GAME_CLOCK_BYTES, "%u:%02u:%02u", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

void game_clock_start(struct game_clock *c) {
    if (c->on && !c->running)
        c->since = now();
    c->running = c->on;
}

void game_clock_stop(struct game_clock *c, unsigned turn) {
    c->left[turn] = game_clock_left(c, turn, turn);
    c->running = false;
}

void game_clock_press(struct game_clock *c, unsigned side) {
    c->left[side] = game_clock_left(c, side, side) + c->added;
    c->since = now();
}
