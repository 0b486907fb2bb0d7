/*
 * Signals while the agent waits. The kernel ignores signals without a handler for process 1 of a container, so a waiting agent would take the whole grace
 * period to delete. A handler terminates the agent at once for each signal that terminates a program by default.
 */
#include "agent.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

volatile pid_t child_group;

static sigset_t given_mask;
static struct sigaction given[65];
static bool changed[65];
static int ended_children = -1;

static void end_agent(int number) {
  if (number == SIGPIPE && prints_message) return;
  if (child_group > 0) kill(-child_group, SIGKILL);
  _exit(128 + number);
}

/*
 * Whether the runtime has sent a signal, as it does when the kubelet stops a container. Any signal can be its stop signal. The runtime is outside the PID
 * namespace of the container, so its ID is 0. With hostPID it is inside, and so is the parent of the agent: then each signal of a process counts.
 */
bool is_of_runtime(int code, pid_t sender) {
  bool is_of_process = code <= 0;
  return is_of_process && (sender == 0 || getppid() != 0);
}

/* Apache httpd's image has STOPSIGNAL SIGWINCH. A terminal sends the signal, too, when its size changes. */
static void obey_runtime(int number, siginfo_t *signal, void *context) {
  (void)context;
  if (is_of_runtime(signal->si_code, signal->si_pid)) end_agent(number);
}

/* Signals that do not terminate a program by default; and SIGKILL and SIGSTOP, which cannot have a handler. */
static bool ends_nothing(int number) {
  switch (number) {
    case SIGCHLD: case SIGCONT: case SIGURG: case SIGSTOP: case SIGTSTP: case SIGTTIN: case SIGTTOU: case SIGWINCH: case SIGKILL: return true;
    default: return false;
  }
}

#ifdef SA_RESTORER
/* The kernel requires a return function, although end_agent never returns. */
static void exit_agent(void) {
  _exit(EXIT_STATE);
}
#endif

/* The kernel's structure, which has another layout than that of the libc. */
struct kernel_action {
  void (*handler)(int);
  unsigned long flags;
#ifdef SA_RESTORER
  void (*restorer)(void);
#endif
  uint32_t mask[2];
  void *unused; /* qemu-user has a restorer on each platform, and writes as many bytes. */
};

/* The first three real-time signals. The libc reserves them and rejects handlers; the kernel accepts handlers. */
static void obey_reserved_signals(void) {
  struct kernel_action action = { .handler = end_agent }, before;
#ifdef SA_RESTORER
  action.flags = SA_RESTORER;
  action.restorer = exit_agent;
#endif
  for (int number = 32; number <= 34; number++) {
    if (syscall(SYS_rt_sigaction, number, NULL, &before, 8) == 0 && before.handler == SIG_DFL) syscall(SYS_rt_sigaction, number, &action, NULL, 8);
  }
}

/* Sets the handler of a signal that the parent does not ignore. */
static void obey(int number, const struct sigaction *action) {
  if (sigaction(number, NULL, &given[number]) != 0 || given[number].sa_handler != SIG_DFL) return;
  changed[number] = sigaction(number, action, NULL) == 0;
}

void obey_signals(void) {
  struct sigaction action = { .sa_handler = end_agent };
  sigfillset(&action.sa_mask);
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, &given_mask);
  /* A parent may hand down that it ignores the exits of its children: the kernel would report none to the agent. */
  struct sigaction reports = { .sa_handler = SIG_DFL };
  changed[SIGCHLD] = sigaction(SIGCHLD, &reports, &given[SIGCHLD]) == 0;
  for (int number = 1; number <= 64; number++) {
    if (!ends_nothing(number)) obey(number, &action);
  }
  struct sigaction window = { .sa_sigaction = obey_runtime, .sa_flags = SA_SIGINFO | SA_RESTART, .sa_mask = action.sa_mask };
  obey(SIGWINCH, &window);
  obey_reserved_signals();
}

void restore_signals(void) {
  for (int number = 1; number <= 64; number++) {
    if (changed[number]) sigaction(number, &given[number], NULL);
  }
  sigprocmask(SIG_SETMASK, &given_mask, NULL);
}

int child_fd(void) {
  if (ended_children < 0) {
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    ended_children = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    if (ended_children < 0) fail(EXIT_STATE, "cannot wait for a command: signalfd: %s", strerror(errno));
  }
  return ended_children;
}
