import type { FoundLine } from './evidence.js';
import { type WeighedKeyword, weighText } from './rank-files.js';

// Comments and prose explain, definitions name; imports and brackets do neither.
const PROSE = /^\s*(?:\/\/|\/?\*|#|--|[-*] |\d+\. |\||>|"""|[A-Z])/;
const DEFINITION = /\b(?:function|class|interface|type|const|def|fn|func|struct|enum|trait)\s+\w/;
const IMPORT = /^\s*(?:import|from|export \{|export \*|#include|using|require|use|package)\b/;

const PROSE_FACTOR = 1.4;
const DEFINITION_FACTOR = 1.2;
const IMPORT_FACTOR = 0.2;

/** The `max` lines that say most about the keywords, in the order of the file. */
export function pickTellingLines(
  lines: readonly FoundLine[],
  keywords: readonly WeighedKeyword[],
  max: number,
): readonly FoundLine[] {
  const byNumber = new Map(lines.map((line) => [line.line, line]));
  return [...byNumber.values()]
    .map((line) => ({ line, score: weighText(line.text, keywords) * formFactor(line.text) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.line.line - b.line.line)
    .slice(0, max)
    .map(({ line }) => line)
    .sort((a, b) => a.line - b.line);
}

/** The line around which most of what is asked is said: where to begin to read. */
export function findCentre(
  lines: readonly FoundLine[],
  keywords: readonly WeighedKeyword[],
  span: number,
): number | undefined {
  let best: { readonly line: number; readonly score: number } | undefined;
  for (const { line } of lines) {
    const near = lines.filter((other) => other.line >= line && other.line < line + span);
    const score =
      weighText(near.map(({ text }) => text).join('\n'), keywords) + weighText(near[0]?.text ?? '', keywords);
    if (best === undefined || score > best.score) best = { line, score };
  }
  return best?.line;
}

function formFactor(text: string): number {
  if (IMPORT.test(text)) return IMPORT_FACTOR;
  if (PROSE.test(text) && text.trim().split(/\s+/).length >= 5) return PROSE_FACTOR;
  return DEFINITION.test(text) ? DEFINITION_FACTOR : 1;
}
