import type { ThreadEntry } from '../../../../actors/protocol/thread.js';
import type { ToView } from '../../../../actors/protocol/ui.js';

/** Texts that arrive in parts, by entry and field. */
type LongTexts = ReadonlyMap<string, string>;

/** The texts with one more part. */
export function addLongText(
  texts: LongTexts,
  { entry, field, start, text }: Extract<ToView, { type: 'longText' }>,
): LongTexts {
  const key = keyOf(entry, field);
  // The conversation may have been sent anew in the middle of a text, and then the text begins anew.
  const before = (texts.get(key) ?? '').slice(0, start);
  return new Map(texts).set(key, before + text);
}

/** The entries with the texts that arrived before them. The same array if there are none. */
export function insertLongTexts(entries: readonly ThreadEntry[], texts: LongTexts): readonly ThreadEntry[] {
  if (texts.size === 0) return entries;
  return entries.map((entry) => {
    if (entry.kind !== 'reply') return entry;
    const text = texts.get(keyOf(entry.id, 'text')) ?? entry.text;
    const reasoning = texts.get(keyOf(entry.id, 'reasoning')) ?? entry.reasoning;
    return text === entry.text && reasoning === entry.reasoning ? entry : { ...entry, text, reasoning };
  });
}

function keyOf(entry: string, field: 'text' | 'reasoning'): string {
  return `${field} ${entry}`;
}
