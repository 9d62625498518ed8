/* A target with a fault that fuzzing must find: it reads beyond its input once that begins with
 * three letters. */
#include <stddef.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static volatile unsigned char seen;
    if (size >= 3 && data[0] == 'z' && data[1] == 'e' && data[2] == 't')
        seen = data[size];
    return seen && 0;
}
