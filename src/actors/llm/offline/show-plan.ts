import { type FileExcerpt, readExcerpt, readSuggestions } from './evidence.js';
import type { RequestedLines } from './intent.js';
import { isRefused, quoteRefusal } from './refusal.js';
import { answer, callListDirectory, look, callReadFile, type OfflineStep } from './offline-step.js';
import { findingsOf, type OfflineTurn } from './offline-turn.js';
import { block, bullets, code } from './wording.js';

// More than anybody reads in a chat; the rest can be requested by line numbers.
const MAX_LINES = 200;

/** Shows a file, or the one with this name that must have been meant; lists what turns out to be a directory. */
export function planShow(
  turn: OfflineTurn,
  { path, firstLine, lastLine }: { readonly path: string } & RequestedLines,
): OfflineStep {
  const listing = findingsOf(turn, 'ls_dir').at(-1);
  if (listing !== undefined)
    return answer(isRefused(listing) ? quoteRefusal('I cannot list it', listing) : block(listing.output));
  if (path === '') return look('I list the workspace.', callListDirectory(path));
  const readings = findingsOf(turn, 'read_file');
  const last = readings.at(-1);
  if (last === undefined) return look(`I read ${code(path)}.`, callReadFile(path, firstLine, lastLine));
  const excerpt = readExcerpt(last);
  if (excerpt !== undefined) return answer(presentFile(excerpt));
  if (/ is a directory\b/.test(last.output))
    return look(`${code(path)} is a directory, so I list it.`, callListDirectory(path));
  if (!isRefused(last)) return answer(last.output);
  const near = readSuggestions(last);
  const meant = near.find((candidate) => baseName(candidate) === baseName(path));
  if (meant !== undefined && meant !== path && readings.length === 1)
    return look(
      `There is no ${code(path)}; I read ${code(meant)} instead.`,
      callReadFile(meant, firstLine, lastLine),
    );
  return answer(
    near.length === 0
      ? quoteRefusal(`I cannot show ${code(path)}`, last)
      : `There is no ${code(path)}. The closest names are:\n\n${bullets(near.map(code))}`,
  );
}

function presentFile({ path, firstLine, lines, totalLines }: FileExcerpt): string {
  const shown = lines.slice(0, MAX_LINES);
  const lastLine = firstLine + shown.length - 1;
  const range = totalLines === shown.length ? '' : ` (lines ${firstLine} to ${lastLine} of ${totalLines})`;
  const rest =
    shown.length < lines.length
      ? `\n\nAsk for \`${path}:${lastLine + 1}-${lastLine + MAX_LINES}\` to read on.`
      : '';
  return `${code(path)}${range}:\n\n${block(shown.join('\n'))}${rest}`;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}
