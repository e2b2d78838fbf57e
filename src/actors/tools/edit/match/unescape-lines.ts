import type { BlockLines } from '../parse/edit-block.js';

const QUOTES = ['"', "'", '`'] as const;

/**
 * The block with escaped quotes unescaped: first as a JSON string, then the quotes alone. Empty when a quote occurs
 * unescaped as well, because the escaped ones are intended then.
 */
export function unescapeBackslashes(block: BlockLines): BlockLines[] {
  const escaped = QUOTES.filter((quote) => block.original.some((line) => line.includes(`\\${quote}`)));
  const all = [...block.original, ...block.updated];
  if (escaped.length === 0 || escaped.some((quote) => all.some((line) => hasBare(line, quote)))) return [];
  const escapes = new RegExp(`\\\\([${escaped.join('')}])`, 'g');
  const asJson = unescapeAs(block, readJson);
  const asQuotes = unescapeAs(block, (line) => line.replace(escapes, '$1'));
  if (asJson === undefined || asQuotes === undefined) return [asJson ?? asQuotes ?? []].flat();
  // Where both results match the same original, they must also agree on the new lines.
  if (!areEqual(asJson.original, asQuotes.original)) return [asJson, asQuotes];
  return areEqual(asJson.updated, asQuotes.updated) ? [asJson] : [];
}

function areEqual(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((line, index) => line === others[index]);
}

/** Whether a line has a quote without a backslash before it. */
function hasBare(line: string, quote: string): boolean {
  return line.replace(/\\./g, '').includes(quote);
}

/** The block with HTML entities decoded; `undefined` when one of those characters occurs literally. */
export function unescapeEntities(block: BlockLines): BlockLines | undefined {
  const hasEntities = block.original.some((line) => ENTITY.test(line));
  const isClear = [...block.original, ...block.updated].every((line) => !/[<>]/.test(line));
  return hasEntities && isClear
    ? unescapeAs(block, (line) => line.replace(ENTITIES, (entity) => MEANINGS[entity] ?? entity))
    : undefined;
}

const MEANINGS: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&apos;': "'",
};
const ENTITY = /&(?:lt|gt|amp|quot|apos|#34|#39|#x27);/;
const ENTITIES = new RegExp(ENTITY, 'g');

/** A line decoded as the inside of a JSON string; `undefined` when it is not one. */
function readJson(line: string): string | undefined {
  try {
    const text: unknown = JSON.parse(`"${line.replaceAll('\t', '\\t')}"`);
    return typeof text === 'string' && !/[^\t\P{Cc}]/u.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

function unescapeAs(
  { original, updated }: BlockLines,
  unescape: (line: string) => string | undefined,
): BlockLines | undefined {
  const read = (lines: readonly string[]): string[] | undefined => {
    const texts = lines.map(unescape);
    return texts.every((text) => text !== undefined) ? texts : undefined;
  };
  const block = { original: read(original), updated: read(updated) };
  return block.original === undefined || block.updated === undefined
    ? undefined
    : { original: block.original, updated: block.updated };
}
