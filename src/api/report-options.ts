/**
 * Options of `StartupOrder.explain` and `StartupOrder.explainAll`.
 */
export interface ExplainOptions {
  /**
   * The length of the longest line, in characters; at least 40. A longer word has its own line.
   *
   * @default 100
   */
  readonly width?: number;

  /**
   * Whether to write only ASCII characters. A character of your manifest without an ASCII form becomes `?`.
   *
   * @default false
   */
  readonly ascii?: boolean;
}
