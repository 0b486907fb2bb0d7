import { startupProbeOrdersNothing } from './startup-probe-orders-nothing';
import { Rule } from '../rule';

/** Every rule, by id. */
export const RULES: readonly Rule[] = [
  startupProbeOrdersNothing,
];
