/* Parts of libc that zet needs nothing of, without their tables. libc itself calls them. */

/* Of angles beyond 2^20 half turns. Drawings have none. */
int __rem_pio2_large(double *x, double *y, int exponent, int count, int precision) {
    (void)x, (void)exponent, (void)count, (void)precision;
    y[0] = y[1] = 0;
    return 0;
}

/* Of the %m of printf. */
char *strerror(int number) {
    (void)number;
    return (char *)"";
}
