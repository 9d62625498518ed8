/* Names of entries are UTF-8; windows.c has the functions. */
#ifndef ZET_PLATFORM_DIRENT_H
#define ZET_PLATFORM_DIRENT_H

typedef struct platform_folder DIR;
struct dirent {
    char d_name[1024];
};
DIR *opendir(const char *path);
DIR *fdopendir(int file);
int dirfd(DIR *folder);
struct dirent *readdir(DIR *folder);
int closedir(DIR *folder);

#endif
