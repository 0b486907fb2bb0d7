/* Runs the command after `--`: the agent replaces itself with the command, or stays its parent to act on its exit. */
#include "agent.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define GRACE (30 * NANOSECONDS)

__attribute__((noreturn)) static void become(char **command) {
  /* Process 1 of a container gets orphans, which the command does not expect. */
  while (waitpid(-1, NULL, WNOHANG) > 0) {}
  restore_signals();
  execvp(command[0], command);
  int error = errno;
  fail(error == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE, "cannot start '%s': %s", command[0], strerror(error));
}

/* An error that says nothing about the file, as of a seccomp filter, is no reason to keep the gate closed. */
static bool is_no_program(const char *file) {
  struct stat found;
  if (stat(file, &found) == 0 && S_ISDIR(found.st_mode)) return true;
  return access(file, X_OK) < 0 && (errno == ENOENT || errno == ENOTDIR || errno == EACCES);
}

/* Whether the exec of the command will fail, as far as its file tells. */
static bool cannot_start(const char *program) {
  if (strchr(program, '/')) return is_no_program(program);
  const char *path = getenv("PATH");
  for (size_t length; path && (length = strcspn(path, ":")) > 0; path += length + 1) {
    char file[4096];
    snprintf(file, sizeof file, "%.*s/%s", (int)length, path, program);
    if (!is_no_program(file)) return false;
    if (!path[length]) return true;
  }
  return false;
}

/* Returns whether the containers of all steps of the kind, UNTIL or AFTER, have exited. */
static bool all_ended(const struct arguments *arguments, enum kind kind) {
  bool fails;
  for (int i = 0; i < arguments->count; i++) {
    const struct step *step = &arguments->steps[i];
    if (step->kind == kind && !has_ended(step->key, step->value, &fails)) return false;
  }
  return true;
}

/* Does not forward signals of the kernel: the kernel itself signals the foreground group of a terminal, and each process that causes a fault. */
static void forward(const struct signalfd_siginfo *signal, pid_t child) {
  if (signal->ssi_code == SI_KERNEL) return;
  if (signal->ssi_code == SI_QUEUE) sigqueue(child, (int)signal->ssi_signo, (union sigval){ .sival_ptr = (void *)(uintptr_t)signal->ssi_ptr });
  else kill(child, (int)signal->ssi_signo);
}

/* The runtime has told the command to end, with any signal. */
static bool is_stopped;

/* Runs the command as a child: forwards signals, reaps orphans, and terminates it when the containers of --until have exited. Returns its exit code. */
static int supervise(const struct arguments *arguments) {
  /* Also the signals that the libc reserves, and would not block. */
  sigset_t all;
  memset(&all, -1, sizeof all);
  int signals = signalfd(-1, &all, SFD_CLOEXEC | SFD_NONBLOCK);
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, NULL, 8);
  pid_t child = fork();
  if (child < 0) fail(EXIT_NOT_EXECUTABLE, "cannot start '%s': %s", arguments->command[0], strerror(errno));
  if (child == 0) become(arguments->command);

  int64_t look = 0, kill_at = NEVER;
  bool asked = false;
  for (;;) {
    if (arguments->has_until && !asked && now() >= look) {
      look = now() + 100 * MILLISECONDS;
      if (all_ended(arguments, UNTIL)) {
        asked = true;
        kill(child, arguments->stop_signal);
        kill_at = now() + GRACE;
      }
    }
    if (now() >= kill_at) { kill(child, SIGKILL); kill_at = NEVER; }
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
      if (pid != child) continue;
      if (asked) return EXIT_READY;
      return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    }
    poll_fd(signals, POLLIN, asked ? kill_at : arguments->has_until ? look : NEVER);
    struct signalfd_siginfo received;
    while (read(signals, &received, sizeof received) == sizeof received) {
      if (is_of_runtime(received.ssi_code, (pid_t)received.ssi_pid)) is_stopped = true;
      if (received.ssi_signo != SIGCHLD) forward(&received, child);
    }
  }
}

__attribute__((noreturn)) static void start_command(const struct arguments *arguments) {
  /* For other containers a command that cannot start has not started. */
  if (arguments->gate && !cannot_start(arguments->command[0]) && !add_mark(arguments->gate, "OPEN")) fail(EXIT_STATE, "cannot write the marker file: %s", reason);
  if (!arguments->ends && !arguments->has_until && !arguments->quit) become(arguments->command);
  int code = supervise(arguments);
  /* The kubelet runs a container again that it has stopped, as after a failed liveness probe, also if it exits with code 0. */
  if (arguments->ends && code == 0 && !is_stopped && !add_mark(arguments->ends, "COMPLETED")) say("cannot write the marker file: %s", reason);
  /* Release the lock before the check: of several containers that exit at the same time, the last container then sees that all have exited. */
  release_lock();
  if (arguments->quit && all_ended(arguments, AFTER)) post(arguments->quit, now() + 5 * NANOSECONDS);
  _exit(code);
}

void run_agent(const struct arguments *arguments) {
  run_steps(arguments);
  if (arguments->command) start_command(arguments);
  _exit(EXIT_READY);
}
