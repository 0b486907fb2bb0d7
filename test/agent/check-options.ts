import { CHECKS } from '../../scripts/agent-arguments';

/** The arguments of the agent that are checks; the other arguments modify a check. */
export const CHECK_OPTIONS = CHECKS.filter(({ means }) => !/^(after|begins|limits) /.test(means)).map(({ option }) => option);
