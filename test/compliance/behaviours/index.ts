import { GIVEN_FIELDS } from './given-fields';
import { ORDER } from './order';
import { absentDependency, PODS } from './pods';
import { sameBytes, statedGuarantee, untouchedInput } from './results';
import { STOPS } from './stops';
import { TIMEOUTS } from './timeouts';
import { Behaviour } from '../matrix';

/** The rows of the matrix. */
export const BEHAVIOURS: readonly Behaviour[] = [
  ...ORDER, statedGuarantee, ...TIMEOUTS, ...STOPS, absentDependency, ...GIVEN_FIELDS, ...PODS, sameBytes, untouchedInput,
];
