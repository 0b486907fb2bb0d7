import { NamedStory } from '../results';
import { loadStories } from '../runner/stories';

/** Returns the stories that delete a pod after its start. Pods with an image volume run on another container runtime and are not in the table. */
export function stopStories(): readonly NamedStory[] {
  return [...loadStories(['stop-*'])].filter(([, { stops, mountsImages }]) => stops && !mountsImages);
}

/** Returns the stories of Jobs with a proxy that never exits by itself. */
export function jobStories(): readonly NamedStory[] {
  return [...loadStories(['job-*'])];
}
