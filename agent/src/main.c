/* The wait agent: runs its steps in the order of its arguments, then replaces itself with the command. See docs/contributing/agent-contract.md. */
#include "agent.h"

#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "--version") == 0) {
    print_version();
    _exit(EXIT_READY);
  }
  struct arguments arguments = { 0 };
  parse_arguments(argc, argv, &arguments);
  obey_signals();
  run_agent(&arguments);
}
