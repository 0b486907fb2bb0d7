/* command: a program exits with 0. Its process group ends with the try, and with the agent. */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

static void run_child(char **words, bool quiet) {
  setsid();
  restore_signals();
  int null = open("/dev/null", O_RDWR);
  if (null >= 0) {
    dup2(null, STDIN_FILENO);
    if (quiet) { dup2(null, STDOUT_FILENO); dup2(null, STDERR_FILENO); }
    if (null > STDERR_FILENO) close(null);
  }
  execvp(words[0], words);
  _exit(errno == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE);
}

/* Reads what the descriptor has, and reaps. Orphans come to process 1. Returns true when `child` has ended, with its wait status. */
static bool reap(pid_t child, int *status) {
  struct signalfd_siginfo ignored;
  while (read(child_fd(), &ignored, sizeof ignored) > 0) {}
  bool ended = false;
  int any;
  for (pid_t pid; (pid = waitpid(-1, &any, WNOHANG)) > 0;) {
    if (pid == child) { ended = true; *status = any; }
  }
  return ended;
}

int run_command(char **words, bool quiet, int64_t until) {
  int status = 0;
  child_fd();
  pid_t child = fork();
  if (child < 0) { explain_errno("fork"); return EXIT_NOT_EXECUTABLE; }
  if (child == 0) run_child(words, quiet);
  /* Both sides do this, so that it is done before anything is killed. */
  child_group = child;
  bool in_time = true;
  while (!reap(child, &status)) {
    if (in_time && poll_fd(child_fd(), POLLIN, until)) continue;
    in_time = false;
    kill(-child, SIGKILL);
    kill(child, SIGKILL);
    poll_fd(child_fd(), POLLIN, NEVER);
  }
  child_group = 0;
  if (!in_time) { explain("'%s' took too long", words[0]); return -1; }
  int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  if (code == EXIT_NOT_FOUND) explain("'%s' was not found (exit code 127)", words[0]);
  else explain("'%s' ended with exit code %d", words[0], code);
  return code;
}

bool try_command(const struct step *step, int64_t until) {
  return run_command(step->words, true, until) == 0;
}
