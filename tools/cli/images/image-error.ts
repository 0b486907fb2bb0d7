import { Code, Problem, problem } from '../../../src/api/private/problem';

/** An error about one image. The command adds the image and its container, and reports the errors of all images together. */
export class ImageError extends Error {
  constructor(public readonly cause: Problem) {
    super(`${cause.text} [${cause.code}]`);
  }
}

export function imageError<C extends Code>(code: C, about: Parameters<typeof problem<C>>[1]): ImageError {
  return new ImageError(problem(code, about));
}
