import type { BlockLines } from '../parse/edit-block.js';

const QUOTES = ['"', "'", '`'] as const;

/**
 * What a block says whose quotes were escaped for a string that they are not in: first if all of it was escaped as in
 * JSON, then if quotes alone were. None where such a quote stands as it is as well: then the others are meant.
 */
export function unescapeBackslashes(block: BlockLines): BlockLines[] {
  const escaped = QUOTES.filter((quote) => block.original.some((line) => line.includes(`\\${quote}`)));
  const all = [...block.original, ...block.updated];
  if (escaped.length === 0 || escaped.some((quote) => all.some((line) => hasBare(line, quote)))) return [];
  const escapes = new RegExp(`\\\\([${escaped.join('')}])`, 'g');
  const asJson = unescapeAs(block, readJson);
  const asQuotes = unescapeAs(block, (line) => line.replace(escapes, '$1'));
  if (asJson === undefined || asQuotes === undefined) return [asJson ?? asQuotes ?? []].flat();
  // Where the original does not tell which of them it is, the new lines must mean the same.
  if (!areEqual(asJson.original, asQuotes.original)) return [asJson, asQuotes];
  return areEqual(asJson.updated, asQuotes.updated) ? [asJson] : [];
}

function areEqual(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((line, index) => line === others[index]);
}

/** Whether a quote stands in a line without a backslash before it. */
function hasBare(line: string, quote: string): boolean {
  return line.replace(/\\./g, '').includes(quote);
}

/** What a block says whose brackets and quotes were written as HTML does; nothing where one stands as it is. */
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

/** What a line says as the inside of a string of JSON; nothing where it is none. */
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
