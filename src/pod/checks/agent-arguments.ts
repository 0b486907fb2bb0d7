/** A duration as the agent parses it: milliseconds at most, no exponents. */
export function formatAgentDuration(seconds: number): string {
  return `${Math.max(1, Math.round(seconds * 1000)) / 1000}s`;
}

export function formatTryTimeout({ trySeconds }: { readonly trySeconds?: number }): string[] {
  return trySeconds === undefined ? [] : [`--try-timeout=${formatAgentDuration(trySeconds)}`];
}

/** An option with a command: the number of its words, then the words. */
export function formatCommand(option: string, words: readonly string[]): string[] {
  return [`${option}=${words.length}`, ...words];
}

/** In seconds. The time that a program may take to start and to exit, besides its own limit. */
const MARGIN = 5;

/**
 * A program that the agent runs again and again, without a shell. The program exits before its try ends, because its
 * own message explains more than a message of the agent.
 */
export function formatToolCommand(words: readonly string[], seconds: number): string[] {
  return [...formatCommand('--command', words), `--try-timeout=${formatAgentDuration(seconds + MARGIN)}`];
}
