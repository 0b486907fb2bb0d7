/**
 * Options of `StartupOrder.explain` and `StartupOrder.explainAll`.
 */
export interface ExplainOptions {
  /**
   * Whether to print more: the reason for each mechanism, the purpose of each written field, the shutdown, and the
   * predicted times.
   *
   * @default false
   */
  readonly detail?: boolean;

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
