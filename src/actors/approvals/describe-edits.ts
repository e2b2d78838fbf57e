import type { TouchedPath } from '../protocol/tool.js';

// As many names as a person reads in one phrase. The question lists all of them above.
const MAX_NAMES = 3;
const MAX_CHARS = 80;

/** Describes edits of these files, as a phrase after "allow": a few files by their names, many by their number. */
export function describeEdits(touched: readonly TouchedPath[]): string {
  const names = [...new Map(touched.map(({ absolute, shown }) => [absolute, shown])).values()];
  if (names.length > MAX_NAMES || names.join('').length > MAX_CHARS)
    return names.length === 1 ? 'edits of this file' : `edits of these ${names.length} files`;
  const last = names.at(-1) ?? '';
  return `edits of ${names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`}`;
}
