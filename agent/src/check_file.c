/* file: a path exists. unix-socket: the path is a socket. file-contains: a file contains a text. */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool try_file(const char *path, bool is_socket) {
  struct stat found;
  if (stat(path, &found) != 0) { explain_errno(""); return false; }
  if (!is_socket || S_ISSOCK(found.st_mode)) return true;
  explain("not a Unix socket");
  return false;
}

bool try_file_contains(const char *path, const char *text) {
  /* Do not block: the path may be a FIFO. */
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) { explain_errno(""); return false; }
  size_t wanted = strlen(text), kept = 0, size = 65536 + wanted;
  char *buffer = malloc(size);
  bool found = wanted == 0;
  ssize_t got;
  while (buffer && !found && (got = read(fd, buffer + kept, size - kept)) > 0) {
    size_t length = kept + (size_t)got;
    found = memmem(buffer, length, text, wanted) != NULL;
    /* The text may begin at the end of this part. */
    kept = length < wanted - 1 ? length : wanted - 1;
    memmove(buffer, buffer + length - kept, kept);
  }
  free(buffer);
  close(fd);
  if (!found) explain("the file does not contain the text");
  return found;
}
