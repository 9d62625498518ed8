/* Every file of tests/findings says in its first lines what is found in it: `# expect nothing`, or
   a line
   `# expect SEVERITY CODE[/REASON] PART LINE:COLUMN PLY` for each finding, in their order. PLY is
   `-` for none and `*` where the documents leave it open. */
#include "tests/naive.h"
#include "tests/unit/unit.h"

#include <dirent.h>
#include <glob.h>

#include "validators/replay/judge.h"

#define FOLDER "tests/findings"

enum { FILES_MAX_READ = 512, FILE_BYTES_MAX = 65536, EXPECTED_MAX = 4096, NAME_MAX_READ = 256 };

static char *names[FILES_MAX_READ];
static size_t name_count;

/* All files of the folder that were read, and what they expect, for the tests of coverage. */
static char all_expected[FILES_MAX_READ * 128];

struct content {
    char bytes[FILE_BYTES_MAX];
    size_t len, handed_out;
};

static void read_content(const char *path, struct content *to) {
    FILE *in = fopen(path, "rb");
    if (!in)
        fail_msg("%s cannot be read", path);
    to->len = fread(to->bytes, 1, sizeof to->bytes, in);
    to->handed_out = 0;
    fclose(in);
    assert_true(to->len < sizeof to->bytes);
}

static void read_file(const char *name, struct content *to) {
    char path[NAME_MAX_READ + sizeof FOLDER + 1];
    snprintf(path, sizeof path, FOLDER "/%s", name);
    read_content(path, to);
}

static long hand_out(void *context, char *to, size_t cap) {
    struct content *from = context;
    size_t n = from->len - from->handed_out;
    if (n > cap)
        n = cap;
    memcpy(to, from->bytes + from->handed_out, n);
    from->handed_out += n;
    return (long)n;
}

/* The expectations at the head of the file, a line each; none for `nothing`. */
static void read_expected(const struct content *from, char out[EXPECTED_MAX]) {
    static const char word[] = "# expect ";
    const char *p = from->bytes, *end = p + from->len;
    size_t used = 0;
    bool any = false;
    if (end - p > 3 && memcmp(p, "\xEF\xBB\xBF", 3) == 0)
        p += 3;
    while ((size_t)(end - p) > sizeof word && memcmp(p, word, sizeof word - 1) == 0) {
        p += sizeof word - 1;
        size_t n = strcspn(p, "\r\n");
        if (n != 7 || memcmp(p, "nothing", 7) != 0) {
            assert_true(used + n + 2 < EXPECTED_MAX);
            memcpy(out + used, p, n);
            used += n;
            out[used++] = '\n';
        }
        any = true;
        p += n;
        p += strspn(p, "\r") + (p[strspn(p, "\r")] == '\n');
    }
    out[used] = '\0';
    if (!any)
        fail_msg("the file expects nothing, not even `nothing`");
}

/* What was found, in the form of the expectations; a ply that is expected as `*` is left open. */
static void write_found(const struct record *r, const char *expected, char out[EXPECTED_MAX]) {
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; i < r->findings.count && used < EXPECTED_MAX - 256; i++) {
        const struct finding *f = &r->findings.at[i];
        const char *end = strchr(expected, '\n');
        char ply[16] = "-";
        if (end && end[-1] == '*')
            snprintf(ply, sizeof ply, "*");
        else if (f->ply)
            snprintf(ply, sizeof ply, "%u", (unsigned)f->ply);
        used += (size_t)snprintf(out + used, EXPECTED_MAX - used, "%s %s%s%s %s %zu:%zu %s\n",
                                 zi_severities[f->severity], zi_findings[f->code].code,
                                 f->reason ? "/" : "", f->reason ? f->reason->code : "",
                                 zi_parts[f->part], f->line, f->column, ply);
        expected = end ? end + 1 : expected;
    }
}

static void finds_what_it_expects(void **state) {
    static struct content content;
    static char expected[EXPECTED_MAX], found[EXPECTED_MAX];
    struct source source;
    struct document document;
    struct record record;
    struct verdict verdict;
    struct validator *validator = zi_validator_new();
    assert_non_null(validator);
    read_file(*state, &content);
    read_expected(&content, expected);
    zi_source_open(&source, hand_out, &content);
    zi_record_open(&record);
    assert_true(zi_source_next(&source, &document));
    assert_true(zi_record_read(&record, &document));
    zi_validate(validator, &record, &verdict);
    zi_record_finalize(&record, false);
    write_found(&record, expected, found);
    bool has_error = strncmp(expected, "error", 5) == 0 || strstr(expected, "\nerror") != NULL;
    bool agrees = record.findings.has_error == has_error && !record.out_of_memory;
    bool more = zi_source_next(&source, &document);
    zi_record_close(&record);
    zi_source_close(&source);
    zi_validator_free(validator);
    assert_string_equal(found, expected);
    assert_true(agrees);
    assert_false(more);
}

/* Coverage. */

static void some_file_has_it(void **state) {
    if (!strstr(all_expected, *state))
        fail_msg("no file of " FOLDER " expects `%s`", (const char *)*state);
}

/* What only conversions find is in what they are to print to stderr. */
static bool is_of_conversion(enum finding_code code) {
    return code == FINDING_FORMAT || code == FINDING_AMBIGUOUS || code == FINDING_LOSS;
}

