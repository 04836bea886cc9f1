/* Prints the nanoseconds of a hit-test in this program, and of its round trip through pipes: hit_times SERVER. */
#define _GNU_SOURCE
#include "nodewire.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BATCHES = 15, TURNS = 400 };

static const char *const SETUP[] = {
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"clock\":\"client\"}}",
    "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"document/create\",\"params\":{\"document\":\"d\"}}",
    "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"node/insert\",\"params\":{\"document\":\"d\",\"node\":{\"id\":\"a\",\"position\":{\"x\":0,\"y\":0}}}}",
    "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"view/open\",\"params\":{\"document\":\"d\",\"view\":\"v\",\"width\":800,\"height\":600}}",
};
static const char HIT[] =
    "{\"jsonrpc\":\"2.0\",\"id\":100,\"method\":\"view/hitTest\",\"params\":{\"view\":\"v\",\"at\":{\"x\":20,\"y\":20}}}";

static int32_t server;
static int to, from;

static int embedded(const char *body) {
    size_t length;
    int replies = 0;
    if (nodewire_send(server, body, strlen(body)) != NODEWIRE_DONE) return 0;
    while (nodewire_receive(server, &length) != NULL) replies += length > 0;
    return replies;
}

static int piped(const char *body) {
    static char line[1 << 16];
    size_t length = strlen(body);
    memcpy(line, body, length);
    line[length] = '\n';
    if (write(to, line, length + 1) != (ssize_t)length + 1) return 0;
    /* A reply is the last message that a request causes. */
    for (length = 0;;) {
        ssize_t count = read(from, line + length, sizeof line - 1 - length);
        if (count <= 0) return 0;
        length += (size_t)count;
        line[length] = 0;
        if (line[length - 1] == '\n' && (strstr(line, "\"result\"") || strstr(line, "\"error\""))) return 1;
    }
}

static double fastest(int (*ask)(const char *)) {
    double least = 1e18;
    for (int batch = 0; batch < BATCHES; batch++) {
        struct timespec start, end;
        clock_gettime(CLOCK_MONOTONIC, &start);
        for (int turn = 0; turn < TURNS; turn++)
            if (!ask(HIT)) return -1;
        clock_gettime(CLOCK_MONOTONIC, &end);
        double time = ((end.tv_sec - start.tv_sec) * 1e9 + (end.tv_nsec - start.tv_nsec)) / TURNS;
        if (time < least) least = time;
    }
    return least;
}

int main(int count, char **arguments) {
    int down[2], up[2];
    if (count != 2 || pipe(down) || pipe(up)) return 2;
    if (fork() == 0) {
        dup2(down[0], 0);
        dup2(up[1], 1);
        close(down[1]);
        execl(arguments[1], arguments[1], (char *)NULL);
        _exit(1);
    }
    close(down[0]);
    close(up[1]);
    to = down[1];
    from = up[0];
    server = nodewire_open(NULL, 0);
    for (size_t i = 0; i < sizeof SETUP / sizeof *SETUP; i++)
        if (!embedded(SETUP[i]) || !piped(SETUP[i])) return 1;
    printf("%.0f %.0f\n", fastest(embedded), fastest(piped));
    return nodewire_close(server) < 0;
}
