/* command: a program exits with 0 and prints the required text. The agent kills the processes of a try that takes too long, and all processes before it exits. */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

/* A read of a pipe returns at most this many bytes. */
#define PIPE_SIZE 65536

/* The output of the last try, from stdout and stderr. Unused pages take no memory. */
static char output[(1 << 20) + 2 * PIPE_SIZE];
static size_t printed;

static void run_child(char **words, bool captures, int captured) {
  prctl(PR_SET_PDEATHSIG, SIGKILL); /* also if the kubelet kills the agent */
  setsid();
  restore_signals();
  int null = open("/dev/null", O_RDWR);
  if (null >= 0) dup2(null, STDIN_FILENO);
  if (captures) {
    dup2(captured < 0 ? null : captured, STDOUT_FILENO);
    dup2(captured < 0 ? null : captured, STDERR_FILENO);
  }
  if (null > STDERR_FILENO) close(null);
  execvp(words[0], words);
  _exit(errno == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE);
}

/* Reaps all children; process 1 also gets orphans. Returns true when `child` has exited, with its wait status. */
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

/* Keeps the first megabyte and the end. Returns false at the end of the file. */
static bool read_output(int fd) {
  if (sizeof output - printed < PIPE_SIZE) printed -= PIPE_SIZE;
  ssize_t got = read(fd, output + printed, PIPE_SIZE);
  if (got > 0) printed += (size_t)got;
  return got > 0 || (got < 0 && errno == EAGAIN);
}

/* Finds the reason of a failure in the output: the text from the word `error` or from `err="..."` on, in any line. Otherwise the first line. */
static void explain_output(const char *program, int code) {
  size_t from = 0;
  while (from < printed && (unsigned char)output[from] <= ' ') from++;
  for (size_t i = 0; i + 3 <= printed; i++) {
    if (strncasecmp(output + i, "err", 3) != 0 || (i > 0 && strchr(" \t\n:[(", output[i - 1]) == NULL)) continue;
    from = i;
    break;
  }
  size_t length = 0;
  while (from + length < printed && output[from + length] != '\n') length++;
  if (length > 0) explain("%.*s", (int)length, output + from);
  else if (code == EXIT_NOT_FOUND) explain("'%s' was not found (exit code 127)", program);
  else explain("'%s' ended with exit code %d", program, code);
}

int run_command(char **words, bool captures, int64_t until) {
  int status = 0, ends[2] = { -1, -1 };
  printed = 0;
  if (captures && pipe2(ends, O_CLOEXEC) == 0) fcntl(ends[0], F_SETFL, O_NONBLOCK);
  child_fd();
  pid_t child = fork();
  if (child == 0) run_child(words, captures, ends[1]);
  if (ends[1] >= 0) close(ends[1]);
  int out = ends[0];
  bool in_time = true;
  if (child > 0) child_group = child;
  while (child > 0 && !reap(child, &status)) {
    if (in_time && poll_either(child_fd(), out, POLLIN, until)) {
      if (out >= 0 && !read_output(out)) { close(out); out = -1; }
      continue;
    }
    in_time = false;
    /* Kill both: the child may not lead its group yet. */
    kill(-child, SIGKILL);
    kill(child, SIGKILL);
    poll_fd(child_fd(), POLLIN, NEVER);
  }
  child_group = 0;
  /* A try leaves no process behind. */
  if (captures && child > 0) kill(-child, SIGKILL);
  if (out >= 0) { read_output(out); close(out); }
  if (child < 0) { explain_errno("fork"); return EXIT_NOT_EXECUTABLE; }
  if (!in_time) { explain("'%s' took too long", words[0]); return -1; }
  int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  explain_output(words[0], code);
  return code;
}

static bool prints(const char *text, size_t length) {
  return memmem(output, length, text, strlen(text)) != NULL;
}

/* Checks the output after exit code 0. With --status the last line is the status, as curl writes it, and the text is in the lines before. */
static bool is_as_wanted(const struct step *step) {
  while (printed > 0 && output[printed - 1] == '\n') printed--;
  size_t line = printed;
  while (line > 0 && output[line - 1] != '\n') line--;
  int status = 0;
  for (size_t i = line; i < printed && output[i] >= '0' && output[i] <= '9' && status < 1000; i++) status = status * 10 + output[i] - '0';
  bool has_text = !step->text || prints(step->text, step->statuses ? line : printed);
  bool is_good = !step->statuses || is_accepted(status, step->statuses);
  if (step->statuses) explain("HTTP status %d%s", status, has_text ? "" : ", without the text");
  else explain("%.*s", (int)(printed - line), output + line);
  return has_text && is_good;
}

bool try_command(const struct step *step, int64_t until, bool *never) {
  static const struct step *failing; /* the check whose last try printed the --fails-with text */
  static int64_t fails_since;
  int code = run_command(step->words, true, until);
  *never = false;
  if (step->passes_with && prints(step->passes_with, printed)) return true;
  if (code == 0 && is_as_wanted(step)) return true;
  if (step->fails_with && prints(step->fails_with, printed)) {
    if (failing != step) fails_since = now();
    failing = step;
    /* A role or another object may appear a little later than the pod. */
    *never = now() - fails_since >= 2 * (step->try_limit ? step->try_limit : COMMAND_LIMIT);
    return false;
  }
  failing = NULL;
  if (!step->fails_if || code < 0) return false;
  char why[sizeof reason];
  strcpy(why, reason);
  *never = run_command(step->fails_if, true, until) == 0;
  strcpy(reason, why);
  if (*never) {
    size_t used = (size_t)snprintf(reason, sizeof reason, "passed:");
    for (char **word = step->fails_if; *word && used < sizeof reason; word++) {
      used += (size_t)snprintf(reason + used, sizeof reason - used, " %s", *word);
    }
  }
  return false;
}
