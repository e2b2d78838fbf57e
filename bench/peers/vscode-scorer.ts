import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Absent, FindPeer } from './peer.js';

const label = "VS Code's fuzzyScore";
const MODULE = 'monaco-editor-core/esm/vs/base/common/filters.js';
// A match in the name is worth more than any in the path, as in quick open.
const NAME_BONUS = 1 << 17;

// What quick open takes for a line and a column.
const LINE_AT_END = /\s?[#:(](?:line )?\d*(?:[#:,]\d*)?\)?:?\s*$/;
// What quick open leaves out of a query.
const LEFT_OUT = /[*\u2026\s"]/g;

type FuzzyScore = (
  pattern: string,
  patternLow: string,
  patternStart: number,
  word: string,
  wordLow: string,
  wordStart: number,
  options: { readonly firstMatchCanBeWeak: boolean; readonly boostFullMatch: boolean },
) => readonly [score: number, ...positions: number[]] | undefined;

/** Looks for the module beside this project, and in `TROUPE_BENCH_MODULES` (a `node_modules` folder). */
export async function findVscodeScorer(): Promise<FindPeer | Absent> {
  const fuzzyScore = await loadFuzzyScore();
  if (fuzzyScore === undefined) return { label, howToGet: 'npm install --no-save monaco-editor-core@0.57.0' };
  return {
    label,
    note: 'as quick open asks it: every path is scored, its name first, word by word, without `"` and what follows as a line; a path that the query names as it is comes first; lower-case forms are made ahead',
    prepare(paths, root = '/') {
      const files = new Set(paths);
      const entries = paths.map((path) => {
        const name = path.slice(path.lastIndexOf('/') + 1);
        return { path, low: path.toLowerCase(), name, nameLow: name.toLowerCase() };
      });
      const options = { firstMatchCanBeWeak: true, boostFullMatch: true };
      return (query, limit) => {
        const text = query.replace(LINE_AT_END, '');
        const words = text
          .split(' ')
          .map(toPiece)
          .filter(({ low }) => low !== '');
        const found: { readonly path: string; readonly score: number }[] = [];
        for (const { path, low, name, nameLow } of words.length === 0 ? [] : entries) {
          let total = 0;
          for (const { piece, low: pieceLow } of words) {
            const inName = pieceLow.includes('/')
              ? undefined
              : fuzzyScore(piece, pieceLow, 0, name, nameLow, 0, options);
            const score =
              inName === undefined
                ? fuzzyScore(piece, pieceLow, 0, path, low, 0, options)?.[0]
                : inName[0] + NAME_BONUS;
            total += score ?? -Infinity;
            if (score === undefined) break;
          }
          if (total !== -Infinity) found.push({ path, score: total });
        }
        // Of equal ones quick open shows the shorter first.
        found.sort((a, b) => b.score - a.score || a.path.length - b.path.length);
        const named = relative(root, resolve(root, text));
        const best = found.slice(0, limit).map(({ path }) => path);
        return files.has(named) ? [named, ...best.filter((path) => path !== named)] : best;
      };
    },
  };
}

function toPiece(word: string): { readonly piece: string; readonly low: string } {
  const piece = word.replaceAll('\\', '/').replace(LEFT_OUT, '');
  return { piece, low: piece.toLowerCase() };
}

async function loadFuzzyScore(): Promise<FuzzyScore | undefined> {
  const folder = process.env['TROUPE_BENCH_MODULES'];
  const places = [() => createRequire(import.meta.url).resolve(MODULE)];
  if (folder !== undefined) places.unshift(() => join(folder, MODULE));
  for (const place of places)
    try {
      const module = (await import(pathToFileURL(place()).href)) as { readonly fuzzyScore: FuzzyScore };
      return module.fuzzyScore;
    } catch {
      // Not there: the next place.
    }
  return undefined;
}
