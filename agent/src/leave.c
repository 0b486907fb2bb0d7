/* The processes that a hook leaves in its container: another agent, or a process that holds a lock. */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* Returns true in a new process, which has left the session and the standard streams, and false in the process of the hook. */
static bool detach(void) {
  pid_t child = fork();
  if (child < 0) fail(EXIT_STATE, "cannot leave a process in the container: %s", strerror(errno));
  if (child > 0) return false;
  setsid();
  int null = open("/dev/null", O_RDWR);
  for (int i = 0; i < 3 && null >= 0; i++) dup2(null, i);
  if (null > 2) close(null);
  return true;
}

void leave_agent(char **words) {
  int count = 0;
  while (words[count]) count++;
  struct arguments arguments = { 0 };
  parse_arguments(count, words, &arguments);
  if (detach()) run_agent(&arguments);
}

void leave_lock(const char *file) {
  int fd = take_lock(file);
  if (fd < 0) return;
  if (detach()) {
    for (;;) pause();
  }
  close(fd);
}
