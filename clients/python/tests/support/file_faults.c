/* Makes file operations of a server fail, end the process half-way, or be recorded. Tests preload it.

   Only operations below NODEWIRE_FAULT_ROOT count, and they count from 1. NODEWIRE_FAULT_HOW says what happens to those
   from NODEWIRE_FAULT_FIRST to NODEWIRE_FAULT_LAST: a number is an error, "kill" ends the process before the operation,
   "half" in the middle of a write, "short" writes half. NODEWIRE_FAULT_ONLY names the operations that count, with
   commas; all if it is not set. NODEWIRE_FAULT_NAME is what the names of their files end with; all names if it is not
   set. With NODEWIRE_FAULT_LOG everything that was done is appended to that file, and "fault"
   where something happened. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static const char *root, *how, *only, *ending;
static size_t root_length;
static long first, last;
static int log_file = -1;
static long counted;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static long number(const char *name, long otherwise) {
    const char *text = getenv(name);
    return text ? atol(text) : otherwise;
}

__attribute__((constructor)) static void begin(void) {
    root = getenv("NODEWIRE_FAULT_ROOT");
    if (!root) return;
    root_length = strlen(root);
    how = getenv("NODEWIRE_FAULT_HOW");
    only = getenv("NODEWIRE_FAULT_ONLY");
    ending = getenv("NODEWIRE_FAULT_NAME");
    first = number("NODEWIRE_FAULT_FIRST", 0);
    last = number("NODEWIRE_FAULT_LAST", first);
    const char *log = getenv("NODEWIRE_FAULT_LOG");
    if (log) log_file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_below(const char *path) {
    return strncmp(path, root, root_length) == 0 && (path[root_length] == 0 || path[root_length] == '/');
}

/* The path of an open file; 0 if it is not below the root. */
static int path_of(int file, char *path) {
    char link[64];
    if (!root || file < 3) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t count = readlink(link, path, PATH_MAX - 1);
    if (count < 0) return 0;
    path[count] = 0;
    return is_below(path);
}

/* The path of a name in a folder; 0 if it is not below the root. */
static int path_in(int folder, const char *name, char *path) {
    if (!root) return 0;
    if (name[0] == '/') {
        snprintf(path, PATH_MAX, "%s", name);
    } else {
        char base[PATH_MAX];
        if (folder == AT_FDCWD) {
            if (!getcwd(base, sizeof base)) return 0;
        } else if (!path_of(folder, base)) {
            return 0;
        }
        if (snprintf(path, PATH_MAX, "%s/%s", base, name) >= PATH_MAX) return 0;
    }
    return is_below(path);
}

static int counts(const char *operation, const char *path) {
    if (ending && *ending) {
        size_t length = strlen(path), count = strlen(ending);
        if (length < count || strcmp(path + length - count, ending) != 0) return 0;
    }
    if (!only || !*only) return 1;
    const char *found = strstr(only, operation);
    size_t length = strlen(operation);
    return found && (found == only || found[-1] == ',') && (found[length] == 0 || found[length] == ',');
}

/* Appends what was done: a line, and the bytes that were written. */
static void note(const char *operation, int file, long long offset, const char *path, const char *to, const void *data,
                 size_t count) {
    if (log_file < 0) return;
    int kept = errno;
    struct stat status = {0};
    if (file >= 0) fstat(file, &status);
    char line[2 * PATH_MAX + 100];
    int length = snprintf(line, sizeof line, "%s\t%llu\t%lld\t%zu\t%s\t%s\n", operation,
                          (unsigned long long)status.st_ino, offset, count, path, to);
    pthread_mutex_lock(&lock);
    syscall(SYS_write, log_file, line, (size_t)length);
    if (data && count) syscall(SYS_write, log_file, data, count);
    pthread_mutex_unlock(&lock);
    errno = kept;
}

enum { GO_ON, FAIL, SHORT, HALF };

/* What is to happen to the next operation. */
static int next(const char *operation, const char *path) {
    if (!counts(operation, path)) return GO_ON;
    pthread_mutex_lock(&lock);
    long place = ++counted;
    pthread_mutex_unlock(&lock);
    if (!how || place < first || place > last) return GO_ON;
    note("fault", -1, place, operation, "", NULL, 0);
    if (strcmp(how, "kill") == 0) raise(SIGKILL);
    int is_write = strcmp(operation, "write") == 0;
    if (strcmp(how, "half") == 0) {
        if (!is_write) raise(SIGKILL);
        return HALF;
    }
    if (strcmp(how, "short") == 0) return is_write ? SHORT : GO_ON;
    errno = atoi(how);
    return FAIL;
}

/* Opening: only what may make or empty a file is recorded. */

static int opened(int folder, const char *name, int flags, mode_t mode) {
    char path[PATH_MAX];
    int is_ours = path_in(folder, name, path);
    if (is_ours && next("open", path) == FAIL) return -1;
    struct stat before;
    int is_new = is_ours && (flags & O_CREAT) && syscall(SYS_newfstatat, folder, name, &before, 0) != 0;
    int file = syscall(SYS_openat, folder, name, flags, mode);
    if (file >= 0 && is_new) note("create", file, 0, path, "", NULL, 0);
    if (file >= 0 && is_ours && !is_new && (flags & O_TRUNC)) note("truncate", file, 0, path, "", NULL, 0);
    return file;
}

int openat(int folder, const char *name, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return opened(folder, name, flags, mode);
}

