import { IMAGE_VOLUME, MOUNTS_IMAGES } from './apps/gated';
import { CHAIN, stopsInReverse } from './apps/stopping';
import { Story } from '../runner/story';

const story: Story = {
  ...stopsInReverse('LIFE_LOCK, the agent in an image volume: a chain stops in reverse.', { needs: CHAIN, command: ['/app'], agent: IMAGE_VOLUME }),
  ...MOUNTS_IMAGES,
};
export default story;
