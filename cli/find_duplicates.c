#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/files.h"
#include "cli/find.h"
#include "cli/new_file.h"

/* -1, with a message, where there can be none. */
static int open_spool(void) {
    int spool = new_file_unnamed();
    if (spool < 0)
        zet_cli_error("a temporary file could not be made: %s", strerror(errno));
    return spool;
}

bool zet_find_keep_file(struct find *f, const char *path, int descriptor) {
    struct stat st;
    if (f->file_count == f->file_cap) {
        size_t cap = f->file_cap ? f->file_cap * 2 : 16;
        struct find_file *files = realloc(f->files, cap * sizeof *files);
        if (!files) {
            zet_cli_error("memory is out");
            return false;
        }
        f->files = files;
        f->file_cap = cap;
    }
    struct find_file file = {strdup(path), -1};
    bool regular = fstat(descriptor, &st) == 0 && S_ISREG(st.st_mode) && strcmp(path, "-") != 0;
    if (!file.path)
        zet_cli_error("memory is out");
    else if (!regular)
        file.spool = open_spool();
    if (!file.path || (!regular && file.spool < 0)) {
        free(file.path);
        return false;
    }
    f->files[f->file_count++] = file;
    return true;
}

void zet_find_forget_files(struct find *f) {
    for (size_t i = 0; i < f->file_count; i++) {
        free(f->files[i].path);
        if (f->files[i].spool >= 0)
            close(f->files[i].spool);
    }
    free(f->files);
    f->files = NULL;
    f->file_count = f->file_cap = 0;
}

/* One record of the second reading. */
static bool check_again(struct find *f, uint32_t file, uint32_t number) {
    zet_duplicates_begin_again(f->duplicates, file, number);
    zet_query_begin(&f->o.query);
    zet_validate(f->validator, &f->record, &f->verdict);
    return zet_duplicates_again(f->duplicates);
}

static void read_again(struct find *f, uint32_t index) {
    const struct find_file *file = &f->files[index];
    int descriptor = file->spool >= 0 ? file->spool : files_open(file->path);
    struct source source;
    struct document document;
    uint32_t number = 0;
    bool same = true;
    if (descriptor < 0 || (file->spool >= 0 && lseek(descriptor, 0, SEEK_SET) < 0)) {
        f->had_error = true;
        return;
    }
    zet_source_open(&source, files_read, &descriptor);
    while (same && !f->record.out_of_memory && zet_source_next(&source, &document))
        if (zet_record_read(&f->record, &document))
            same = check_again(f, index, ++number);
    f->had_error |= !files_was_read(&source, file->path, f->record.out_of_memory);
    if (!same) {
        zet_cli_error("%s: the file has changed since it was read first", file->path);
        f->had_error = true;
    }
    zet_source_close(&source);
    if (file->spool < 0)
        files_close(descriptor);
}

static const char *const kinds[] = {
    [DUPLICATE_NONE] = NULL,
    [DUPLICATE_SAME] = "same",
    [DUPLICATE_SPELLING] = "spelling",
    [DUPLICATE_OTHERS] = "same moves, other players",
    [DUPLICATE_TRUNCATED] = "truncated",
};

/* A name in a line of text: what a terminal would obey becomes a blank. */
static void print_name(struct text name) {
    if (!name.len)
        putchar('?');
    zet_cli_print(stdout, name, SAFE_LINE_ENDS);
}

static void print_text(const struct find *f, const struct duplicate *d) {
    if (d->kind == DUPLICATE_NONE)
        printf("%sgroup %" PRIu32 "\n", d->group > 1 ? "\n" : "", d->group);
    fputs("  ", stdout);
    zet_cli_print(stdout, text_of(f->files[d->place.file].path), SAFE_TEXT);
    printf(":%" PRIu64 ": record %" PRIu32 ", %" PRIu32 " %s, ", d->place.line, d->place.number,
           d->plies, d->plies == 1 ? "ply" : "plies");
    print_name(d->names[0]);
    fputs(" - ", stdout);
    print_name(d->names[1]);
    if (d->kind != DUPLICATE_NONE) {
        bool others = d->kind == DUPLICATE_TRUNCATED && d->names_are == NAMES_OTHER;
        printf(": %s%s (", kinds[d->kind], others ? ", other players" : "");
        zet_cli_print(stdout, text_of(f->files[d->of.file].path), SAFE_TEXT);
        printf(":%" PRIu64 ")", d->of.line);
    }
    if (d->kind == DUPLICATE_TRUNCATED && d->continued > 1)
        printf("; %" PRIu32 " records go on from here", d->continued);
    putchar('\n');
}

static void print_json_place(const struct find *f, const struct duplicate_place *place) {
    fputs("\"file\":", stdout);
    legacy_json_string(stdout, text_of(f->files[place->file].path));
    printf(",\"record\":%" PRIu32 ",\"line\":%" PRIu64, place->number, place->line);
}

static void print_json(const struct find *f, const struct duplicate *d) {
    static const char *const words[] = {"same", "alike", "unknown", "other"};
    printf("{\"group\":%" PRIu32 ",", d->group);
    print_json_place(f, &d->place);
    printf(",\"plies\":%" PRIu32 ",\"players\":[", d->plies);
    legacy_json_string(stdout, d->names[0]);
    putchar(',');
    legacy_json_string(stdout, d->names[1]);
    if (d->kind == DUPLICATE_NONE) {
        puts("],\"kind\":null,\"names\":null,\"of\":null}");
        return;
    }
    printf("],\"kind\":\"%s\",\"names\":\"%s\",\"of\":{", kinds[d->kind], words[d->names_are]);
    print_json_place(f, &d->of);
    puts("}}");
}

static void print_groups(struct find *f) {
    struct duplicate d;
    while (zet_duplicates_next(f->duplicates, &d) && d.group <= f->o.limit)
        if (f->o.output == FIND_JSON)
            print_json(f, &d);
        else
            print_text(f, &d);
}

void zet_find_duplicates(struct find *f) {
    if (!zet_duplicates_turn(f->duplicates)) {
        zet_cli_error("memory is out");
        f->had_error = true;
        return;
    }
    for (uint32_t i = 0; i < f->file_count && !f->had_error; i++)
        read_again(f, i);
    if (f->had_error)
        return;
    if (zet_duplicates_group(f->duplicates)) {
        print_groups(f);
        if (zet_duplicates_failed(f->duplicates)) {
            zet_cli_error("memory is out");
            f->had_error = true;
        }
        return;
    }
    zet_cli_error("a file has changed since it was read first");
    f->had_error = true;
}
