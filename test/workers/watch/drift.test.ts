import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { SupervisedWatcher } from '../../../src/workers/watch/supervised-watcher.js';
import type { WatchBatch } from '../../../src/workers/watch/watcher.js';
import { BACK_ENDS } from './back-ends.js';
import { buildWatch } from './build-watch.js';

let built: string;
let top: string;
let root: string;
let watcher: SupervisedWatcher | undefined;

beforeAll(async () => {
  built = await buildWatch();
});

afterAll(() => {
  rmSync(built, { recursive: true, force: true });
});

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'troupe-drift-')));
  root = join(top, 'root');
  mkdirSync(root);
});

afterEach(async () => {
  await watcher?.close();
  rmSync(top, { recursive: true, force: true });
});

/** What is on the disk at and below a path. Shape: `path -> size`, -1 for a directory. */
function readDisk(path: string, into = new Map<string, number>()): Map<string, number> {
  const stats = lstatSync(join(root, path), { throwIfNoEntry: false });
  if (stats === undefined) return into;
  into.set(path, stats.isDirectory() ? -1 : stats.size);
  if (!stats.isDirectory()) return into;
  for (const name of readdirSync(join(root, path))) readDisk(path === '' ? name : `${path}/${name}`, into);
  return into;
}

/** What a reader knows who looks at the disk only where it is told to. */
class Reader {
  readonly known = new Map<string, number>();

  take({ hints, rescans }: WatchBatch): void {
    for (const path of [...hints.map((hint) => hint.path), ...rescans]) {
      for (const old of this.known.keys()) {
        if (path === '' || old === path || old.startsWith(`${path}/`)) this.known.delete(old);
      }
      readDisk(path, this.known);
    }
  }
}

function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Does something to the tree that a person, a build or git would do. */
function disturb(roll: (below: number) => number): void {
  const places = [...readDisk('').keys()];
  const pick = (): string => join(root, places[roll(places.length)] ?? '');
  const directories = places.filter((path) => lstatSync(join(root, path)).isDirectory());
  const inside = (name: string): string => join(root, directories[roll(directories.length)] ?? '', name);
  const name = `n${roll(12)}`;
  const from = pick();
  const to = inside(name);
  switch (roll(7)) {
    case 0:
    case 1:
      if (!existsSync(to)) writeFileSync(to, 'x');
      break;
    case 2:
      if (lstatSync(from).isFile()) appendFileSync(from, 'y');
      break;
    case 3:
      mkdirSync(inside(`d${name}/e${name}/f`), { recursive: true });
      break;
    case 4:
      if (from !== root && !existsSync(to) && !to.startsWith(`${from}/`)) renameSync(from, to);
      break;
    case 5:
      if (from !== root && dirname(from) !== root) rmSync(from, { recursive: true });
      break;
    default:
      mkdirSync(join(top, 'out/a/b'), { recursive: true });
      writeFileSync(join(top, 'out/a/b/file'), '');
      if (!existsSync(to)) renameSync(join(top, 'out'), to);
  }
}

describe.each(BACK_ENDS)('a watch $name', ({ start }) => {
  test('leads a reader to what is on the disk, whatever happens to the tree', async () => {
    const seed = Date.now() % 2 ** 31;
    const roll = dice(seed);
    const reader = new Reader();
    watcher = new SupervisedWatcher({
      start: start(built),
      listener: {
        onBatch: (batch) => {
          reader.take(batch);
        },
        onState: () => undefined,
      },
    });
    watcher.watch(root as AbsPath, []);
    for (let burst = 0; burst < 12; burst += 1) {
      for (let i = roll(40); i >= 0; i -= 1) {
        disturb(roll);
        if (roll(4) === 0) await turn();
      }
      await vi.waitFor(
        () => {
          expect(reader.known, `seed ${seed}, burst ${burst}`).toEqual(readDisk(''));
        },
        { timeout: 8_000, interval: 20 },
      );
    }
  });
});
