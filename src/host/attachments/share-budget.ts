/**
 * Shares a budget among sizes fairly: what is smaller than an equal share gets all that it needs, and the others share
 * what that leaves. The shares add up to the budget at most.
 */
export function shareBudget(sizes: readonly number[], budget: number): readonly number[] {
  const shares = sizes.map(() => 0);
  const bySize = [...sizes.entries()].sort(([, one], [, other]) => one - other);
  let left = Math.max(0, budget);
  for (const [rank, [index, size]] of bySize.entries()) {
    const share = Math.min(size, Math.floor(left / (bySize.length - rank)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}
