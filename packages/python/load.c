/* Loads zet.dll as ctypes does, looks up the functions that standard input names, and calls some.
 */
#include <stdio.h>
#include <string.h>
#include <windows.h>
#include <zet.h>

static HMODULE library;

static void *function(const char *name) {
    void *found = (void *)GetProcAddress(library, name);
    if (!found) {
        printf("%s is missing\n", name);
        exit(1);
    }
    return found;
}

#define CALL(name) ((__typeof__(&name))function(#name))

int main(void) {
    char line[100];
    zet_error error;
    const char *reason = "";
    uint64_t count = 0;
    library = LoadLibraryA("zet.dll");
    if (!library)
        return printf("zet.dll cannot be loaded: %lu\n", GetLastError());
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        function(line);
    }
    zet_reader *reader = CALL(zet_reader_new)(&error);
    const zet_record *record;
    zet_text text = {"game: akron\nmoves: d4 d4\n", 25};
    CALL(zet_reader_open_text)(reader, "-", text, &error);
    CALL(zet_reader_next)(reader, &record, &error);
    printf(CALL(zet_record_is_valid)(record) ? "valid " : "invalid ");
    CALL(zet_reader_free)(reader);

    zet_rules *akron = CALL(zet_rules_new)("akron", NULL, NULL, &error);
    zet_position *position = CALL(zet_position_new)(akron, (zet_text){NULL, 0}, &error);
    CALL(zet_position_play)(position, (zet_text){"d4", 2}, NULL, &error);
    CALL(zet_position_play)(position, (zet_text){"d4", 2}, &reason, &error);
    printf("%s ", reason);
    CALL(zet_position_free)(position);
    CALL(zet_rules_free)(akron);

    zet_rules *husbao = CALL(zet_rules_new)("husbao", NULL, NULL, &error);
    position = CALL(zet_position_new)(husbao, (zet_text){NULL, 0}, &error);
    CALL(zet_position_perft)(position, 2, 2, NULL, NULL, &count, &error);
    printf("%u\n", (unsigned)count);
    CALL(zet_position_free)(position);
    CALL(zet_rules_free)(husbao);
    return 0;
}
