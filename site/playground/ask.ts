import type { Questions, Question } from './worker';

/** The script of the worker; scripts/playground.ts inserts it. */
declare const WORKER: string;

interface Waiting {
  readonly question: Question;
  readonly resolve: (answer: any) => void;
  readonly reject: (error: Error) => void;
}

/** The questions without an answer, in the order in which the worker answers them. */
let waiting: Waiting[] = [];
let worker = start();

function start(): Worker {
  const url = URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }));
  const started = new Worker(url);
  URL.revokeObjectURL(url);
  started.addEventListener('message', ({ data }) => { waiting.shift()?.resolve(data); });
  started.addEventListener('error', event => {
    event.preventDefault();
    waiting.shift()?.reject(new Error(event.message));
  });
  return started;
}

/** Asks the worker. The page still answers while the worker thinks. */
export function ask<N extends keyof Questions>(name: N, ...values: Parameters<Questions[N]>): Promise<ReturnType<Questions[N]>> {
  return new Promise((resolve, reject) => {
    const question = { name, values };
    waiting.push({ question, resolve, reject });
    worker.postMessage(question);
  });
}

/** Asks again with newer values: an older question of this name gets no answer, and a new worker does not wait for its end. */
export function askAgain<N extends keyof Questions>(name: N, ...values: Parameters<Questions[N]>): Promise<ReturnType<Questions[N]>> {
  const others = waiting.filter(({ question }) => question.name !== name);
  if (others.length < waiting.length) {
    worker.terminate();
    worker = start();
    waiting = others;
    for (const { question } of waiting) { worker.postMessage(question); }
  }
  return ask(name, ...values);
}
