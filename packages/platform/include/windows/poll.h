/* Whether something can be read of one pipe, without waiting. */
#ifndef ZET_PLATFORM_POLL_H
#define ZET_PLATFORM_POLL_H

struct pollfd {
    int fd;
    short events, revents;
};
enum { POLLIN = 1 };
int poll(struct pollfd *files, unsigned count, int wait);

#endif
