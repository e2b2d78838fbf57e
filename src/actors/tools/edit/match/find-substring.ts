import type { StepBudget } from '../text/step-budget.js';

// Characters compared between two checks of the budget.
const CHARS_PER_CHECK = 4_096;

/**
 * The first `most` occurrences of a text in another that `isFit` accepts; occurrences may overlap. Linear time for any
 * input. Yields now and then. Errors: `BudgetExhaustedError`.
 * Source: Knuth, Morris and Pratt, "Fast pattern matching in strings".
 */
export function* findSubstring(
  text: string,
  wanted: string,
  most: number,
  budget: StepBudget,
  isFit: (at: number) => boolean,
): Generator<void, number[]> {
  budget.spend(wanted.length);
  const fallback = new Int32Array(wanted.length + 1);
  fallback[0] = -1;
  for (let at = 0, length = -1; at < wanted.length; at++) {
    while (length >= 0 && wanted.charCodeAt(at) !== wanted.charCodeAt(length))
      length = fallback[length] ?? -1;
    fallback[at + 1] = ++length;
  }
  const found: number[] = [];
  for (let at = 0, length = 0; at < text.length; at++) {
    while (length >= 0 && text.charCodeAt(at) !== wanted.charCodeAt(length)) length = fallback[length] ?? -1;
    length++;
    if (length === wanted.length) {
      if (isFit(at - length + 1)) found.push(at - length + 1);
      if (found.length === most) break;
      length = fallback[length] ?? 0;
    }
    if (at % CHARS_PER_CHECK === CHARS_PER_CHECK - 1) {
      budget.spend(CHARS_PER_CHECK / 2);
      if (budget.isYieldDue()) yield;
    }
  }
  return found;
}
