/*
 * Marker files, in the volume that the containers of a pod share. The kubelet reads them, too: they are env files (KEP-3721) with `KEY='true'` lines.
 * The first line names the sandbox of the pod. After the kubelet has replaced the sandbox, earlier marks are invalid, except the end of a container.
 *
 * Any container that mounts the volume may replace a file by a link, a FIFO or garbage. So the agent follows no link and reads only regular files.
 */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STATE_SIZE = 4096 };

/* The kubelet or the runtime writes /etc/hostname once for each sandbox: all containers of the pod see the same inode and modification time. */
static void write_sandbox(char *line, size_t size) {
  struct stat made;
  if (stat("/etc/hostname", &made) != 0 && stat("/etc/resolv.conf", &made) != 0) memset(&made, 0, sizeof made);
  snprintf(line, size, "# sandbox %llx-%llx-%lx\n", (unsigned long long)made.st_ino, (unsigned long long)made.st_mtim.tv_sec, (unsigned long)made.st_mtim.tv_nsec);
}

/* Opens a regular file that is not a link; with O_CREAT in `flags` creates it. Returns -1 with errno otherwise. */
int open_state(const char *file, int flags) {
  int common = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  int fd = open(file, (flags & ~O_CREAT) | common);
  if (fd < 0 && errno == ENOENT && flags & O_CREAT) {
    /* O_CREAT only for a new file: in a sticky directory the kernel rejects O_CREAT for files of other users (fs.protected_regular). */
    fd = open(file, flags | common | O_EXCL, 0666);
    /* Containers of other users add their marks. */
    if (fd >= 0) fchmod(fd, 0666);
    else if (errno == EEXIST) fd = open(file, (flags & ~O_CREAT) | common);
  }
  struct stat opened;
  if (fd >= 0 && (fstat(fd, &opened) != 0 || !S_ISREG(opened.st_mode))) {
    close(fd);
    errno = EINVAL;
    return -1;
  }
  return fd;
}

bool reset_marks(const char *file) {
  char line[80];
  write_sandbox(line, sizeof line);
  int fd = open_state(file, O_WRONLY | O_CREAT);
  if (fd < 0) { explain_errno(file); return false; }
  bool written = ftruncate(fd, 0) == 0 && write(fd, line, strlen(line)) == (ssize_t)strlen(line);
  if (!written) explain_errno(file);
  close(fd);
  return written;
}

/*
 * Reads the file. Returns false if its marks are invalid: no line names this sandbox, or says that the container has exited with code 0 by itself.
 * Such an end stays true: with restartPolicy OnFailure the kubelet runs the container in no later sandbox (kubelet 1.27-1.37, kuberuntime_manager.go
 * computePodActions). A container that runs again empties its file.
 */
static bool read_state(const char *file, char *text) {
  char line[80];
  write_sandbox(line, sizeof line);
  int fd = open_state(file, O_RDONLY);
  if (fd < 0) return false;
  ssize_t got = pread(fd, text, STATE_SIZE - 1, 0);
  close(fd);
  if (got < 0) return false;
  text[got] = 0;
  return strstr(text, line) || strstr(text, "\nCOMPLETED='true'\n");
}

static bool has_line(const char *text, const char *line) {
  size_t length = strlen(line);
  for (const char *at = text; at && *at; at = strchr(at, '\n'), at = at ? at + 1 : NULL) {
    if (strncmp(at, line, length) == 0 && at[length] == '\n') return true;
  }
  return false;
}

void forget_marks(const char *file) {
  char text[STATE_SIZE];
  struct stat there;
  if (lstat(file, &there) == 0 && !read_state(file, text)) reset_marks(file);
}

static bool append_mark(const char *file, const char *key) {
  char line[256];
  int length = snprintf(line, sizeof line, "%s='true'\n", key);
  int fd = open_state(file, O_WRONLY | O_APPEND);
  bool written = fd >= 0 && length < (int)sizeof line && write(fd, line, (size_t)length) == length;
  if (!written) explain_errno(file);
  if (fd >= 0) close(fd);
  return written;
}

bool add_mark(const char *file, const char *key) {
  char text[STATE_SIZE];
  if (is_marked(file, key)) return true;
  if (read_state(file, text)) {
    if (!append_mark(file, key)) return false;
    if (is_marked(file, key)) return true;
    /* Another container has added garbage: a line without a line break, or more than STATE_SIZE. */
  }
  return reset_marks(file) && append_mark(file, key);
}

bool is_marked(const char *file, const char *key) {
  char text[STATE_SIZE], line[256];
  snprintf(line, sizeof line, "%s='true'", key);
  if (read_state(file, text) && has_line(text, line)) return true;
  explain("the mark %s is not there yet", key);
  return false;
}

/*
 * For a readiness probe whose only purpose is one result after the mark. The first run with the mark returns at once; the next run, a second later, sleeps
 * for 30 s. After a restart of the kubelet the last run is longer ago, so that the kubelet's first probe returns at once again.
 */
void hold_probe(const char *file, const char *key) {
  if (!is_marked(file, key)) return;
  char probed[4096];
  if (snprintf(probed, sizeof probed, "%s.probed", file) >= (int)sizeof probed) return;
  int64_t last = 0;
  int fd = open_state(probed, O_RDONLY);
  if (fd >= 0) {
    if (read(fd, &last, sizeof last) != sizeof last) last = 0;
    close(fd);
  }
  int64_t time = now(); /* After a restart of the node, the last run is in the future. */
  if (last > 0 && last <= time && time - last < 3 * NANOSECONDS) sleep_until(now() + 30 * NANOSECONDS);
  fd = open_state(probed, O_WRONLY | O_CREAT);
  if (fd >= 0) {
    last = now();
    if (pwrite(fd, &last, sizeof last, 0) != sizeof last) explain_errno(probed);
    close(fd);
  }
  _exit(EXIT_READY);
}
