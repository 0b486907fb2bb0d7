/* The wait agent: shared types and functions. Each section names the file that defines its functions. */
#ifndef AGENT_H
#define AGENT_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Exit codes of the agent. A command that the agent runs adds its exit codes. */
enum { EXIT_READY = 0, EXIT_STATE = 1, EXIT_USAGE = 2, EXIT_TIMEOUT = 124, EXIT_NOT_EXECUTABLE = 126, EXIT_NOT_FOUND = 127 };

/* The version of the arguments, files and exit codes: AGENT_VERSION of src/agent/contract.ts. */
#define INTERFACE_VERSION 1
#define BUILD_ID_BYTES 20

#define NANOSECONDS 1000000000LL
#define MILLISECONDS 1000000LL
/* The longest time for one try of a command or a name, without --try-timeout. */
#define COMMAND_LIMIT (5 * NANOSECONDS)
/* A time that never comes. */
#define NEVER INT64_MAX

static inline int64_t at_least(int64_t value, int64_t least) {
  return value < least ? least : value;
}

static inline int64_t at_most(int64_t value, int64_t most) {
  return value > most ? most : value;
}

enum kind {
  /* checks that can pass and later fail */
  TCP, HTTP, DNS, FILE_EXISTS, FILE_CONTAINS, UNIX_SOCKET, COMMAND, MARKED, RUNNING,
  /* checks that stay true */
  BLOCKING_COMMAND, DELAY, EXITED,
  /* steps that do not wait */
  FOR, THEN, MARK, RESET, FORGET, IF_MARKED, UNLESS_MARKED, HOLD, RUN_FIRST, LINGER, LOCK, LEAVE_LOCK,
  /* exits of containers, for the command after `--`: terminate the command after all of these, send --quit after all of these */
  UNTIL, AFTER,
  /* a wait without a limit */
  UNLOCKED,
};

#define STATE_DIRECTORY "/startup-order-state"

#define MAX_HEADERS 32
#define MAX_RULES 16

/* The meaning of an answer of a server. */
enum verdict { UNDECIDED = 200, READY, NOT_YET, WRONG };
struct rule {
  enum verdict verdict;
  const char *pattern;
};

/*
 * One argument, with the arguments that modify it. `--for=NAME` begins the waits for one dependency: the checks, limits and marks up to the next `--for`
 * belong to it. All limits count from the start of the agent, or from the last `--then`.
 */
struct step {
  enum kind kind;
  const char *value;      /* the text after `=` */
  char **words;           /* commands: a list that ends with NULL */
  int64_t limit;          /* FOR: --timeout or --continue-after in nanoseconds, 0 for no limit; DELAY: its length */
  int64_t try_limit;      /* nanoseconds for one try; 0: the default of the kind */
  bool goes_on;           /* FOR: --continue-after */
  bool retries;           /* BLOCKING_COMMAND: --retry */
  const char *text;       /* FILE_CONTAINS, COMMAND: --text */
  const char *statuses;   /* HTTP, COMMAND: --status */
  const char *headers[MAX_HEADERS];
  int header_count;
  const char *protocol;   /* TCP: --protocol */
  const char *send;       /* TCP: the bytes of --send */
  size_t send_length;
  struct rule rules[MAX_RULES]; /* TCP: --ready, --not-yet and --wrong; without a rule, a connection is enough */
  int rule_count;
  const char *key;        /* marks: the key; `value` is then the file */
  const char *fails_with; /* COMMAND: a text that ends the wait if each try prints it for some time */
  const char *passes_with; /* COMMAND: a text that passes the check with any exit code */
  char **fails_if;        /* COMMAND: a second command; exit code 0 means that the check never passes */
  bool is_final;          /* EXITED: --final, the container does not start again */
};

