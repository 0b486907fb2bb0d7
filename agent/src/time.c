/* The clock, and sleep until a descriptor is ready or a time has come. */
#include "agent.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * NANOSECONDS + t.tv_nsec;
}

bool poll_fd(int fd, short events, int64_t until) {
  return poll_either(fd, -1, events, until);
}

bool poll_either(int fd, int other, short events, int64_t until) {
  struct pollfd descriptors[] = { { .fd = fd, .events = events }, { .fd = other, .events = events } };
  return poll_all(descriptors, 2, until);
}

bool poll_all(struct pollfd *descriptors, int count, int64_t until) {
  for (;;) {
    struct timespec left, *timeout = NULL;
    if (until != NEVER) {
      int64_t nanoseconds = until - now();
      if (nanoseconds < 0) nanoseconds = 0;
      left = (struct timespec){ .tv_sec = nanoseconds / NANOSECONDS, .tv_nsec = nanoseconds % NANOSECONDS };
      timeout = &left;
    }
    int ready = ppoll(descriptors, (nfds_t)count, timeout, NULL);
    if (ready >= 0) return ready > 0;
    if (errno != EINTR) fail(EXIT_STATE, "cannot wait: ppoll: %s", strerror(errno));
  }
}

void sleep_until(int64_t until) {
  while (now() < until) poll_fd(-1, 0, until);
}

void describe_time(char *text, size_t size, int64_t time) {
  int64_t milliseconds = (time + MILLISECONDS / 2) / MILLISECONDS;
  if (milliseconds % 1000) snprintf(text, size, "%lld ms", (long long)milliseconds);
  else snprintf(text, size, "%lld s", (long long)(milliseconds / 1000));
}
