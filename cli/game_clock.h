/* The clocks of a game: the time that each side has left. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Starts zeroed: there are no clocks. Times are milliseconds. */
struct game_clock {
    bool on;         /* the game has clocks */
    bool running;    /* one of them runs */
    int64_t left[2]; /* by side, when the running one began to run */
    int64_t added;   /* after each move */
    uint64_t since;
};

enum { GAME_CLOCK_BYTES = 16 };

/* Sets the clocks by `H:MM:SS`, `MM:SS` or minutes, with `+SECONDS` for what each move adds. False
   if the text is none of these. */
bool game_clock_set(struct game_clock *c, const char *text);

/* Reads a time as above, without an addition; -1 if it is not one. */
int64_t game_clock_read(const char *text, size_t length);

/* The time that a side has left; `turn` is the side whose clock runs. Never less than 0. */
int64_t game_clock_left(const struct game_clock *c, unsigned side, unsigned turn);

/* As `H:MM:SS`; a second that has begun counts as a whole one. */
void game_clock_text(int64_t left, char to[GAME_CLOCK_BYTES]);

void game_clock_start(struct game_clock *c);
void game_clock_stop(struct game_clock *c, unsigned turn);

/* The side has moved: its time is taken, and the other side's begins. */
void game_clock_press(struct game_clock *c, unsigned side);
