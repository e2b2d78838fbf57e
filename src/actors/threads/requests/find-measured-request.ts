import type { ThreadEntry } from '../../protocol/thread.js';

/** A request whose tokens the provider has counted. */
export interface MeasuredRequest {
  /** The entries that it was made of. */
  readonly branch: readonly ThreadEntry[];
  readonly inputTokens: number;
}

/**
 * The newest request of a branch to this model whose tokens are known. Shape of `model`: `provider/model`. Returns
 * `undefined` when there is none.
 */
export function findMeasuredRequest(
  branch: readonly ThreadEntry[],
  model: string,
): MeasuredRequest | undefined {
  let asked = '';
  let measured: { readonly index: number; readonly inputTokens: number } | undefined;
  for (const [index, entry] of branch.entries()) {
    if (entry.kind === 'turn_began') asked = entry.model;
    if (entry.kind !== 'reply' || (entry.model ?? asked) !== model || entry.usage.inputTokens === 0) continue;
    measured = { index, inputTokens: entry.usage.inputTokens };
  }
  if (measured === undefined) return undefined;
  return { branch: branch.slice(0, measured.index), inputTokens: measured.inputTokens };
}
