import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { SupervisedWatcher } from '../../../src/workers/watch/supervised-watcher.js';
import { BACK_ENDS } from './back-ends.js';
import { buildWatch } from './build-watch.js';
import { readDisk, Reader } from './reader.js';
import { createRandom } from '../../../bench/make-tree.js';
import { SEED } from '../../doubles/seed.js';
import { until } from '../../doubles/until.js';

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

/** Does something to the tree that a person, a build or git would do. */
function disturb(roll: (below: number) => number): void {
  const places = [...readDisk(root).keys()];
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
    const random = createRandom(SEED);
    const roll = (below: number): number => random.below(below);
    const reader = new Reader(root);
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
      await until(() => {
        expect(reader.known).toEqual(readDisk(root));
        return true;
      }, `the reader knows what is on the disk, after burst ${burst}`);
    }
  });
});
