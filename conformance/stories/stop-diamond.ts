import { DIAMOND, stopsInReverse } from './apps/stopping';

export default stopsInReverse('LIFE_LOCK: a diamond stops in reverse.', { needs: DIAMOND });
