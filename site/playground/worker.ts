/** The script of the worker: answers the questions of the page, one after the other. */
import { QUESTIONS, QuestionName } from './engine';

export type Questions = typeof QUESTIONS;

/** A question: the name of a function of the engine, and its arguments. */
export interface Question {
  readonly name: QuestionName;
  readonly values: readonly unknown[];
}

addEventListener('message', ({ data: { name, values } }: MessageEvent<Question>) => {
  const answer = QUESTIONS[name] as (...values: readonly unknown[]) => unknown;
  postMessage(answer(...values));
});
