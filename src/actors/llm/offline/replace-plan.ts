import { type Excerpt, readExcerpt } from './evidence.js';
import type { Intent } from './intent.js';
import { quoteRefusal } from './refusal.js';
import { answer, look, readFile, type Step } from './step.js';
import { findingsOf, type Turn } from './turn.js';
import { code } from './wording.js';

/** Reads the file, replaces every occurrence of the text in one call, and reports the result. */
export function planReplace(turn: Turn, { oldText, newText, path }: Intent & { kind: 'replace' }): Step {
  const edit = findingsOf(turn, 'edit_file').at(-1);
  if (edit !== undefined) {
    return edit.output.startsWith('Edited ')
      ? answer(`I replaced ${code(oldText)} with ${code(newText)} in ${code(path)}. ${edit.output}`)
      : answer(quoteRefusal(`${code(path)} was not changed`, edit));
  }
  const reading = findingsOf(turn, 'read_file').at(-1);
  if (reading === undefined) return look(`I read ${code(path)} first.`, readFile(path));
  const excerpt = readExcerpt(reading);
  if (excerpt === undefined) return answer(quoteRefusal(`I cannot change ${code(path)}`, reading));
  if (excerpt.totalLines !== excerpt.lines.length)
    return answer(
      `${code(path)} is too long for me to change: I would have to see all of it. Nothing was changed.`,
    );
  const blocks = buildBlock(excerpt, oldText, newText);
  if (blocks === undefined) return answer(`${code(oldText)} is not in ${code(path)}. Nothing was changed.`);
  const args = { uri: path, search_replace_blocks: blocks };
  return look(`I replace ${code(oldText)} with ${code(newText)} in ${code(path)}.`, {
    tool: 'edit_file',
    args,
  });
}

/** One block from the first line with the text to the last, with enough lines around it to be unique. */
function buildBlock({ lines }: Excerpt, oldText: string, newText: string): string | undefined {
  let first = lines.findIndex((line) => line.includes(oldText));
  if (first === -1) return undefined;
  let last = lines.findLastIndex((line) => line.includes(oldText));
  while (countOf(lines, lines.slice(first, last + 1)) > 1) {
    first = Math.max(0, first - 1);
    last = Math.min(lines.length - 1, last + 1);
  }
  const original = lines.slice(first, last + 1);
  const updated = original.map((line) => line.replaceAll(oldText, () => newText));
  const length = markerLength([...original, ...updated]);
  const marker = (sign: string): string => sign.repeat(length);
  return [`${marker('<')} ORIGINAL`, ...original, marker('='), ...updated, `${marker('>')} UPDATED`].join(
    '\n',
  );
}

function countOf(lines: readonly string[], wanted: readonly string[]): number {
  return lines.filter((_, start) => wanted.every((line, offset) => lines[start + offset] === line)).length;
}

/** Longer than any run of marker characters in the lines, so that no line is taken for a marker. */
function markerLength(lines: readonly string[]): number {
  const rows = lines.flatMap((line) => line.match(/<{5,}|={5,}|>{5,}/g) ?? []);
  return rows.reduce((longest, row) => Math.max(longest, row.length + 1), 7);
}
