import type { BlockLines } from '../parse/edit-block.js';
import { reindentBlock } from './reindent.js';
import { indentOf } from './indentation.js';
import type { StretchMatch } from './haystack.js';

/**
 * Gives new lines that replace a part of a line the indentation of the file, from the second line on; `undefined` when
 * their intended indentation is ambiguous.
 */
export function reindentStretch(
  { original, updated }: BlockLines,
  lines: readonly string[],
  { start }: StretchMatch,
): readonly string[] | undefined {
  const [first = '', ...others] = updated;
  const line = lines[start.line] ?? '';
  const indent = indentOf(line);
  // An original of several lines already shows the indentation of the file.
  if (others.length === 0 || original.length > 1 || indent === '') return updated;
  if (
    others.every((other) => other.trim() === '' || other.startsWith(indent)) &&
    start.column > indent.length
  )
    return updated;
  if (start.column > indent.length) return undefined;
  const block = reindentBlock(
    { original, updated },
    {
      lines,
      start: start.line,
      indentation: {
        kind: 'shift',
        from: '',
        to: indent,
        base: { from: '', to: indent },
        depths: [0],
        isSingle: true,
      },
    },
  );
  if (block === undefined) return undefined;
  const [head = first] = block.updated;
  return [head.startsWith(indent) ? head.slice(indent.length) : head, ...block.updated.slice(1)];
}
