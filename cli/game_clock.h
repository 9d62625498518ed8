/* The clocks of a game: the time that each side has left. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Starts zeroed, with the clocks off. Times are milliseconds. */
struct game_clock {
    bool on;         /* the game is played with clocks */
    bool running;    /* one clock is running */
    int64_t left[2]; /* by side, when the running clock was started */
    int64_t added;   /* after each move */
    uint64_t since;
};

enum { GAME_CLOCK_BYTES = 16 };

/* Sets the clocks from `H:MM:SS`, `MM:SS` or minutes, with `+SECONDS` as the increment per move.
   Returns false if the text is none of these. */
bool game_clock_set(struct game_clock *c, const char *text);

/* Reads a time in these formats, without an increment. Returns -1 if it is not one. */
int64_t game_clock_read(const char *text, size_t length);

/* The time that a side has left, at least 0. `turn` is the side whose clock is running. */
int64_t game_clock_left(const struct game_clock *c, unsigned side, unsigned turn);

/* Formats the time as `H:MM:SS`, rounded up to whole seconds. */
void game_clock_text(int64_t left, char to[GAME_CLOCK_BYTES]);

void game_clock_start(struct game_clock *c);
void game_clock_stop(struct game_clock *c, unsigned turn);

/* The side has moved: stops its clock and starts the other one. */
void game_clock_press(struct game_clock *c, unsigned side);
