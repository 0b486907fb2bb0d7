import { FAN_IN, stopsInReverse } from './apps/stopping';

export default stopsInReverse('LIFE_LOCK: what two containers need stops when both have ended.', { needs: FAN_IN });
