import { formatToolCommand, formatCommand } from './agent-arguments';
import { CheckModule } from './check-module';
import { hostRule, portRule } from './validate';
import { DatabaseCheck } from '../../api/private/check';

/** In seconds. wait4x makes several tries in this time. */
const WAIT4X = 5;

export const database: CheckModule<DatabaseCheck> = {
  describe: check => `${check.product} at ${check.address}`,
  rules: check => [hostRule(check.host), portRule(check.port)],

  // wait4x 3.7 logs each try, and its last line reports the timeout; redis-cli makes one try.
  buildAgentArguments: ({ client }) =>
    client[0] === 'wait4x'
      ? formatToolCommand([...client, `--timeout=${WAIT4X}s`, '--interval=500ms'], WAIT4X)
      : formatCommand('--command', client),

  findTool: check => check.client[0],
  traffic: 'request',
};
