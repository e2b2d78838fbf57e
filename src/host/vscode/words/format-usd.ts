/** `$0.0123`, `$4.50`. */
export function formatUsd(amount: number): string {
  return `$${amount.toFixed(amount < 0.1 ? 4 : 2)}`;
}
