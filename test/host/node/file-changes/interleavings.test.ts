import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { hashOf } from '../../../../src/actors/tools/text/content-hash.js';
import { DiskChanges } from '../../../../src/host/node/file-changes/file-changes.js';
import { errorOf } from '../../../doubles/error-of.js';
import { makeTempDir, removeTempDir } from '../../../doubles/temp-dir.js';

const RUNS = 500;
const FILES = ['a', 'b', 'c'] as const;

/** How a person changes a file, and what is there then; `undefined`: no file. */
const PERSON = {
  'writes in place': (path: string): string => {
    writeFileSync(path, 'by a person');
    return 'by a person';
  },
  'replaces by a rename': (path: string): string => {
    writeFileSync(`${path}.person`, 'by a person');
    renameSync(`${path}.person`, path);
    return 'by a person';
  },
  appends: (path: string): string => {
    appendFileSync(path, ' and more');
    return readFileSync(path, 'utf8');
  },
  truncates: (path: string): string => {
    truncateSync(path);
    return '';
  },
  deletes: (path: string): undefined => {
    rmSync(path);
    return undefined;
  },
  'makes it a directory': (path: string): undefined => {
    rmSync(path);
    mkdirSync(path);
    return undefined;
  },
  'writes the same length': (path: string): string => {
    const text = readFileSync(path, 'utf8').replaceAll('o', '0');
    writeFileSync(path, text);
    return text;
  },
} as const;

const anyMoment = fc.record({
  how: fc.constantFrom(...(Object.keys(PERSON) as (keyof typeof PERSON)[])),
  file: fc.constantFrom(...FILES),
  agent: fc.constantFrom('replaces', 'removes'),
  // Whether between the reading and the call, or at which of the steps until the file's own turn.
  moment: fc.constantFrom('before', 'journal', 'stage', 'journal again', 'commit'),
});

test('what a person has changed since the agent read it stays, at whatever moment, and the rest with it', async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(anyMoment, async ({ how, file, agent, moment }) => {
      const base = makeTempDir();
      try {
        const at = (name: string): AbsPath => join(base, name) as AbsPath;
        for (const name of FILES) writeFileSync(at(name), `old ${name}`);
        const expected = await Promise.all(FILES.map((name) => hashOf(readFileSync(at(name)))));
        let left: string | undefined = 'not yet';
        const act = (): void => {
          if (left === 'not yet') left = PERSON[how](at(file));
        };

        const step = agent === 'replaces' || file !== 'c' ? 'replace' : 'remove';
        const awaited = {
          before: '',
          journal: 'journal',
          stage: 'stage',
          'journal again': 'journal',
          commit: 'commit',
        };
        // The steps come file by file; of the journal the second entry is meant where it says so.
        let toPass =
          moment === 'journal again'
            ? 1
            : moment === 'stage' || moment === 'commit'
              ? FILES.indexOf(file)
              : 0;
        const changes = new DiskChanges({
          journal: at('.journal'),
          onStep: (what) => {
            if (moment === 'before' || !what.startsWith(awaited[moment])) return;
            if (toPass-- === 0) {
              if (moment !== 'journal' && moment !== 'journal again')
                expect(what).toBe(`${awaited[moment]} ${step}`);
              act();
            }
          },
        });
        if (moment === 'before') act();
        const error = await errorOf(() =>
          changes.apply(
            FILES.map((name, index) => {
              const hash = expected[index];
              if (hash === undefined) throw new Error(`${name} was not read`);
              return name === 'c' && agent === 'removes'
                ? { kind: 'remove', path: at(name), expected: hash }
                : { kind: 'write', path: at(name), bytes: Buffer.from(`new ${name}`), expected: hash };
            }),
          ),
        );

        expect(error).toMatchObject({
          name: 'StaleFileError',
          code: 'STALE_FILE',
          details: { path: at(file) },
        });
        for (const name of FILES) {
          if (name !== file) expect(readFileSync(at(name), 'utf8')).toBe(`old ${name}`);
        }
        if (left !== undefined) expect(readFileSync(at(file), 'utf8')).toBe(left);
        const isDirectory = how === 'makes it a directory';
        expect(lstatSync(at(file), { throwIfNoEntry: false })?.isDirectory()).toBe(
          how === 'deletes' ? undefined : isDirectory,
        );
        const names = ['.journal', ...FILES].filter((name) => how !== 'deletes' || name !== file);
        const there = readdirSync(base).filter(
          (name) => name !== '.journal' || readdirSync(at(name)).length > 0,
        );
        expect(there).toEqual(names.filter((name) => name !== '.journal'));
        seen.set(`${how} ${moment}`, (seen.get(`${how} ${moment}`) ?? 0) + 1);
      } finally {
        removeTempDir(base);
      }
    }),
    { numRuns: RUNS },
  );
  expect(seen.size).toBe(Object.keys(PERSON).length * 5);
  console.log(
    `${RUNS} interleavings: ${seen.size} pairs of a change and a moment, each refused, nothing lost.`,
  );
}, 120_000);
