/** The script of the worker: answers the questions of the page, one after the other. */
import { setDependency, setRole, translate } from './declarations';
import { evaluate, writeWithBinaries } from './engine';

/** The functions that answer the questions of the page, by name. */
const QUESTIONS = { evaluate, writeWithBinaries, setDependency, setRole, translate };
export type Questions = typeof QUESTIONS;

/** A question: the name of a function of the engine, and its arguments. */
export interface Question {
  readonly name: keyof Questions;
  readonly values: readonly unknown[];
}

addEventListener('message', ({ data: { name, values } }: MessageEvent<Question>) => {
  const answer = QUESTIONS[name] as (...values: readonly unknown[]) => unknown;
  postMessage(answer(...values));
});
