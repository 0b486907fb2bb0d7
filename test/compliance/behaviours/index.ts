import { GIVEN_FIELDS } from './given-fields';
import { dependenciesAtOnce, freeContainers, listOrder } from './order';
import { absentDependency, bestEffortQos, burstableQos, guaranteedQos, hostNetwork, imageVolume, restricted, windows, workloadKinds } from './pods';
import { sameBytes, statedGuarantee, untouchedInput } from './results';
import { noStopsUnasked, ownPreStop, stopsInReverse } from './stops';
import { continueAfterTimeout, failAfterTimeout, noTimeout } from './timeouts';
import { Behaviour } from '../matrix';

/** The rows of the matrix. */
export const BEHAVIOURS: readonly Behaviour[] = [
  listOrder,
  freeContainers,
  dependenciesAtOnce,
  statedGuarantee,
  noTimeout,
  failAfterTimeout,
  continueAfterTimeout,
  stopsInReverse,
  ownPreStop,
  noStopsUnasked,
  absentDependency,
  ...GIVEN_FIELDS,
  workloadKinds,
  hostNetwork,
  windows,
  restricted,
  guaranteedQos,
  burstableQos,
  bestEffortQos,
  imageVolume,
  sameBytes,
  untouchedInput,
];
