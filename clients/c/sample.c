/* Opens a file, drags a node by pointer, shows a refusal, undoes and saves: sample FOLDER FILE. */
#include "nodewire.h"

#include <stdio.h>
#include <string.h>

static int32_t server;
static int requests;

/* Prints the messages that wait; a program would read them with its JSON library. */
static void receive(void) {
    const char *message;
    while ((message = nodewire_receive(server, NULL)) != NULL) {
        const char *method = strstr(message, "\"method\":\"");
        const char *error = strstr(message, "\"reason\":\"");
        const char *moved = strstr(message, "\"update\":{\"nodes\":");
        if (error != NULL && method == NULL) printf("refused: %.*s\n", (int)strcspn(error + 10, "\""), error + 10);
        if (moved != NULL) printf("frame: %.*s\n", (int)strcspn(moved + 18, "}"), moved + 18);
    }
}

static void request(const char *method, const char *params) {
    char body[512];
    int length = snprintf(body, sizeof body, "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}",
                          ++requests, method, params);
    if (length < 0 || length >= (int)sizeof body) return;
    nodewire_send(server, body, (size_t)length);
    receive();
}

static void pointer(const char *phase, int x, int y, int time) {
    char params[256];
    snprintf(params, sizeof params, "{\"view\":\"v\",\"id\":1,\"phase\":\"%s\",\"at\":{\"x\":%d,\"y\":%d},\"time\":%d}",
             phase, x, y, time);
    request("input/pointer", params);
}

int main(int count, char **arguments) {
    char text[512];
    if (count != 3) return 2;
    snprintf(text, sizeof text, "{\"root\":\"%s\"}", arguments[1]);
    server = nodewire_open(text, strlen(text));
    if (server < 0) return 1;
    request("initialize", "{\"clock\":\"client\"}");
    snprintf(text, sizeof text, "{\"path\":\"%s\",\"document\":\"d\"}", arguments[2]);
    request("document/open", text);
    request("view/open", "{\"document\":\"d\",\"view\":\"v\",\"width\":800,\"height\":600,\"scene\":\"svg\"}");
    pointer("down", 10, 10, 0);
    pointer("move", 60, 40, 16);
    pointer("up", 60, 40, 32);
    request("edge/connect", "{\"document\":\"d\",\"edge\":{\"source\":\"a\",\"target\":\"a\"}}");
    request("history/undo", "{\"document\":\"d\"}");
    request("node/move", "{\"document\":\"d\",\"ids\":[\"a\"],\"by\":{\"x\":5,\"y\":0}}");
    request("document/save", "{\"document\":\"d\"}");
    request("shutdown", "{}");
    return nodewire_close(server);
}