struct arguments {
  struct step *steps;
  int count;
  char **command;         /* after `--`; NULL without one */
  const char *gate;       /* --gate: the marker file of the gate, empty while the agent waits, with the key OPEN once the command starts */
  const char *ends;       /* --ends: the file that records the exit code of the command */
  bool has_until;         /* one of the steps is UNTIL */
  int stop_signal;        /* --stop-signal: the signal of UNTIL, by default SIGTERM */
  const char *quit;       /* --quit: the URL of the POST request after the command */
};

/* arguments.c */
void parse_arguments(int argc, char **argv, struct arguments *arguments);

/* version.c */
void print_version(void);

/* messages.c */
extern char reason[512]; /* the reason why the last try of a check failed */
extern volatile bool prints_message; /* a SIGPIPE is from stderr */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void explain(const char *format, ...) __attribute__((format(printf, 1, 2)));
void explain_errno(const char *what);
__attribute__((noreturn)) void fail(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* format.c */
long read_number(const char *text, char **end); /* decimal digits, without sign and blanks; the strtol of the libc makes each binary 600 bytes larger */

/* time.c */
int64_t now(void);
bool poll_fd(int fd, short events, int64_t until); /* false: the time was up */
bool poll_either(int fd, int other, short events, int64_t until); /* ignores a descriptor of -1 */
bool poll_all(struct pollfd *descriptors, int count, int64_t until);
void sleep_until(int64_t until);
void describe_time(char *text, size_t size, int64_t time);

/* signals.c */
void obey_signals(void);
void restore_signals(void);
bool is_of_runtime(int code, pid_t sender);
int child_fd(void);       /* readable when a child has exited */
extern volatile pid_t child_group; /* killed with the agent; 0: none */

/* wait.c */
void run_steps(const struct arguments *arguments);

/* checks: one try each, until the given time. true: it passed. false: `reason` has the cause. */
bool try_tcp(const char *address, int64_t until);
int connect_host_port(const char *address, int64_t until); /* a connected socket, or -1 */
bool try_exchange(const struct step *step, int64_t until);
bool try_http(const struct step *step, int64_t until);
bool try_name(const char *name, int64_t until);
bool is_accepted(int status, const char *statuses);
bool try_command(const struct step *step, int64_t until, bool *never);
bool try_file(const char *path, bool is_socket);
bool try_file_contains(const char *path, const char *text, int64_t until);
int run_command(char **words, bool captures, int64_t until); /* the exit code; -1: the time was up */
void post(const char *url, int64_t until);
const char *find_fault(const char *url); /* NULL: the agent can use it */
bool is_escaped(const char *text);
size_t decode_bytes(char *text); /* in place. Returns the number of bytes */

/* address.c */
#define MAX_ADDRESSES 16
struct address {
  unsigned char bytes[16];
  int family;
};
/* Splits HOST:PORT; the host may be in brackets. */
bool split_address(const char *text, size_t length, char *host, size_t size, unsigned short *port, unsigned short default_port);
bool parse_numeric(const char *host, struct address *address);
/* Both return a connected socket, or -1. */
int connect_address(const struct address *address, int type, unsigned short port, int64_t until);
int connect_to(const char *host, unsigned short port, int64_t until);
bool send_all(int fd, const char *text, size_t length, int64_t until);
/* Returns 0 when the connection was closed, -1 with a reason. */
ssize_t receive(int fd, char *text, size_t size, int64_t until);

/* names.c */
int resolve(const char *host, struct address *found, int most, int64_t until);

/* state.c: marker files, in the state volume that several containers mount */
bool reset_marks(const char *file);
void forget_marks(const char *file);
bool add_mark(const char *file, const char *key);
bool is_marked(const char *file, const char *key);
void hold_probe(const char *file, const char *key);
int open_state(const char *file, int flags);

/* locks.c */
int take_lock(const char *file);
void release_lock(void);
void wait_unlocked(const char *file);
bool is_locked(const char *file);
bool has_ended(const char *key, const char *file, bool *fails);

/* leave.c */
void leave_agent(char **words);
void leave_lock(const char *file);

/* run.c */
__attribute__((noreturn)) void run_agent(const struct arguments *arguments);

#endif
