import { NamedStory } from '../results';
import { loadStories } from '../runner/stories';

/** Pods that are deleted when all run. One whose agent is in an image volume runs on another container runtime, and is no part of the table. */
export function stopStories(): readonly NamedStory[] {
  return [...loadStories(['stop-*'])].filter(([, { stops, mountsImages }]) => stops && !mountsImages);
}

/** Jobs with a proxy that never ends by itself. */
export function jobStories(): readonly NamedStory[] {
  return [...loadStories(['job-*'])];
}
