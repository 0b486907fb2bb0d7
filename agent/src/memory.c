/*
 * calloc for the few pieces that the agent needs before it waits, and never frees. It replaces the allocator of the libc at
 * link time, which makes each binary 1 to 2 kB larger.
 */
#include "agent.h"

#include <stdlib.h>
#include <sys/mman.h>

#ifndef __SANITIZE_ADDRESS__
void *calloc(size_t count, size_t size) {
  static char *at, *end;
  size_t wanted = (count * size + 15) & ~(size_t)15;
  if (wanted > (size_t)(end - at)) {
    size_t room = wanted < 65536 ? 65536 : wanted;
    at = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) { at = end; return NULL; }
    end = at + room;
  }
  at += wanted;
  return at - wanted;
}
#endif
