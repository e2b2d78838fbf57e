import { cutToDefinition, isDefinition } from './definition.js';
import { countFoundLines, type Excerpt, type FoundLine, readExcerpt, readFoundLines } from './evidence.js';
import type { SearchIntent } from './intents/intent.js';
import { pickKeywords } from './keywords.js';
import { kindOfPath } from './path-kind.js';
import { isRefused, quoteRefusal } from './refusal.js';
import { answer, look, readFile, searchContents, type Step } from './step.js';
import { type Finding, findingsOf, type Turn } from './turn.js';
import { block, bullets, code, count, quote } from './wording.js';

// The documentation of a definition is above it, the code below.
const LINES_ABOVE = 30;
const LINES_BELOW = 30;

// The answer must fit on a screen with the steps before it: the beginning of the definition, and the nearest uses.
const MAX_DEFINITION_LINES = 8;
const MAX_OTHER_PLACES = 3;

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
  // Pictures, pages and tests quote code; the definition itself is in source code.
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
  const files = new Set(lines.map(({ path }) => path)).size;
  const total = Math.max(countFoundLines(last), lines.length);
  const summary = `${count(total, 'line')} in ${count(files, 'file')}${total > lines.length ? ' or more' : ''} for ${quote(query)}`;
  if (definition === undefined) return `${summary}:\n\n${listPlaces(lines)}`;
  const others = lines.filter((line) => line !== definition);
  // A use says more about a name than a mention in prose.
  const isUse = ({ path }: FoundLine): boolean => kindOfPath(path) === 'source';
  const list = listPlaces(
    [...others.filter(isUse), ...others.filter((line) => !isUse(line))],
    MAX_OTHER_PLACES,
  );
  const also = others.length === 0 ? '' : `\n\n${summary}, this one included. The others:\n\n${list}`;
  const place = code(`${definition.path}:${definition.line}`);
  return `${quote(query)} is defined at ${place}${showDefinition(definition, excerpt)}${also}`;
}

function listPlaces(lines: readonly FoundLine[], maxItems?: number): string {
  return bullets(
    lines.map(({ path, line, text }) => `${code(`${path}:${line}`)} ${code(text)}`),
    maxItems,
  );
}

/** The definition as it was read, or its first line; continues a sentence that names its place. */
function showDefinition(definition: FoundLine, excerpt: Excerpt | undefined): string {
  if (excerpt === undefined) return `:\n\n${code(definition.text)}`;
  const lines = cutToDefinition(excerpt, definition.line);
  const begins = lines.length > MAX_DEFINITION_LINES ? ', and begins' : '';
  return `${begins}:\n\n${block(lines.slice(0, MAX_DEFINITION_LINES).join('\n'))}`;
}

/** A pattern for the words of a query in order, in any form and with anything between them. */
function loosen(query: string): string | undefined {
  const words = pickKeywords(query.replaceAll(/["'`]/g, ' '));
  const inOrder = [...words].sort((a, b) => query.indexOf(a.word) - query.indexOf(b.word));
  const pattern = inOrder.map((keyword) => keyword.pattern).join('.*');
  return pattern === '' || pattern === query ? undefined : pattern;
}
