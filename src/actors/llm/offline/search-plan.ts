import { cutToDefinition, isDefinition } from './definition.js';
import { countFoundLines, type ReportedLine, readExcerpt, readFoundLines } from './evidence.js';
import type { SearchIntent } from './intent.js';
import { isSource } from './is-source.js';
import { isRefused, quoteRefusal } from './refusal.js';
import { answer, look, callReadFile, callSearchContents, type OfflineStep } from './offline-step.js';
import { type ToolFinding, findingsOf, type OfflineTurn } from './offline-turn.js';
import { block, code, count, listPlaces, putInQuotes } from './wording.js';

// What documents a definition stands above it, what it does below.
const LINES_AROUND = 30;

// The answer must fit on a screen with the steps before it: the beginning of the definition, and the nearest uses.
const MAX_DEFINITION_LINES = 8;
const MAX_OTHER_PLACES = 3;

/** Finds lines; for a definition, reads it as well. */
export function planSearch(
  turn: OfflineTurn,
  { query, isRegex, scope, isDefinition: isWanted }: SearchIntent,
): OfflineStep {
  const [found] = [...findingsOf(turn, 'search_for_files'), ...findingsOf(turn, 'search_in_file')];
  if (found === undefined)
    return look(
      `I search ${scope === '' ? 'all files' : code(scope)} for ${putInQuotes(query)}.`,
      callSearchContents(query, isRegex, scope),
    );
  if (isRefused(found)) return answer(quoteRefusal(`I cannot search for ${putInQuotes(query)}`, found));
  const lines = readFoundLines(found);
  if (lines.length === 0)
    return answer(
      `No line contains ${putInQuotes(query)}${scope === '' ? '' : ` in ${code(scope)}`}. Ignored and binary files are not searched.`,
    );
  const summary = summarize(query, lines, found);
  const definitions = isWanted ? lines.filter(({ text }) => isDefinition(text, query)) : [];
  // Pictures, pages and tests quote code; the place meant is where the code is.
  const definition = definitions.find(({ path }) => isSource(path)) ?? definitions[0];
  if (definition === undefined) return answer(`${summary}:\n\n${listPlaces(lines)}`);
  const reading = findingsOf(turn, 'read_file').at(-1);
  if (reading === undefined)
    return look(
      `${putInQuotes(query)} is defined in ${code(definition.path)}; I read it.`,
      callReadFile(
        definition.path,
        Math.max(1, definition.line - LINES_AROUND),
        definition.line + LINES_AROUND,
      ),
    );
  // What uses a name says more about it than what mentions it.
  const others = lines
    .filter((line) => line !== definition)
    .sort((a, b) => Number(isSource(b.path)) - Number(isSource(a.path)));
  const also =
    others.length === 0
      ? ''
      : `\n\n${summary}, this one included. The others:\n\n${listPlaces(others, MAX_OTHER_PLACES)}`;
  const place = code(`${definition.path}:${definition.line}`);
  return answer(`${putInQuotes(query)} is defined at ${place}${showDefinition(definition, reading)}${also}`);
}

function summarize(query: string, lines: readonly ReportedLine[], found: ToolFinding): string {
  const files = new Set(lines.map(({ path }) => path)).size;
  const total = Math.max(countFoundLines(found), lines.length);
  return `${count(total, 'line')} in ${count(files, 'file')}${total > lines.length ? ' or more' : ''} for ${putInQuotes(query)}`;
}

/** The definition as it was read, or its line, to go on after where it is. */
function showDefinition(definition: ReportedLine, reading: ToolFinding): string {
  const excerpt = readExcerpt(reading);
  if (excerpt === undefined) return `:\n\n${code(definition.text)}`;
  const lines = cutToDefinition(excerpt, definition.line);
  const begins = lines.length > MAX_DEFINITION_LINES ? ', and begins' : '';
  return `${begins}:\n\n${block(lines.slice(0, MAX_DEFINITION_LINES).join('\n'))}`;
}
