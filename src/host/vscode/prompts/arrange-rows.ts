import type { Row } from './prompts.js';

/** A row in its place. */
export interface ArrangedRow<Value> extends Row<Value> {
  /** Whether it stands for the text that is typed. Default: no. */
  readonly isTyped?: boolean;
}

/**
 * The rows of a list while a text stands in its box. The editor puts rows whose labels match before all others, keeps the
 * order of those, and Enter takes the first row: so the row of the typed text comes last, and rows that are no answers
 * stand only while nothing is typed.
 * Shape: `text` is trimmed. The label of the row that `typed` makes has no words, so that it matches nothing.
 */
export function arrangeRows<Value>(
  rows: readonly Row<Value>[],
  text: string,
  typed: ((text: string) => Row<Value>) | undefined,
): readonly ArrangedRow<Value>[] {
  if (typed === undefined || text === '') return rows;
  const answers = rows.filter(({ isAside }) => isAside !== true);
  return answers.some(({ label }) => label === text)
    ? answers
    : [...answers, { ...typed(text), isTyped: true }];
}
