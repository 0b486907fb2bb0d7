/* The wait agent: runs its steps in the order of its arguments, then replaces itself with the command. See docs/reference/agent-contract.md. */
#include "agent.h"

#include <unistd.h>

int main(int argc, char **argv) {
  struct arguments arguments = { 0 };
  parse_arguments(argc, argv, &arguments);
  obey_signals();
  run_steps(&arguments);
  if (arguments.command) start_command(&arguments);
  _exit(EXIT_READY);
}
