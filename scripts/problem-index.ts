import { Code, Entry } from '../src/api/private/problem';
import { PROBLEMS as API } from '../src/api/private/problems';
import { PROBLEMS as CONSTRUCTS } from '../src/constructs/private/problems';
import { PROBLEMS as IMAGES } from '../src/images/problems';
import { PROBLEMS as PLANNER } from '../src/planner/problems';
import { PROBLEMS as POD } from '../src/pod/problems';
import { WARNINGS } from '../src/pod/warnings';
import { PROBLEMS as POLICY } from '../src/policy/problems';
import { PROBLEMS as READ_IMAGES } from '../tools/cli/images/problems';
import { PROBLEMS as COMPOSE } from '../tools/compose/problems';
import { PROBLEMS as ORDER } from '../tools/order/problems';
import { PROBLEMS as READ } from '../tools/read/problems';

/** The errors of all folders: each code with its entry, sorted. */
export const PROBLEM_INDEX = [
  ...[API, CONSTRUCTS, IMAGES, PLANNER, POD, POLICY],
  ...[READ_IMAGES, COMPOSE, ORDER, READ],
]
  .flatMap(problems => Object.entries(problems) as [Code, Entry<unknown>][])
  .sort(([one], [other]) => (one < other ? -1 : 1));

/** The warnings of plans. */
export const WARNING_INDEX = Object.entries(WARNINGS) as [Code, Entry<unknown>][];
