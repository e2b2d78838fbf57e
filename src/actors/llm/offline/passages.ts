import type { FoundLine } from './evidence.js';
import { findSentence, isProse, joinSentence } from './sentence.js';
import { type WeighedKeyword, weighText } from './weigh-keywords.js';

/** A line worth quoting, with the lines that its sentence goes on to. */
export interface Passage {
  readonly path: string;
  /** Of its first line, counted from 1. */
  readonly line: number;
  readonly text: string;
}

// Comments and prose explain, definitions name; imports do neither.
const PROSE_FACTOR = 1.4;
const DEFINITION_FACTOR = 1.2;
const IMPORT_FACTOR = 0.2;

// A line with much less in it than the best one is only in the way.
const MIN_SHARE = 0.4;

const DEFINITION = /\b(?:function|class|interface|type|const|def|fn|func|struct|enum|trait)\s+\w/;
const IMPORT = /^\s*(?:import|from|export [{*]|#include|using|require|use|package)\b/;

/** The `max` passages that say most about the keywords, in the order of the file. */
export function pickPassages(
  lines: readonly FoundLine[],
  keywords: readonly WeighedKeyword[],
  max: number,
): readonly Passage[] {
  const byNumber = new Map(lines.map((line) => [line.line, line]));
  const best = [...byNumber.values()]
    .map((line) => ({ line, score: weighText(line.text, keywords) * formFactor(line) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.line.line - b.line.line);
  const minScore = MIN_SHARE * (best[0]?.score ?? 0);
  const isTaken = new Set<number>();
  const passages: Passage[] = [];
  for (const { line, score } of best) {
    if (passages.length === max || score < minScore) break;
    if (isTaken.has(line.line)) continue;
    const sentence = findSentence(line, byNumber).filter(({ line: number }) => !isTaken.has(number));
    for (const { line: number } of sentence) isTaken.add(number);
    passages.push({ path: line.path, line: sentence[0]?.line ?? line.line, text: joinSentence(sentence) });
  }
  return passages.sort((a, b) => a.line - b.line);
}

/** Where to begin to read: the line from which `span` lines have most of what is asked. */
export function findCentre(
  lines: readonly FoundLine[],
  keywords: readonly WeighedKeyword[],
  span: number,
): number | undefined {
  let best: { readonly line: number; readonly score: number } | undefined;
  for (const { line, text } of lines) {
    const near = lines.filter((other) => other.line >= line && other.line < line + span);
    // The line itself counts twice, so that of equal places the one that begins well is taken.
    const score = weighText(near.map((other) => other.text).join('\n'), keywords) + weighText(text, keywords);
    if (best === undefined || score > best.score) best = { line, score };
  }
  return best?.line;
}

function formFactor(line: FoundLine): number {
  const { text } = line;
  if (IMPORT.test(text)) return IMPORT_FACTOR;
  if (isProse(line) && text.trim().split(/\s+/).length >= 5) return PROSE_FACTOR;
  return DEFINITION.test(text) ? DEFINITION_FACTOR : 1;
}
