import { CHAIN, stopsInReverse } from './apps/stopping';

export default stopsInReverse('LIFE_LOCK, commands unknown: a chain of three stops in reverse, each container after its dependent.', { needs: CHAIN });
