import { type FileExcerpt, readExcerpt } from './evidence.js';
import type { Intent } from './intent.js';
import { quoteRefusal } from './refusal.js';
import { answer, look, callReadFile, type OfflineStep } from './offline-step.js';
import { findingsOf, type OfflineTurn } from './offline-turn.js';
import { code, NO_CHANGES_HERE } from './wording.js';

// What `refuseInMode` of the tool call's machine says.
const REFUSED_IN_MODE = /^The tool "edit_file" may not be used in \w+ mode\./;

/** Reads the file, replaces every occurrence of the text in one call, and reports the result. */
export function planReplace(
  turn: OfflineTurn,
  { oldText, newText, path }: Intent & { kind: 'replace' },
): OfflineStep {
  const edit = findingsOf(turn, 'edit_file').at(-1);
  if (edit !== undefined) {
    if (edit.output.startsWith('Edited '))
      return answer(`I replaced ${code(oldText)} with ${code(newText)} in ${code(path)}. ${edit.output}`);
    if (REFUSED_IN_MODE.test(edit.output)) return answer(NO_CHANGES_HERE);
    return answer(quoteRefusal(`${code(path)} was not changed`, edit));
  }
  const reading = findingsOf(turn, 'read_file').at(-1);
  if (reading === undefined) return look(`I read ${code(path)} first.`, callReadFile(path));
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

/** One block from the first line with the text to the last, which therefore matches no other place. */
function buildBlock({ lines }: FileExcerpt, oldText: string, newText: string): string | undefined {
  const first = lines.findIndex((line) => line.includes(oldText));
  if (first === -1) return undefined;
  const original = lines.slice(first, lines.findLastIndex((line) => line.includes(oldText)) + 1);
  const updated = original.map((line) => line.replaceAll(oldText, () => newText));
  // Longer than any run of marker characters in the lines, so that no line is taken for a marker.
  const runs = [...original, ...updated].flatMap((line) => line.match(/<{5,}|={5,}|>{5,}/g) ?? []);
  const length = Math.max(7, ...runs.map((run) => run.length + 1));
  const [opening, divider, closing] = ['<', '=', '>'].map((sign) => sign.repeat(length));
  return [`${opening} ORIGINAL`, ...original, divider, ...updated, `${closing} UPDATED`].join('\n');
}
