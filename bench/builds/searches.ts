import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBenchTree } from '../bench-tree.js';
import { createRandom } from '../make-tree.js';
import type { PairedWork } from '../paired-builds.js';
import { rgFiles } from '../peers/rg.js';
import { makeQueries, QUERY_KINDS, type QueryKind } from '../queries.js';
import { quantile } from '../quantile.js';
import { openScratchFolder } from '../scratch-folder.js';
import { forBoth, type OpenWorks, p50p99, startBoth } from './both.js';

const ROUNDS = 9;
const SEED = 7;
const QUERIES = 400;
const QUERIES_A_KIND = 60;
const TYPED_A_KIND = 8;
const MOST_LETTERS = 8;
const TREES = 50;
// A file of a megabyte, and edits in different places of it.
const LINES = 20_000;
const EDITS = 10;

/** Searches for paths, the text of a tree, and edits. */
export const searchWork: OpenWorks = async (options) => {
  const root = openBenchTree(options);
  const paths = await rgFiles.list(root);
  const random = createRandom(SEED);
  const sample = Array.from({ length: QUERIES }, () => random.pick(paths));
  const names = sample.map((path) => path.slice(path.lastIndexOf('/') + 1).slice(0, 3 + random.below(4)));
  const starts = sample.map((path) => path.slice(0, path.lastIndexOf('/') + 1 + 1 + random.below(4)));
  const kinds = Object.keys(QUERY_KINDS) as QueryKind[];
  const make = (count: number): readonly string[] =>
    kinds.flatMap((kind) => makeQueries(QUERY_KINDS[kind], paths, count, random).map(({ text }) => text));
  const whole = make(QUERIES_A_KIND);
  const typed = make(TYPED_A_KIND).flatMap((text) =>
    Array.from({ length: Math.min(MOST_LETTERS, text.length) }, (_, at) => text.slice(0, at + 1)),
  );
  const folders = { before: '', after: '' };
  const scratch = openScratchFolder(tmpdir());
  const text = Array.from(
    { length: LINES },
    (_, line) => `export const name${line} = 'the value of ${line}';`,
  );
  const edits = Array.from({ length: EDITS }, (_, at) => {
    const line = Math.floor(((at + 0.5) * LINES) / EDITS);
    return `<<<<<<< ORIGINAL\n${text[line] ?? ''}\n=======\nexport const name${line} = 'edited';\n>>>>>>> UPDATED\n`;
  });

  const both = await startBoth();
  await forBoth(async (build) => {
    folders[build] = join(scratch, build);
    mkdirSync(folders[build]);
    await both[build].ask({ type: 'open', root });
  });
  const find = (what: string, queries: readonly string[], mode: 'prefix' | 'fuzzy'): PairedWork => ({
    rounds: ROUNDS,
    run: async (build) => p50p99(what, await both[build].ask<number[]>({ type: 'find', queries, mode })),
  });
  return {
    works: [
      find('prefix of a name', names, 'prefix'),
      find('prefix of a path', starts, 'prefix'),
      find('fuzzy', whole, 'fuzzy'),
      find('fuzzy, letter by letter', typed, 'fuzzy'),
      {
        rounds: ROUNDS,
        async run(build) {
          const times = await both[build].ask<number[]>({ type: 'tree', times: TREES });
          return { 'tree of 20,000 characters, ms': quantile(times, 0.5) };
        },
      },
      {
        rounds: ROUNDS,
        async run(build) {
          const order = { type: 'edit', folder: folders[build], text: text.join('\n'), edits } as const;
          return { 'a turn of ten edits in a megabyte, ms': await both[build].ask<number>(order) };
        },
      },
    ],
    [Symbol.asyncDispose]: () => both[Symbol.asyncDispose](),
  };
};
