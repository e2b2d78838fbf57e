import { cutToDefinition, isDefinition } from './definition.js';
import { countFoundLines, type Excerpt, type FoundLine, readExcerpt, readFoundLines } from './evidence.js';
import type { SearchIntent } from './intent.js';
import { pickKeywords } from './keywords.js';
import { kindOfPath } from './path-kind.js';
import { isRefused, quoteRefusal } from './refusal.js';
import { answer, look, readFile, searchContents, type Step } from './step.js';
import { type Finding, findingsOf, type Turn } from './turn.js';
import { block, bullets, code, count, quote } from './wording.js';

// What documents a definition stands above it, what it does below.
const LINES_ABOVE = 30;
const LINES_BELOW = 30;

/** Finds lines; for a definition, reads it as well. */
export function planSearch(turn: Turn, intent: SearchIntent): Step {
  const { query, isRegex, scope, wants } = intent;
  const searches = [...findingsOf(turn, 'search_for_files'), ...findingsOf(turn, 'search_in_file')];
  const last = searches.at(-1);
  if (last === undefined)
    return look(
      `I search ${scope === '' ? 'all files' : code(scope)} for ${quote(query)}.`,
      searchContents(query, isRegex, scope),
    );
  if (isRefused(last)) return answer(quoteRefusal(`I cannot search for ${quote(query)}`, last));
  const lines = searches.flatMap(readFoundLines);
  if (lines.length === 0) {
    const looser = isRegex || turn.isOver || searches.length > 1 ? undefined : loosen(query);
    return looser === undefined
      ? answer(
          `No line contains ${quote(query)}${scope === '' ? '' : ` in ${code(scope)}`}. Ignored and binary files are not searched.`,
        )
      : look(
          `Nothing has ${quote(query)} to the letter; I look for its words.`,
          searchContents(looser, true, scope),
        );
  }
  const definitions = wants === 'definition' ? lines.filter((line) => isDefinition(line.text, query)) : [];
  // Pictures, pages and tests quote code; the place meant is where the code is.
  const definition = definitions.find((line) => kindOfPath(line.path) === 'source') ?? definitions[0];
  const excerpt = findingsOf(turn, 'read_file').map(readExcerpt).at(-1);
  if (definition !== undefined && !turn.isOver && findingsOf(turn, 'read_file').length === 0)
    return look(
      `${quote(query)} is defined in ${code(definition.path)}; I read it.`,
      readFile(definition.path, Math.max(1, definition.line - LINES_ABOVE), definition.line + LINES_BELOW),
    );
  return answer(present(query, lines, last, definition, excerpt));
}

function present(
  query: string,
  lines: readonly FoundLine[],
  last: Finding,
  definition: FoundLine | undefined,
  excerpt: Excerpt | undefined,
): string {
  const others = definition === undefined ? lines : lines.filter((line) => line !== definition);
  const files = new Set(lines.map(({ path }) => path)).size;
  const total = Math.max(countFoundLines(last), lines.length);
  const summary = `${count(total, 'line')} in ${count(files, 'file')}${total > lines.length ? ' or more' : ''} for ${quote(query)}`;
  const list = bullets(others.map(({ path, line, text }) => `${code(`${path}:${line}`)} ${code(text)}`));
  if (definition === undefined) return `${summary}:\n\n${list}`;
  const shown =
    excerpt === undefined
      ? code(definition.text)
      : block(cutToDefinition(excerpt, definition.line).join('\n'));
  const also = others.length === 0 ? '' : `\n\n${summary}, this one included. The others:\n\n${list}`;
  return `${quote(query)} is defined at ${code(`${definition.path}:${definition.line}`)}:\n\n${shown}${also}`;
}

/** The words of a query in their order, with anything between and in any form. */
function loosen(query: string): string | undefined {
  const words = pickKeywords(query.replaceAll(/["'`]/g, ' '));
  const inOrder = [...words].sort((a, b) => query.indexOf(a.word) - query.indexOf(b.word));
  const pattern = inOrder.map((keyword) => keyword.pattern).join('.*');
  return pattern === '' || pattern === query ? undefined : pattern;
}
