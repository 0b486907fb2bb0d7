/**
 * Options of `StartupOrder.explain` and `StartupOrder.explainAll`.
 */
export interface ExplainOptions {
  /**
   * The longest line, in characters; at least 40. A word that is longer stands on a line of its own.
   *
   * @default 100
   */
  readonly width?: number;

  /**
   * Only characters that every terminal and log shows. What is in your manifest and has no such form is shown as `?`.
   *
   * @default false
   */
  readonly ascii?: boolean;
}

/**
 * Options of `StartupOrder.toTimelineSvg`.
 */
export interface TimelineSvgOptions {
  /**
   * The width of the picture, in pixels; at least 480. Its height follows from the number of containers.
   *
   * @default 960
   */
  readonly width?: number;
}
