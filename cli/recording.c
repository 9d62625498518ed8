#include "cli/recording.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/replace.h"

/* Fixed cost of making a record, and cost per move, in bytes. */
enum { WORK_OF_EACH = 1024, MOVE_BYTES = 16 };

/* Updates the fields after a record was read or its header was changed. */
static bool follow(struct recording *r) {
    const zet_record *record = recording_record(r);
    if (!record)
        return false;
    size_t moves = zet_record_plies(record), all = zet_position_ply(recording_position(r));
    r->name = zet_record_game(record);
    r->in_playout = all > moves;
    r->playout_from = moves;
    r->ended = zet_record_outcome(record).result == ZET_OPEN &&
               zet_record_result(record, NULL) != ZET_OPEN;
    if (!r->in_playout)
        recording_begin_playout(r);
    return true;
}

bool recording_begin(struct recording *r, const struct position_options *position,
                     const struct header_options *header, const char *clock) {
    zet_error error = {0};
    bool begun = header_game(&r->game, position, header, &error) &&
                 (!clock || zet_game_set(r->game, "x-clock", zet_text_of(clock), &error) == ZET_OK);
    if (!begun)
        return command_error("the header: %s", error.message), false;
    return follow(r) || (command_error("out of memory"), false);
}

void recording_free(struct recording *r) { zet_game_free(r->game); }

/* Resuming. */

/* Reads the whole file; NULL after a message. */
static zet_output *read_whole(struct recording *r, const char *path) {
    enum { WHOLE_MAX = 8 * 1024 * 1024 };
    char room[64 * 1024];
    zet_output *text = zet_output_new(NULL, NULL);
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    ssize_t n = descriptor < 0 || fstat(descriptor, &r->was) ? -1 : 1;
    while (text && n > 0 && zet_output_text(text).length <= WHOLE_MAX) {
        n = read(descriptor, room, sizeof room);
        if (n > 0)
            zet_output_write(text, (zet_text){room, (size_t)n});
    }
    int error = errno;
    if (descriptor >= 0)
        close(descriptor);
    const char *why = n < 0                             ? strerror(error)
                      : !text || zet_output_flush(text) ? "out of memory"
                      : zet_output_text(text).length > WHOLE_MAX
                          ? "the file is too large for one record"
                      : !S_ISREG(r->was.st_mode) ? "this file cannot be replaced"
                                                 : NULL;
    if (!why)
        return text;
    command_error("%s: %s", path, why);
    zet_output_free(text);
    return NULL;
}

static bool refuse(const char *path, const char *why) {
    return command_error("%s: %s", path, why), false;
}

/* Checks that the file is one valid record of an unfinished game. */
static bool check_open(struct recording *r, const char *path) {
    const zet_record *record = recording_record(r);
    zet_finding f;
    if (!record)
        return refuse(path, "out of memory");
    for (size_t i = 0; zet_record_finding(record, i, &f); i++)
        if (f.severity == ZET_ERROR) {
            command_error("%s: %.*s [%s%s%s]", path, (int)f.message.length, f.message.at, f.code,
                          f.reason ? "/" : "", f.reason ? f.reason : "");
            return false;
        }
    zet_text how = zet_record_value(record, "termination");
    if (zet_record_value(record, "points").length)
        return refuse(path, "the game is finished: the record has its points");
    if (how.length && zet_record_outcome(record).result == ZET_OPEN &&
        (how.length != strlen("unfinished") || memcmp(how.at, "unfinished", how.length) != 0)) {
        command_error("%s: the game is finished: its termination is %.*s", path, (int)how.length,
                      how.at);
        return false;
    }
    return (follow(r) || refuse(path, "out of memory")) &&
           (!recording_is_over(r) || refuse(path, "the game is finished"));
}

bool recording_resume(struct recording *r, const char *path) {
    zet_error error = {0};
    r->path = path;
    r->there = true;
    zet_output *text = read_whole(r, path);
    if (!text)
        return false;
    r->game = zet_game_read(zet_output_text(text), &error);
    zet_output_free(text);
    if (!r->game)
        return refuse(path, error.message);
    if (!check_open(r, path))
        return false;
    bool well = true;
    if (zet_record_outcome(recording_record(r)).result == ZET_OPEN)
        well = zet_game_remove(r->game, "termination", &error) == ZET_OK &&
               zet_game_set(r->game, "result", zet_text_of("*"), &error) == ZET_OK;
    return well || refuse(path, error.message);
}

/* Changing. */

const zet_record *recording_record(struct recording *r) {
    const zet_record *record = zet_game_record(r->game, NULL);
    if (record)
        r->length = zet_record_document(record).length;
    r->work += r->length + WORK_OF_EACH;
    return record;
}

zet_status recording_play(struct recording *r, const char *move, const char *remark,
                          zet_error *error) {
    char *all = NULL;
    if (asprintf(&all, "%s%s", move, remark) < 0) {
        *error = (zet_error){ZET_OUT_OF_MEMORY, "out of memory"};
        return ZET_OUT_OF_MEMORY;
    }
    zet_status status = zet_game_play(r->game, zet_text_of(all), error);
    r->length += status == ZET_OK ? strlen(all) + MOVE_BYTES : 0;
    free(all);
    return status;
}

zet_status recording_undo(struct recording *r, zet_error *error) {
    zet_status status = zet_game_undo(r->game, error);
    if (status != ZET_OK)
        return status;
    r->in_playout &= zet_position_ply(recording_position(r)) >= r->playout_from;
    if (r->ended)
        r->work += r->length + WORK_OF_EACH;
    r->ended = false;
    return ZET_OK;
}

zet_status recording_end(struct recording *r, zet_result result, const char *termination,
                         zet_error *error) {
    zet_status status = zet_game_end(r->game, result, termination, error);
    r->ended |= status == ZET_OK;
    return status;
}

zet_status recording_set(struct recording *r, const char *key, const char *value,
                         zet_error *error) {
    zet_status status = *value ? zet_game_set(r->game, key, zet_text_of(value), error)
                               : zet_game_remove(r->game, key, error);
    if (status == ZET_OK && !follow(r))
        status = error->status = ZET_OUT_OF_MEMORY;
    return status;
}

bool recording_begin_playout(struct recording *r) {
    if (zet_game_begin_playout(r->game, NULL) == ZET_OK) {
        r->in_playout = true;
        r->playout_from = zet_position_ply(recording_position(r));
    }
    return r->in_playout;
}

bool recording_is_over(const struct recording *r) {
    return r->ended || zet_position_outcome(recording_position(r)).result != ZET_OPEN;
}

bool recording_save(struct recording *r) {
    struct replacement file = {0};
    zet_error error = {0};
    r->unsaved = true;
    if (!r->path)
        return true;
    zet_output *out = zet_output_new(NULL, NULL);
    if (!out || zet_game_write(r->game, out, &error) != ZET_OK) {
        zet_output_free(out);
        return command_error("%s", *error.message ? error.message : "out of memory"), false;
    }
    zet_text text = zet_output_text(out);
    bool saved = r->there ? replace_begin_same(&file, r->path, &r->was, COMPRESSION_NONE)
                          : replace_begin(&file, r->path, REPLACE_NEVER);
    if (saved) {
        replace_write(&file, text.at, text.length);
        saved = replace_commit(&file);
    }
    zet_output_free(out);
    if (file.placed) {
        r->there = true;
        r->was = file.made;
    }
    r->unsaved = !saved;
    return saved;
}
