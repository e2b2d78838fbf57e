// Below this amount the digits say nothing to a person.
const LEAST_USD = 0.0001;

/**
 * An amount of US dollars, with two digits or, from a dollar on, two places: `$0.012`, `$1.25`, `under $0.0001`; `$0.00`
 * for none.
 */
export function formatUsd(amount: number): string {
  if (amount === 0) return '$0.00';
  if (amount < LEAST_USD) return `under $${LEAST_USD}`;
  return `$${amount < 0.995 ? amount.toPrecision(2) : amount.toFixed(2)}`;
}
