/* `--version`: one line on stdout with the version of the interface and the build ID, which the linker computes from the content of the program. */
#include "agent.h"

#include <link.h>
#include <stdio.h>
#include <unistd.h>

/* The begin of the program in memory: a symbol of the linker. */
extern const char __ehdr_start[] __attribute__((visibility("hidden")));

/* A note of the linker. */
struct build_id {
  ElfW(Nhdr) header;
  char owner[4];
  unsigned char bytes[BUILD_ID_BYTES];
};

/* The linker puts notes into the part of the program that begins with its header. */
static const struct build_id *find_build_id(void) {
  const ElfW(Ehdr) *header = (const void *)__ehdr_start;
  const ElfW(Phdr) *part = (const void *)(__ehdr_start + header->e_phoff);
  for (int i = 0; i < header->e_phnum; i++) {
    const struct build_id *note = (const void *)(__ehdr_start + part[i].p_offset);
    if (part[i].p_type == PT_NOTE && note->header.n_type == NT_GNU_BUILD_ID) return note;
  }
  return NULL;
}

void print_version(void) {
  static const char DIGITS[] = "0123456789abcdef";
  char line[64 + 2 * BUILD_ID_BYTES];
  char *at = line + snprintf(line, sizeof line, "startup-order-wait %d, build ", INTERFACE_VERSION);
  const struct build_id *id = find_build_id();
  for (int i = 0; id && i < BUILD_ID_BYTES; i++) {
    *at++ = DIGITS[id->bytes[i] / 16];
    *at++ = DIGITS[id->bytes[i] % 16];
  }
  *at++ = '\n';
  if (write(STDOUT_FILENO, line, (size_t)(at - line)) < 0) return;
}
