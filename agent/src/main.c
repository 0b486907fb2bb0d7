/* The wait agent: does its steps in the order in which they are written, then becomes the command. See docs/reference/agent.md. */
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