int open(const char *name, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return opened(AT_FDCWD, name, flags, mode);
}

/* Writing */

static ssize_t written(int file, const void *data, size_t count, off_t place, int is_at) {
    char path[PATH_MAX];
    if (!path_of(file, path)) {
        ssize_t done = is_at ? syscall(SYS_pwrite64, file, data, count, place) : syscall(SYS_write, file, data, count);
        if (file == 1 && done > 0) note("output", -1, 0, "", "", NULL, (size_t)done);
        return done;
    }
    int what = next("write", path);
    if (what == FAIL) return -1;
    size_t asked = what == GO_ON ? count : (count + 1) / 2;
    off_t offset = place;
    if (!is_at) {
        struct stat status;
        int flags = fcntl(file, F_GETFL);
        offset = (flags & O_APPEND) && fstat(file, &status) == 0 ? status.st_size : lseek(file, 0, SEEK_CUR);
    }
    ssize_t done = is_at ? syscall(SYS_pwrite64, file, data, asked, place) : syscall(SYS_write, file, data, asked);
    if (done > 0) note("write", file, offset, path, "", data, (size_t)done);
    if (what == HALF) raise(SIGKILL);
    return done;
}

ssize_t write(int file, const void *data, size_t count) { return written(file, data, count, 0, 0); }
ssize_t pwrite(int file, const void *data, size_t count, off_t place) { return written(file, data, count, place, 1); }
ssize_t pwrite64(int file, const void *data, size_t count, off_t place) { return written(file, data, count, place, 1); }

ssize_t read(int file, void *data, size_t count) {
    char path[PATH_MAX];
    if (path_of(file, path) && next("read", path) == FAIL) return -1;
    return syscall(SYS_read, file, data, count);
}

ssize_t pread(int file, void *data, size_t count, off_t place) {
    char path[PATH_MAX];
    if (path_of(file, path) && next("read", path) == FAIL) return -1;
    return syscall(SYS_pread64, file, data, count, place);
}

ssize_t pread64(int file, void *data, size_t count, off_t place) { return pread(file, data, count, place); }

/* What a file is, and whether it lasts */

#define ON_FILE(name, call)                                                                                            \
    char path[PATH_MAX];                                                                                               \
    int is_ours = path_of(file, path);                                                                                 \
    if (is_ours && next(name, path) == FAIL) return -1;                                                                      \
    int result = call;                                                                                                 \
    if (is_ours && result == 0) note(name, file, 0, path, "", NULL, 0);                                                \
    return result;

int fsync(int file) { ON_FILE("fsync", syscall(SYS_fsync, file)) }
int fdatasync(int file) { ON_FILE("fsync", syscall(SYS_fdatasync, file)) }
int fchmod(int file, mode_t mode) { ON_FILE("fchmod", syscall(SYS_fchmod, file, mode)) }
int fchown(int file, uid_t user, gid_t group) { ON_FILE("fchown", syscall(SYS_fchown, file, user, group)) }
int flock(int file, int operation) { ON_FILE("flock", syscall(SYS_flock, file, operation)) }

int ftruncate(int file, off_t length) {
    char path[PATH_MAX];
    int is_ours = path_of(file, path);
    if (is_ours && next("truncate", path) == FAIL) return -1;
    int result = syscall(SYS_ftruncate, file, length);
    if (is_ours && result == 0) note("truncate", file, length, path, "", NULL, 0);
    return result;
}

int ftruncate64(int file, off_t length) { return ftruncate(file, length); }

/* Names */

int renameat(int folder, const char *name, int other, const char *to) {
    char path[PATH_MAX], path_to[PATH_MAX];
    int is_ours = path_in(folder, name, path) | path_in(other, to, path_to);
    if (is_ours && next("rename", path) == FAIL) return -1;
    int result = syscall(SYS_renameat2, folder, name, other, to, 0);
    if (is_ours && result == 0) note("rename", -1, 0, path, path_to, NULL, 0);
    return result;
}

int rename(const char *name, const char *to) { return renameat(AT_FDCWD, name, AT_FDCWD, to); }

int linkat(int folder, const char *name, int other, const char *to, int flags) {
    char path[PATH_MAX], path_to[PATH_MAX];
    int is_ours = path_in(folder, name, path) | path_in(other, to, path_to);
    if (is_ours && next("link", path) == FAIL) return -1;
    int result = syscall(SYS_linkat, folder, name, other, to, flags);
    if (is_ours && result == 0) note("link", -1, 0, path, path_to, NULL, 0);
    return result;
}

int unlinkat(int folder, const char *name, int flags) {
    char path[PATH_MAX];
    int is_ours = path_in(folder, name, path);
    const char *operation = flags & AT_REMOVEDIR ? "rmdir" : "unlink";
    if (is_ours && next(operation, path) == FAIL) return -1;
    int result = syscall(SYS_unlinkat, folder, name, flags);
    if (is_ours && result == 0) note(operation, -1, 0, path, "", NULL, 0);
    return result;
}

int mkdirat(int folder, const char *name, mode_t mode) {
    char path[PATH_MAX];
    int is_ours = path_in(folder, name, path);
    if (is_ours && next("mkdir", path) == FAIL) return -1;
    int result = syscall(SYS_mkdirat, folder, name, mode);
    if (is_ours && result == 0) note("mkdir", -1, 0, path, "", NULL, 0);
    return result;
}

int unlink(const char *name) { return unlinkat(AT_FDCWD, name, 0); }
