/* A Nodewire server inside of a program: JSON-RPC bodies go in, bodies come out.

   The messages are those of protocol-spec. All work is done when nodewire_send returns. Link with libnodewire, by
   pkg-config nodewire.

   Threads: any thread may call any function. Calls with one handle are performed one after the other; calls with
   different handles at the same time. What nodewire_receive returned is to be read before another thread receives.

   Bad handles, NULL and text that is no message never end the program: they are answered by a status or an error. */
#ifndef NODEWIRE_H
#define NODEWIRE_H

#include <stddef.h>
#include <stdint.h>

/* Of the library that the header comes with. */
#define NODEWIRE_VERSION "1.0.0"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    NODEWIRE_DONE = 0,
    NODEWIRE_NO_HANDLE = -1,    /* the handle is not open, or there is none left */
    NODEWIRE_BAD_ARGUMENT = -2, /* NULL, or a time that is no number */
    NODEWIRE_BAD_OPTIONS = -3,  /* no JSON object, or a member that is not known */
    NODEWIRE_NO_FOLDER = -4,    /* the root cannot be opened */
    NODEWIRE_ENDED = -5         /* the client sent exit */
};

/* Opens a conversation. `options` is a JSON object of `length` bytes, or NULL for none; it has one member, `root`: the
   folder below which documents are opened and saved. Without it there are no files. Returns a handle above 0, or a
   status. */
int32_t nodewire_open(const char *options, size_t length);

/* Performs one message, or one batch, of `length` bytes of UTF-8, which are not kept. Returns a status. */
int32_t nodewire_send(int32_t handle, const char *body, size_t length);

/* Returns the next message of the server and writes its length to `length`, unless that is NULL; NULL and 0 if there is
   none. A zero follows the message. The memory belongs to the handle and is valid until the next nodewire_receive or
   nodewire_close with it. */
const char *nodewire_receive(int32_t handle, size_t *length);

/* Lets time pass, in milliseconds since any origin, for animations and saving by itself; a time that goes back is
   ignored. It has no effect with the client's clock. Returns a status. */
int32_t nodewire_advance(int32_t handle, double milliseconds);

/* Returns the time at which nodewire_advance is to be called next; infinity while nothing is due, and minus infinity while
   something waits for the first time that is given. */
double nodewire_deadline(int32_t handle);

/* Ends a conversation and frees its handle, its messages and its files. Returns the exit status, 0 if the client sent
   shutdown, else 1; NODEWIRE_NO_HANDLE if the handle is not open. */
int32_t nodewire_close(int32_t handle);

#ifdef __cplusplus
}
#endif
#endif