static void some_conversion_has_it(void **state) {
    static struct content content;
    glob_t files;
    bool seen = false;
    assert_int_equal(glob("tests/cli/convert-*/err", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc && !seen; i++) {
        read_content(files.gl_pathv[i], &content);
        seen = memmem(content.bytes, content.len, *state, strlen(*state)) != NULL;
    }
    globfree(&files);
    if (!seen)
        fail_msg("no file tests/cli/convert-*/err has `%s`", (const char *)*state);
}

static bool has_file(const char *name) {
    size_t i = 0;
    while (i < name_count && strcmp(names[i], name) != 0)
        i++;
    return i < name_count;
}

/* Of each reason that a game can give, as its naive rules say, a file is asked for. */
static void every_game_has_it(void **state) {
    const char *code = *state;
    bool any = false;
    for (size_t g = 0; g < zi_game_count; g++) {
        const struct naive_game *naive = naive_find(zi_games[g]->name);
        char file[NAME_MAX_READ];
        if (!naive)
            fail_msg("%s has no naive rules", zi_games[g]->name);
        size_t i = 0;
        while (naive->reasons[i] && strcmp(naive->reasons[i], code) != 0)
            i++;
        if (!naive->reasons[i])
            continue;
        any = true;
        snprintf(file, sizeof file, "illegal-move.%s.%s.yaml", code, naive->name);
        if (!has_file(file))
            fail_msg("the file %s is missing", file);
    }
    if (!any)
        fail_msg("no game gives the reason %s", code);
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool list_files(void) {
    DIR *folder = opendir(FOLDER);
    if (!folder) {
        perror(FOLDER);
        return false;
    }
    for (struct dirent *e; (e = readdir(folder)) && name_count < FILES_MAX_READ;)
        if (strstr(e->d_name, ".yaml"))
            names[name_count++] = strdup(e->d_name);
    closedir(folder);
    qsort(names, name_count, sizeof *names, by_text);
    return name_count < FILES_MAX_READ;
}

static void collect_expected(void) {
    static struct content content;
    static char expected[EXPECTED_MAX];
    size_t used = 0;
    for (size_t i = 0; i < name_count; i++) {
        read_file(names[i], &content);
        read_expected(&content, expected);
        size_t n = strlen(expected);
        if (used + n < sizeof all_expected) {
            memcpy(all_expected + used, expected, n + 1);
            used += n;
        }
    }
}

/* Dates are days of the Gregorian calendar, with ?? for what is unknown; a year is known or not as
   a whole. */
static void dates(void **state) {
    static const struct {
        const char *date;
        bool sound;
    } rows[] = {
        {"2009-\?\?-\?\?", true}, {"\?\?\?\?-02-29", true}, {"\?\?\?\?-02-30", false},
        {"2009-\?\?-31", true},   {"2009-02-\?\?", true},   {"20\?\?-01-01", false},
        {"\?\?09-01-01", false},  {"2009/01-01", false},    {"2009-01/01", false},
        {"x009-01-01", false},    {"20x9-01-01", false},    {"2009-1x-01", false},
        {"2009-01-x1", false},    {"2009-01-?1", false},    {"2009-00-01", false},
        {"2009-13-01", false},    {"2009-01-00", false},    {"2009-01-32", false},
        {"2009-01-31", true},     {"2009-04-31", false},    {"2009-12-31", true},
        {"2009-02-29", false},    {"2008-02-29", true},     {"2008-02-30", false},
        {"2100-02-29", false},    {"2000-02-29", true},     {"2009-1-01", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char document[80];
        struct record r;
        snprintf(document, sizeof document, "game: hogga\ndate: '%s'\nmoves: ''\n", rows[i].date);
        zi_record_open(&r);
        assert_true(zi_record_read(
            &r, &(struct document){.text = text_of(document), .line = 1, .column = 1}));
        bool sound = true;
        for (size_t k = 0; k < r.findings.count; k++)
            sound &= r.findings.at[k].code != FINDING_BAD_VALUE;
        if (sound != rows[i].sound)
            fail_msg("%s", rows[i].date);
        zi_record_close(&r);
    }
}

int main(void) {
    static struct CMUnitTest tests[FILES_MAX_READ + FINDING_CODES + 2 * REASONS + 1];
    static char sought[FINDING_CODES + REASONS][64], titles[FINDING_CODES + 2 * REASONS][96];
    size_t count = 0, asked = 0;
    if (!list_files())
        return 1;
    collect_expected();
    for (size_t i = 0; i < name_count; i++)
        tests[count++] = (struct CMUnitTest){names[i], finds_what_it_expects, NULL, NULL, names[i]};
    for (size_t i = 0; i < FINDING_CODES + REASONS; i++, asked++) {
        bool is_code = i < FINDING_CODES,
             converts = is_code && is_of_conversion((enum finding_code)i);
        const char *code = is_code ? zi_findings[i].code : zi_reasons[i - FINDING_CODES].code;
        snprintf(sought[i], sizeof *sought, converts ? "[%s]" : is_code ? " %s" : "/%s ", code);
        snprintf(titles[i], sizeof *titles, "some %s has %s", converts ? "conversion" : "file",
                 code);
        tests[count++] = (struct CMUnitTest){
            titles[i], converts ? some_conversion_has_it : some_file_has_it, NULL, NULL, sought[i]};
    }
    for (size_t i = 0; i < REASONS; i++, asked++) {
        const char *code = zi_reasons[i].code;
        snprintf(titles[asked], sizeof *titles, "every game that can has a file for %s", code);
        tests[count++] = (struct CMUnitTest){titles[asked], every_game_has_it, NULL, NULL,
                                             (void *)(uintptr_t)code};
    }
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(dates);
    int failed = _cmocka_run_group_tests("findings", tests, count, NULL, NULL);
    for (size_t i = 0; i < name_count; i++)
        free(names[i]);
    return failed;
}
