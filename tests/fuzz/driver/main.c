/* Runs a fuzz target over files, as libFuzzer would. */
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static int run(const char *name) {
    FILE *file = fopen(name, "rb");
    unsigned char *data = malloc(1 << 20);
    if (!file || !data)
        return perror(name), 1;
    size_t size = fread(data, 1, 1 << 20, file);
    fclose(file);
    /* as large as it is, so that reading beyond the end is seen */
    unsigned char *exact = realloc(data, size ? size : 1);
    if (!exact)
        return perror(name), 1;
    fprintf(stderr, "%s\n", name);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    return 0;
}

int main(int count, char **names) {
    if (count < 2)
        return fputs("there are no inputs\n", stderr), 1;
    for (int i = 1; i < count; i++)
        if (run(names[i]))
            return 1;
    printf("ok %d inputs\n", count - 1);
    return 0;
}
