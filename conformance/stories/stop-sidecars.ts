import { CHAIN, stopsInReverse } from './apps/stopping';
import { before, Story } from '../runner/story';

const story: Story = {
  ...stopsInReverse('SIDECAR_ORDER: the native sidecars of a chain stop after the app, in reverse.', { needs: CHAIN, sidecars: ['cache', 'proxy'] }),
  doesNotApply: before(29, 'no native sidecars'),
};
export default story;
