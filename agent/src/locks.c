/*
 * A lock shows whether a container runs: the kernel releases the lock when the last process with the lock exits, for any reason. The locked file records the start,
 * and an exit with code 0 where an agent stays the parent of the command.
 */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/time.h>
#include <unistd.h>

/* Many programs close the low descriptors that they inherit. Few close this one. */
enum { LOCK_DESCRIPTOR = 200 };

static int held = -1;

/* Returns the descriptor of the lock, which the command inherits. -1: there is no lock. */
int take_lock(const char *file) {
  if (!reset_marks(file)) { say("cannot lock %s: %s", file, reason); return -1; }
  int fd = open_state(file, O_RDWR);
  if (fd < 0) { say("cannot lock %s: %s", file, strerror(errno)); return -1; }
  /* Agents that wait for the lock hold it for a moment each. */
  int64_t until = now() + NANOSECONDS;
  while (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK || now() > until) { say("cannot lock %s: %s", file, strerror(errno)); close(fd); return -1; }
    sleep_until(now() + 5 * MILLISECONDS);
  }
  if (!add_mark(file, "RUNS")) say("cannot lock %s: %s", file, reason);
  int high = fcntl(fd, F_DUPFD, LOCK_DESCRIPTOR);
  if (high >= 0) close(fd);
  else fcntl(fd, F_SETFD, 0); /* The limit of descriptors is lower. The command must inherit the lock all the same. */
  return held = high < 0 ? fd : high;
}

/* Releases the lock also for processes that inherited it. */
void release_lock(void) {
  if (held >= 0) flock(held, LOCK_UN);
}

void wait_unlocked(const char *file) {
  int fd = open_state(file, O_RDONLY);
  if (fd < 0) return; /* The container has never started. */
  int failed;
  while ((failed = flock(fd, LOCK_SH)) != 0 && errno == EINTR) {}
  if (failed) say("cannot wait for the lock of %s: %s", file, strerror(errno));
  close(fd);
}

enum lock { FREE, LOCKED, UNKNOWN };

/* Returns whether a process locks the file. */
static enum lock find_lock(const char *file) {
  int fd = open_state(file, O_RDONLY);
  if (fd < 0) { explain_errno(file); return UNKNOWN; }
  enum lock found = FREE;
  if (flock(fd, LOCK_SH | LOCK_NB) != 0) {
    found = errno == EWOULDBLOCK ? LOCKED : UNKNOWN;
    explain_errno("flock");
  }
  close(fd);
  return found;
}

/* Returns whether the container of the file runs: a process locks the file. */
bool is_locked(const char *file) {
  enum lock found = find_lock(file);
  if (found == FREE) explain("the container does not run");
  return found == LOCKED;
}

/* Returns whether the container of the lock file has exited, for the key COMPLETED by itself and with exit code 0. */
bool has_ended(const char *key, const char *file, bool *fails) {
  *fails = false;
  if (!is_marked(file, "RUNS")) { explain("the container has not started yet"); return false; }
  enum lock found = find_lock(file);
  if (found == LOCKED) explain("the container still runs");
  if (found != FREE) return false;
  if (strcmp(key, "COMPLETED") != 0 || is_marked(file, "COMPLETED")) return true;
  explain("the container did not end by itself with exit code 0");
  *fails = true;
  return false;
}
