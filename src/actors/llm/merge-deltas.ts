import type { ModelDelta } from '../protocol/llm.js';

/**
 * Merges neighbouring deltas of the same kind. The result makes the same reply, with the same text in the same order.
 * An empty text, which is only a keep-alive, is kept when there is nothing else.
 */
export function mergeDeltas(deltas: readonly ModelDelta[]): readonly ModelDelta[] {
  const merged: ModelDelta[] = [];
  for (const delta of deltas) {
    const last = merged.at(-1);
    const both = last === undefined ? undefined : merge(last, delta);
    if (both === undefined) merged.push(delta);
    else merged[merged.length - 1] = both;
  }
  return merged;
}

/** The two deltas as one, or `undefined` when they must stay apart. */
function merge(last: ModelDelta, next: ModelDelta): ModelDelta | undefined {
  if (isEmptyText(next)) return last;
  if (isEmptyText(last)) return next;
  if (last.type === 'text' && next.type === 'text') return { type: 'text', text: last.text + next.text };
  if (last.type === 'reasoning' && next.type === 'reasoning')
    return { type: 'reasoning', text: last.text + next.text };
  if (last.type === 'toolCall' && next.type === 'toolCall' && last.index === next.index) {
    const id = last.id || next.id;
    const name = last.name || next.name;
    return {
      type: 'toolCall',
      index: last.index,
      ...(id === undefined ? {} : { id }),
      ...(name === undefined ? {} : { name }),
      arguments: (last.arguments ?? '') + (next.arguments ?? ''),
    };
  }
  // Servers that send many usages report running totals.
  return last.type === 'usage' && next.type === 'usage' ? next : undefined;
}

/** Whether a delta is only a keep-alive. */
export function isEmptyText(delta: ModelDelta): boolean {
  return (delta.type === 'text' || delta.type === 'reasoning') && delta.text === '';
}
