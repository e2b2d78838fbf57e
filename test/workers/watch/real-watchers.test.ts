import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath, RelPath } from '../../../src/actors/protocol/workspace.js';
import { SupervisedWatcher } from '../../../src/workers/watch/supervised-watcher.js';
import { BACK_ENDS } from './back-ends.js';
import { buildWatch } from './build-watch.js';
import { Heard } from './heard.js';

let built: string;
let top: string;
let root: AbsPath;
const toClose: (() => unknown)[] = [];

beforeAll(async () => {
  built = await buildWatch();
});

afterAll(() => {
  rmSync(built, { recursive: true, force: true });
});

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'troupe-watch-')));
  root = join(top, 'root') as AbsPath;
  mkdirSync(root);
});

afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
  rmSync(top, { recursive: true, force: true });
});

function write(path: string, text = 'x'): void {
  writeFileSync(join(root, path), text);
}

describe.each(BACK_ENDS)('a watch $name', ({ start }) => {
  /** A real watcher whose root is watched. */
  async function watching(
    ignored: readonly string[] = [],
  ): Promise<{ watcher: SupervisedWatcher; heard: Heard }> {
    const heard = new Heard();
    const watcher = new SupervisedWatcher({ start: start(built), listener: heard });
    toClose.push(() => watcher.close());
    watcher.watch(root, ignored as readonly RelPath[]);
    await heard.rescan('');
    heard.forget();
    return { watcher, heard };
  }

  test('hints at a file that is created, changed, renamed and deleted', async () => {
    const { heard } = await watching();
    write('a file');
    await heard.hint('created', 'a file');
    appendFileSync(join(root, 'a file'), 'y');
    await heard.hint('changed', 'a file');
    renameSync(join(root, 'a file'), join(root, 'é'));
    await heard.hint('deleted', 'a file');
    await heard.hint('created', 'é');
    rmSync(join(root, 'é'));
    await heard.hint('deleted', 'é');
  });

  test('hears what is written below directories that were made at once', async () => {
    const { heard } = await watching();
    mkdirSync(join(root, 'a/b/c'), { recursive: true });
    await heard.rescanAround('a');
    heard.forget();
    write('a/b/c/file');
    // By a hint, or by another rescan of what was made.
    await heard.covering('a/b/c/file');
  });

  test('hears what is written below a tree that was moved in, and that was then moved on', async () => {
    mkdirSync(join(top, 'outside/b/c'), { recursive: true });
    const { heard } = await watching();
    renameSync(join(top, 'outside'), join(root, 'in'));
    await heard.rescanAround('in');
    heard.forget();
    write('in/b/c/file');
    await heard.covering('in/b/c/file');
    renameSync(join(root, 'in'), join(root, 'on'));
    await heard.hint('deleted', 'in');
    await heard.rescanAround('on');
    write('on/b/c/file');
    await heard.covering('on/b/c/file');
  });

  test('hears what is written below a directory that was deleted and made again', async () => {
    mkdirSync(join(root, 'a/b'), { recursive: true });
    const { heard } = await watching();
    rmSync(join(root, 'a'), { recursive: true });
    mkdirSync(join(root, 'a/b'), { recursive: true });
    await heard.rescanAround('a');
    heard.forget();
    write('a/b/file');
    await heard.covering('a/b/file');
  });

  test('covers every file of a burst by a hint or by a rescan that comes after it', async () => {
    const { heard } = await watching();
    const paths = Array.from({ length: 5_000 }, (_, i) => `d${i % 50}/f${i}`);
    for (let i = 0; i < 50; i += 1) mkdirSync(join(root, `d${i}`));
    for (const path of paths) write(path);
    heard.forget();
    write('last');
    await heard.rescan('');
    expect(paths.filter((path) => !heard.covers(path))).toEqual([]);
  });

  test('hears nothing from ignored directories, whatever is in their names', async () => {
    const ignored = ['dist', 'app/[slug]/out', 'a (b)/{c,d}'];
    for (const path of ignored) mkdirSync(join(root, path), { recursive: true });
    const { heard, watcher } = await watching(ignored);
    for (const path of ignored) write(`${path}/file`);
    write('app/[slug]/page');
    // The addon may report the creation as a change, and a late rescan of the root covers everything.
    await heard.covering('app/[slug]/page');
    expect(ignored.filter((path) => heard.hasHint(`${path}/file`))).toEqual([]);
    heard.forget();
    watcher.watch(root, []);
    await heard.covering('dist/file');
    heard.forget();
    write('dist/late');
    await heard.covering('dist/late');
  });

  test('hints at a repository that appears, and at nothing inside it', async () => {
    const { heard } = await watching();
    mkdirSync(join(root, '.git/objects'), { recursive: true });
    await heard.hint('created', '.git');
    write('.git/index');
    write('.gitignore');
    await heard.hint('created', '.gitignore');
    expect(['.git/objects', '.git/index'].filter((path) => heard.covers(path))).toEqual([]);
  });

  test('hears what has a name that an ignored name would match as a glob', async () => {
    for (const path of ['[ab]', 'a']) mkdirSync(join(root, path));
    const { heard } = await watching(['[ab]']);
    write('a/file');
    await heard.hint('created', 'a/file');
  });

  test('watches several roots, each by its own path', async () => {
    const { heard, watcher } = await watching();
    const other = join(top, 'other') as AbsPath;
    mkdirSync(other);
    watcher.watch(other, []);
    await heard.rescan('');
    writeFileSync(join(other, 'there'), '');
    await heard.hint('created', 'there');
    write('here');
    await heard.hint('created', 'here');
  });

  test('says that a root is gone, and watches it again when it is back', async () => {
    const { heard } = await watching();
    rmSync(root, { recursive: true });
    await heard.state('degraded');
    await heard.rescan('');
    mkdirSync(root);
    await heard.state('watching');
    heard.forget();
    write('file');
    await heard.covering('file');
    expect(heard.states).toEqual([
      { status: 'watching', restarts: 0 },
      {
        status: 'degraded',
        restarts: 0,
        reason: `${root} is not there any more; it will be watched again when it is.`,
        unwatched: [''],
      },
      { status: 'watching', restarts: 0 },
    ]);
  });
});
