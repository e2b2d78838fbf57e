import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Absent, FindPeer } from './peer.js';

const label = "VS Code's fuzzyScore";
const MODULE = 'monaco-editor-core/esm/vs/base/common/filters.js';
// A match in the name is worth more than any in the path, as in quick open.
const NAME_BONUS = 1 << 17;

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
    note: 'every path is scored, its name first, as quick open does; lower-case forms are made ahead',
    prepare(paths) {
      const entries = paths.map((path) => {
        const name = path.slice(path.lastIndexOf('/') + 1);
        return { path, low: path.toLowerCase(), name, nameLow: name.toLowerCase() };
      });
      const options = { firstMatchCanBeWeak: true, boostFullMatch: true };
      return (query, limit) => {
        const queryLow = query.toLowerCase();
        const isPath = query.includes('/');
        const found: { readonly path: string; readonly score: number }[] = [];
        for (const { path, low, name, nameLow } of entries) {
          const inName = isPath ? undefined : fuzzyScore(query, queryLow, 0, name, nameLow, 0, options);
          if (inName !== undefined) found.push({ path, score: inName[0] + NAME_BONUS });
          else {
            const inPath = fuzzyScore(query, queryLow, 0, path, low, 0, options);
            if (inPath !== undefined) found.push({ path, score: inPath[0] });
          }
        }
        // Of equal ones quick open shows the shorter first.
        found.sort((a, b) => b.score - a.score || a.path.length - b.path.length);
        return found.slice(0, limit).map(({ path }) => path);
      };
    },
  };
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
