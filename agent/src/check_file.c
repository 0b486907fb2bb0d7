/* file: a path exists. unix-socket: a process listens at a socket. file-contains: a file contains a text. */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/*
 * A process that was killed leaves its socket, which then refuses connections. Any other error says only that the agent cannot
 * connect: the type of the socket, its rights, or a path that is too long for an address.
 */
static bool refuses_connections(const char *path) {
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  bool refuses = connect(fd, (struct sockaddr *)&address, sizeof address) != 0 && errno == ECONNREFUSED;
  if (refuses) explain_errno("");
  close(fd);
  return refuses;
}

bool try_file(const char *path, bool is_socket) {
  struct stat found;
  if (stat(path, &found) != 0) { explain_errno(""); return false; }
  if (!is_socket) return true;
  if (S_ISSOCK(found.st_mode)) return !refuses_connections(path);
  explain("not a Unix socket");
  return false;
}

/*
 * Reads a file of up to PART bytes again in each try, because a program may replace its text by another one. Of a larger
 * file, such as a log, a try reads what the tries before have not read. Reads regular files only: to read a FIFO or a device
 * takes the data from another reader, or never ends.
 */
bool try_file_contains(const char *path, const char *text, int64_t until) {
  enum { PART = 65536, LONGEST_ARGUMENT = 131072 }; /* Linux, MAX_ARG_STRLEN */
  static char buffer[PART + LONGEST_ARGUMENT];
  static struct { const char *path; dev_t device; ino_t inode; off_t end; } read;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) { explain_errno(""); return false; }
  struct stat file;
  if (fstat(fd, &file) != 0 || !S_ISREG(file.st_mode)) { close(fd); explain("not a regular file"); return false; }
  size_t wanted = strlen(text), kept = 0;
  bool found = wanted == 0, is_known = read.path == path && read.device == file.st_dev && read.inode == file.st_ino;
  off_t at = is_known && read.end > PART && read.end <= file.st_size ? read.end : 0;
  /* The text may begin at the end of the part before. */
  at = at_least(at - (off_t)wanted, 0);
  ssize_t got;
  do {
    got = pread(fd, buffer + kept, PART + wanted - kept, at);
    if (found || got <= 0) break;
    at += got;
    size_t length = kept + (size_t)got;
    found = memmem(buffer, length, text, wanted) != NULL;
    kept = length < wanted - 1 ? length : wanted - 1;
    memmove(buffer, buffer + length - kept, kept);
  } while (now() < until);
  read.path = path;
  read.device = file.st_dev;
  read.inode = file.st_ino;
  read.end = at;
  close(fd);
  if (!found) explain("the file does not contain the text");
  return found;
}
