/** What this build takes beside another one, both in turns: `npm run bench -- builds --before FOLDER`. */
import { performance } from 'node:perf_hooks';
import { readOptions } from '../bench-options.js';
import type { OpenWorks } from '../builds/both.js';
import { commandWork } from '../builds/commands.js';
import { contentWork } from '../builds/content.js';
import { searchWork } from '../builds/searches.js';
import { openingWork } from '../builds/openings.js';
import { watchWork } from '../builds/watching.js';
import { isSlower, pairBuilds, type PairedFigure, toRow } from '../paired-builds.js';
import { publish } from '../report.js';

const MS_PER_S = 1_000;
// A figure that looks slower by chance seldom does so for so many rounds.
const MOST_REPEATS = 3;
// The whole is to end within a quarter of an hour: what comes later is not measured again.
const REPEATED_FOR_MS = 8 * 60 * MS_PER_S;

const PARTS: Readonly<Record<string, OpenWorks>> = {
  openings: openingWork,
  searches: searchWork,
  contents: contentWork,
  watching: watchWork,
  commands: commandWork,
};

const options = readOptions();
const { before, only } = options;
const parts = Object.keys(PARTS).filter((part) => only === undefined || part === only);
if (parts.length === 0)
  throw new Error(`--only takes one of ${Object.keys(PARTS).join(', ')}, got "${only ?? ''}".`);
if (before === undefined) throw new Error('--before takes the folder of another checkout that is built.');
const figures: PairedFigure[] = [];
const start = performance.now();
const mostRepeats = (): number => (performance.now() - start < REPEATED_FOR_MS ? MOST_REPEATS : 1);
for (const part of parts) {
  await using opened = await PARTS[part]?.(options);
  for (const work of opened?.works ?? [])
    for (const figure of await pairBuilds(
      { ...work, rounds: options.rounds ?? work.rounds },
      mostRepeats(),
    )) {
      figures.push(figure);
      const { before: was, after: is } = figure;
      process.stderr.write(`${figure.label}: ${was.length} rounds, ${isSlower(figure) ? 'SLOWER' : 'ok'}\n`);
      if (was.length !== is.length) throw new Error(`${figure.label} was not measured in pairs.`);
    }
}
const seconds = Math.round((performance.now() - start) / MS_PER_S);
publish({
  name: 'builds',
  title: 'This build beside another one',
  subject: `before: ${before}; ${seconds} s, in turns, median (min to max)`,
  rows: figures.map(toRow),
  goals: [
    {
      what: 'figures that are slower than before',
      measured: figures.filter(isSlower).length,
      unit: 'figures',
      atMost: 0,
      note: 'over 1.05 times of before in the middle of the rounds, and more than before in three of four; what looks like it is measured up to three times as often',
    },
  ],
  notes: [
    'Both builds run in processes of their own, by their public API and command line; who begins changes from round to round.',
  ],
  samples: figures,
});
