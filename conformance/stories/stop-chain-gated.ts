import { CHAIN, stopsInReverse } from './apps/stopping';

export default stopsInReverse('LIFE_LOCK, taken by gates: a chain of three stops in reverse, each when its dependent has ended.', { needs: CHAIN, command: ['/app'] });
