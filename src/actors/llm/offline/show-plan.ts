import { planList } from './directory-plan.js';
import { type Excerpt, readExcerpt, readFoundPaths, readSuggestions } from './evidence.js';
import type { LineRange } from './intents/path-words.js';
import { isRefused, quoteRefusal } from './refusal.js';
import { answer, listDirectory, look, readFile, searchPaths, type Step } from './step.js';
import { type Finding, findingsOf, type Turn } from './turn.js';
import { block, bullets, code } from './wording.js';

// More than anybody reads in a chat; the rest can be requested by line numbers.
const MAX_LINES = 200;

// As many as a person can choose from at a glance.
const MAX_CANDIDATES = 5;

/** Shows a file, or the most likely one for a name that does not exist; lists the directory when the path is one. */
export function planShow(
  turn: Turn,
  { path, firstLine, lastLine }: { readonly path: string } & LineRange,
): Step {
  if (path === '') return planList(turn, path);
  const readings = findingsOf(turn, 'read_file');
  const excerpt = readings.map(readExcerpt).find((found) => found !== undefined);
  if (excerpt !== undefined) return answer(presentFile(excerpt, path));
  const listing = findingsOf(turn, 'ls_dir').at(-1);
  if (listing !== undefined) return answer(block(listing.output));
  const last = readings.at(-1);
  if (last === undefined) return look(`I read ${code(path)}.`, readFile(path, firstLine, lastLine));
  if (/ is a directory\b/.test(last.output))
    return look(`${code(path)} is a directory, so I list it.`, listDirectory(path));
  if (!/ does not exist\b/.test(last.output))
    return answer(isRefused(last) ? quoteRefusal(`I cannot show ${code(path)}`, last) : last.output);
  return planOther(turn, path, last, (meant) => readFile(meant, firstLine, lastLine));
}

/** Handles a missing file: reads the suggested one, or else searches for it. */
function planOther(
  turn: Turn,
  path: string,
  failed: Finding,
  read: (path: string) => ReturnType<typeof readFile>,
): Step {
  const searches = findingsOf(turn, 'search_pathnames_only');
  const candidates = [...readSuggestions(failed), ...searches.flatMap(readFoundPaths)].filter(
    (found) => !found.endsWith('/'),
  );
  const meant = pickMeant(path, candidates);
  const isTried = findingsOf(turn, 'read_file').some(({ args }) => args.uri === meant);
  if (meant !== undefined && !isTried)
    return look(`There is no ${code(path)}; I read ${code(meant)} instead.`, read(meant));
  if (searches.length === 0)
    return look(`There is no ${code(path)}; I look for files with such a name.`, searchPaths(baseName(path)));
  const near = [...new Set(candidates)].slice(0, MAX_CANDIDATES).map(code);
  return answer(
    `There is no ${code(path)}.${near.length === 0 ? '' : ` The closest names are:\n\n${bullets(near)}`}`,
  );
}

function pickMeant(path: string, candidates: readonly string[]): string | undefined {
  const wanted = baseName(path).toLowerCase();
  return (
    candidates.find((candidate) => baseName(candidate).toLowerCase() === wanted) ??
    candidates.find((candidate) => stem(candidate) === stem(path))
  );
}

function presentFile({ path, firstLine, lines, totalLines }: Excerpt, asked: string): string {
  const shown = lines.slice(0, MAX_LINES);
  const lastLine = firstLine + shown.length - 1;
  const isOther = stem(path) === stem(asked) ? '' : `There is no ${code(asked)}; this is the closest.\n\n`;
  const range =
    totalLines === lines.length && shown.length === lines.length
      ? ''
      : ` (lines ${firstLine} to ${lastLine}${totalLines === undefined ? '' : ` of ${totalLines}`})`;
  const rest =
    shown.length < lines.length
      ? `\n\nAsk for \`${path}:${lastLine + 1}-${lastLine + MAX_LINES}\` to read on.`
      : '';
  return `${isOther}${code(path)}${range}:\n\n${block(shown.join('\n'))}${rest}`;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function stem(path: string): string {
  return baseName(path)
    .replace(/(?<=.)\.[^.]*$/, '')
    .toLowerCase();
}
