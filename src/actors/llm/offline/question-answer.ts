import { type FoundLine, readExcerpt } from './evidence.js';
import { pickPassages } from './passages.js';
import type { RankedFile } from './rank-files.js';
import type { Finding } from './turn.js';
import type { WeighedKeyword } from './weigh-keywords.js';
import { bullets, code, enumerate, quote, SELF, SET_A_MODEL } from './wording.js';

// What a person reads in one go.
const MAX_PASSAGES = 4;
const MAX_OTHER_FILES = 5;

/** The places in the best files that say most about the words, and the names of the others. */
export function presentPlaces(
  findings: readonly Finding[],
  best: readonly RankedFile[],
  files: readonly RankedFile[],
  keywords: readonly WeighedKeyword[],
): string {
  const words = enumerate(keywords.map(({ word }) => quote(word)));
  const sections = best
    .map(({ path, lines }) => pickPassages([...lines, ...linesRead(findings, path)], keywords, MAX_PASSAGES))
    .filter((passages) => passages.length > 0)
    .map((passages) =>
      bullets(passages.map(({ path, line, text }) => `${code(`${path}:${line}`)} ${code(text)}`)),
    );
  const found =
    sections.length === 0
      ? `I found nothing about ${words}.`
      : `These places say most about ${words}:\n\n${sections.join('\n\n')}`;
  const others = files.filter((file) => !best.includes(file)).slice(0, MAX_OTHER_FILES);
  const more = others.length === 0 ? '' : `\n\nSee also ${enumerate(others.map(({ path }) => code(path)))}.`;
  return `${found}${more}\n\n${SELF} I match words and cannot explain what I find. ${SET_A_MODEL}`;
}

function linesRead(findings: readonly Finding[], path: string): readonly FoundLine[] {
  return findings.flatMap((finding) => {
    const excerpt = finding.tool === 'read_file' ? readExcerpt(finding) : undefined;
    if (excerpt?.path !== path) return [];
    return excerpt.lines.map((text, index) => ({ path, line: excerpt.firstLine + index, text }));
  });
}
