import { linkSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TroupeError } from '../../src/actors/protocol/errors.js';
import { DiskChanges } from '../../src/host/node/file-changes/file-changes.js';
import { isWithin } from '../actors/tools/hostile-world.js';
import { ESCAPES } from './escapes.js';
import { ATTEMPTS } from './every-tool.js';
import { type GauntletWorld, makeGauntletWorld, SECRET, snapshotOutside } from './gauntlet-world.js';

type Try = { readonly said: string } | { readonly refused: unknown };

async function tryIt(attempt: () => Promise<string>): Promise<Try> {
  try {
    return { said: await attempt() };
  } catch (refused) {
    return { refused };
  }
}

/** Nothing that was asked of the index lies outside the root. */
function expectAskedInside({ app, workspace }: GauntletWorld): void {
  for (const { arg } of workspace.received) {
    if (typeof arg !== 'object' || arg === null) continue;
    for (const key of ['path', 'under'] as const) {
      const path: unknown = key in arg ? (arg as Record<string, unknown>)[key] : undefined;
      if (typeof path === 'string') expect(isWithin(app, join(app, path))).toBe(true);
    }
    if ('root' in arg && arg.root !== undefined) expect(arg.root).toBe(app);
  }
}

test('the table names at least 60 ways out', () => {
  expect(ESCAPES.length).toBeGreaterThanOrEqual(60);
  expect(new Set(ESCAPES.map(([name]) => name)).size).toBe(ESCAPES.length);
});

test.each(ESCAPES)('no tool and no attachment gets out by %s', async (_, uriOf, verdict) => {
  const world = makeGauntletWorld();
  try {
    const uri = uriOf(world);
    const outside = snapshotOutside(world);
    for (const [name, attempt] of Object.entries(ATTEMPTS)) {
      const result = await tryIt(() => attempt(world.deps, uri, world.context));
      if ('said' in result) {
        expect(`${name}: ${verdict}`).toBe(`${name}: inside`);
        expect(result.said).not.toContain(SECRET);
      } else {
        expect(result.refused).toBeInstanceOf(TroupeError);
        expect(String(result.refused)).not.toContain(SECRET);
      }
      expect(snapshotOutside(world)).toEqual(outside);
    }
    expectAskedInside(world);
  } finally {
    world.dispose();
  }
});

/** Where a folder may be swapped for a link that leads out: behind the look at a file, or before a step of a change. */
const MOMENTS = ['look', 'stage', 'commit'] as const;

test.each(Object.keys(ATTEMPTS).flatMap((name) => MOMENTS.map((moment) => [name, moment] as const)))(
  '%s does not get out when its folder becomes a link: %s',
  async (name, moment) => {
    const world = makeGauntletWorld();
    try {
      let isSwapped = false;
      const swap = (): void => {
        if (isSwapped) return;
        isSwapped = true;
        renameSync(join(world.app, 'src'), join(world.base, 'hidden'));
        symlinkSync('../outside', join(world.app, 'src'));
      };
      const { files } = world.deps;
      const deps = {
        ...world.deps,
        files: {
          ...files,
          stat: async (path: Parameters<typeof files.stat>[0]) => {
            try {
              return await files.stat(path);
            } finally {
              if (moment === 'look') swap();
            }
          },
        },
        changes: new DiskChanges({
          journal: join(world.base, '.journal'),
          onStep: (what) => {
            if (what.startsWith(moment)) swap();
          },
        }),
      };
      const secret = join(world.app, 'src/secret.txt');
      const uri =
        name.includes('adds') || name.startsWith('create') || name.includes('out')
          ? 'src/new.txt'
          : 'src/secret.txt';
      // What the tool takes for its own file holds the same text as what it must not touch.
      writeFileSync(secret, `${SECRET}\n`);
      const attempt = ATTEMPTS[name];
      if (attempt === undefined) throw new Error(`No attempt is named ${name}`);
      const strip = (all: Record<string, string>): Record<string, string> =>
        Object.fromEntries(Object.entries(all).filter(([path]) => !path.startsWith('hidden')));
      const outside = strip(snapshotOutside(world));
      const result = await tryIt(() => attempt(deps, uri, world.context));
      expect(strip(snapshotOutside(world))).toEqual(outside);
      if (isSwapped && 'said' in result && name === 'read_file')
        throw new Error('It was read through the link.');
    } finally {
      world.dispose();
    }
  },
);

test('a hard link is a file of the workspace, and a change gives it a content of its own', async () => {
  const world = makeGauntletWorld();
  try {
    linkSync(join(world.outside, 'secret.txt'), join(world.app, 'twin'));
    const outside = snapshotOutside(world);
    // No system tells where else a file has names: who could make the link could have copied the file.
    const edit = ATTEMPTS['edit_file'];
    expect(await edit?.(world.deps, 'twin', world.context)).toBe(
      'Edited twin: 1 block applied. It had another name (hard links), which keeps the old content.',
    );
    expect(readFileSync(join(world.app, 'twin'), 'utf8')).toBe('broken\n');
    expect(readFileSync(join(world.outside, 'secret.txt'), 'utf8')).toBe(`${SECRET}\n`);
    expect(Object.keys(snapshotOutside(world))).toEqual(Object.keys(outside));
  } finally {
    world.dispose();
  }
});
