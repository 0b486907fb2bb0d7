import { FAN_IN, stopsInReverse } from './apps/stopping';

export default stopsInReverse('LIFE_LOCK: a container with two dependents stops after both.', { needs: FAN_IN });
