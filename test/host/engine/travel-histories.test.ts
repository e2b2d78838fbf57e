import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FileExistsError, ToolExecutionError } from '../../../src/actors/protocol/errors.js';
import type { JumpChoice, JumpScope } from '../../../src/actors/protocol/file-version.js';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import type { EntryId } from '../../../src/actors/protocol/thread.js';
import type { Thread } from '../../../src/host/engine/thread.js';
import {
  makeTravelWorld,
  readStamps,
  readTree,
  type Tree,
  type TravelCall,
  type TravelWorld,
} from '../../doubles/travel-world.js';

// Histories on real files, with the real shell and git. `TROUPE_TRAVEL_RUNS=2000` is the long run.
const RUNS = Number(process.env['TROUPE_TRAVEL_RUNS'] ?? 25);

/** Relative to the first root: tracked, untracked, ignored, in a nested repository, and in another root. */
const NAMES = ['a', 'b', 'c', 'd/a', 'd/b', 'A', 'out/x', 'n/a', '../other/a'] as const;

const FILES = {
  a: 'first\n',
  b: 'second\n',
  'd/a': 'third\n',
  kept: 'kept\n',
  loose: 'untracked\n',
  '.gitignore': 'out/\n',
  'out/x': 'ignored\n',
  'n/a': 'nested\n',
};

/** Which folders are repositories, and whether there is another root. */
interface Layout {
  readonly repositories: readonly ('.' | 'n' | '../other')[];
  readonly hasOther: boolean;
}

function git(cwd: string, ...args: readonly string[]): void {
  execFileSync('git', args, { cwd, stdio: 'pipe' });
}

/** Makes repositories: all of their files but `loose` are committed. */
function makeRepositories(root: string, { repositories, hasOther }: Layout): void {
  for (const folder of repositories) {
    if (folder === '../other' && !hasOther) continue;
    const cwd = join(root, folder);
    git(cwd, 'init', '-q');
    git(cwd, 'config', 'user.name', 'A');
    git(cwd, 'config', 'user.email', 'a@example.org');
    git(cwd, 'add', ...readdirSync(cwd).filter((name) => !['.git', 'loose', 'out', 'n'].includes(name)));
    git(cwd, 'commit', '-q', '-m', 'first');
  }
}

/** Every byte and time of what belongs to git, without repositories that the thread has deleted with a tool. */
function readGit({ roots, root }: Pick<Real, 'roots' | 'root'>, { own }: Watched): Tree {
  const folders = [...roots, join(root, 'n')].map((folder) => join(folder, '.git'));
  return readStamps(
    folders.filter((folder) => isDirectory(folder) && !own.some(({ path }) => path === folder)),
  );
}

/** What a thread is known to have done to a path: read off the disk, not off its entries. */
interface OwnChange {
  readonly seq: number;
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

interface Watched {
  readonly thread: Thread;
  readonly own: OwnChange[];
  /** The tree at each moment. */
  readonly moments: Map<EntryId, Tree>;
}

/** The disk, and the two threads that change it. */
interface Real extends TravelWorld {
  readonly threads: readonly [Watched, Watched];
}

/** Who wrote last to each path. */
interface Model {
  readonly lastWriter: Map<string, number | 'person'>;
}

type Step = fc.AsyncCommand<Model, Real>;

function changesBetween(before: Tree, after: Tree): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
}

/** Notes what a thread has done since it had `length` entries. */
function note(watched: Watched, length: number, before: Tree, after: Tree): readonly string[] {
  const paths = changesBetween(before, after);
  const added = watched.thread.entries.slice(length);
  const seq = added.findLast(({ kind }) => kind === 'files_changed' || kind === 'jump')?.seq ?? Infinity;
  // A repository that a command has made stays, and one that it has removed does not come back: only a tool that deletes
  // it records what is git's.
  const recorded = new Set(
    added.flatMap((entry) =>
      entry.kind === 'files_changed' || entry.kind === 'jump' ? entry.changes.map(({ path }) => path) : [],
    ),
  );
  const covered = paths.filter((path) => !path.endsWith('/.git') || recorded.has(path as AbsPath));
  if (covered.length > 0) expect(seq).toBeLessThan(Infinity);
  for (const path of covered)
    watched.own.push({ seq, path, before: before.get(path), after: after.get(path) });
  for (const entry of added) {
    if (entry.kind === 'user_message' || (entry.kind === 'files_changed' && entry.by === 'person'))
      watched.moments.set(entry.id, before);
    if (entry.kind === 'turn_ended' || entry.kind === 'jump') watched.moments.set(entry.id, after);
  }
  return paths;
}

function act(who: 0 | 1, calls: readonly TravelCall[]): Step {
  return {
    check: () => true,
    async run(model: Model, real: Real): Promise<void> {
      const watched = real.threads[who];
      const before = readTree(real.roots);
      const { length } = watched.thread.entries;
      await real.act(watched.thread, ...calls.map((call) => inRoot(call, real.root)));
      for (const path of note(watched, length, before, readTree(real.roots))) model.lastWriter.set(path, who);
    },
    toString: () => `${who}: ${JSON.stringify(calls)}`,
  };
}

/** A call whose path is absolute: with two roots, a relative one is not clear. */
function inRoot([name, args]: TravelCall, root: string): TravelCall {
  return [name, 'uri' in args ? { ...args, uri: join(root, String(args.uri)) } : args];
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

type PersonalChange = 'write' | 'delete' | 'rename' | 'mode' | 'link' | 'folder' | 'commit' | 'checkout';

function byPerson(what: PersonalChange, name: string, other: string): Step {
  return {
    check: () => true,
    async run(model: Model, { root, roots }: Real): Promise<void> {
      const before = readTree(roots);
      try {
        change(what, root, join(root, name), join(root, other));
      } catch (error) {
        // What the tree does not allow, such as a file below a file, does nothing. Errors of the disk, or of git.
        if (!(error instanceof Error && ('syscall' in error || 'status' in error))) throw error;
      }
      for (const changed of changesBetween(before, readTree(roots))) model.lastWriter.set(changed, 'person');
    },
    toString: () => `person: ${what} ${name} ${other}`,
  };
}

/** Errors: those of the disk, and of git. */
function change(what: PersonalChange, root: string, path: string, other: string): void {
  switch (what) {
    case 'write':
      if (!path.startsWith(root) && !existsSync(dirname(path))) return;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `by a person: ${other.slice(root.length)}`);
      return;
    case 'delete':
      rmSync(path, { recursive: true, force: true });
      return;
    case 'rename':
      renameSync(path, other);
      return;
    case 'mode':
      chmodSync(path, isDirectory(path) ? 0o700 : 0o755);
      return;
    case 'link':
      rmSync(path);
      symlinkSync('kept', path);
      return;
    case 'folder':
      rmSync(path);
      mkdirSync(path);
      writeFileSync(join(path, 'theirs'), 'of a person');
      return;
    case 'commit':
      git(root, 'add', '-A', '.');
      git(root, 'commit', '-q', '-m', 'more');
      return;
    case 'checkout':
      git(root, 'checkout', '-q', '.');
      return;
    default:
      what satisfies never;
  }
}

function jumpTo(who: 0 | 1, where: number | 'undo' | 'redo', choices: JumpChoice, scope: JumpScope): Step {
  return {
    check: () => true,
    async run(model: Model, real: Real): Promise<void> {
      const watched = real.threads[who];
      const { thread } = watched;
      const moments = thread.checkpoints.filter(({ entry }) => watched.moments.has(entry));
      const line = thread.undoLine;
      const seq =
        where === 'undo'
          ? line.undo.at(-1)?.before
          : where === 'redo'
            ? line.redo[0]?.after
            : moments[where % Math.max(1, moments.length)]?.seq;
      if (seq === undefined) return;
      const to = thread.entries[seq]!;
      const before = readTree(real.roots);
      const stamps = readStamps(real.roots);
      const ofGit = readGit(real, watched);
      const { length } = thread.entries;
      const going =
        where === 'undo'
          ? thread.undo({ choices })
          : where === 'redo'
            ? thread.redo({ choices })
            : thread.jump(to.id, { choices, scope });
      const failure = await going.then(
        () => undefined,
        (error: unknown) => error,
      );
      const after = readTree(real.roots);
      expect(readGit(real, watched)).toEqual(ofGit);
      if (scope === 'conversation' && typeof where === 'number') {
        expect(failure).toBeUndefined();
        expect(Object.fromEntries(readStamps(real.roots))).toEqual(Object.fromEntries(stamps));
        note(watched, length, before, after);
        return;
      }
      const expected = expectedTree(watched, to.seq, watched.moments.get(to.id), before, choices, real.roots);
      if (failure !== undefined) {
        // Somebody else has put a file where a folder was, or something into a folder that becomes a file.
        expect([FileExistsError, ToolExecutionError]).toContain((failure as Error).constructor);
        expect([...expected.keys()].filter((path) => isObstructed(path, expected))).not.toEqual([]);
        expect(Object.fromEntries(after)).toEqual(Object.fromEntries(before));
        note(watched, length, before, after);
        return;
      }
      expect(Object.fromEntries(after)).toEqual(Object.fromEntries(expected));
      // A file that is put back may need a folder that somebody else has removed.
      const isNew = (path: string): boolean => !stamps.has(path);
      // What the thread never touched has its bytes, its time and its place on the disk.
      const touched = new Set(watched.own.map(({ path }) => path));
      for (const [path, stamp] of readStamps(real.roots))
        if (!touched.has(path) && !(isNew(path) && stamp.startsWith('directory')))
          expect(stamp, path).toBe(stamps.get(path));
      for (const path of changesBetween(before, after)) {
        // Another one may have written meanwhile, and taken it back.
        const left = watched.own.findLast((change) => change.path === path)?.after;
        if (choices === 'keep' && before.get(path) !== left)
          expect(model.lastWriter.get(path), `${path} was written by another`).toBe(who);
        model.lastWriter.set(path, who);
      }
      note(watched, length, before, after);
    },
    toString: () => `${who}: jump ${where} ${choices} ${scope}`,
  };
}

/** The tree after the thread's own changes behind `seq` are undone, as far as nobody else has been there. */
function expectedTree(
  { own }: Watched,
  seq: number,
  moment: Tree | undefined,
  now: Tree,
  choice: JumpChoice,
  roots: readonly string[],
): Tree {
  const tree = new Map(now);
  const set = (path: string, content: string | undefined): void => {
    if (content === undefined) tree.delete(path);
    else tree.set(path, content);
  };
  for (const path of new Set(own.map((change) => change.path))) {
    const behind = own.filter((change) => change.path === path && change.seq > seq);
    const [first] = behind;
    if (first === undefined) continue;
    const earlier = own.findLast((change) => change.path === path && change.seq <= seq);
    const target =
      earlier === undefined ? first.before : moment === undefined ? earlier.after : moment.get(path);
    const isWhole = behind.every(
      ({ after }, index) => after === (index + 1 < behind.length ? behind[index + 1]!.before : now.get(path)),
    );
    if ((isWhole && first.before === target) || choice === 'restore') set(path, target);
  }
  for (const path of Array.from(tree.keys()))
    for (let folder = dirname(path); !roots.includes(folder); folder = dirname(folder))
      if (!tree.has(folder) && !now.has(folder)) tree.set(folder, 'directory 755');
  // A folder with something in it stays.
  for (const [path, content] of [...now].sort(([a], [b]) => b.length - a.length))
    if (
      content.startsWith('directory') &&
      !tree.has(path) &&
      [...tree.keys()].some((other) => other.startsWith(`${path}/`))
    )
      tree.set(path, content);
  return tree;
}

function isObstructed(path: string, tree: Tree): boolean {
  const parent = tree.get(dirname(path));
  return parent !== undefined && !parent.startsWith('directory');
}

// Most of what happens happens to the same two files, so that changes of several meet.
const anyName = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'b') },
  { weight: 2, arbitrary: fc.constantFrom(...NAMES) },
);
const anyThread = fc.constantFrom<0 | 1>(0, 1);
const text = fc.constantFrom('one\n', 'two\n', 'three\nlines\nhere\n', '');
const anyCommand = fc.constantFrom(
  'echo sh > a',
  'mkdir -p d && echo sh > d/a',
  'rm -rf d',
  'mv a b',
  'mv d/a c',
  'chmod 600 a',
  'chmod 755 b',
  'ln -sf b c',
  'rm -f b; mkdir b',
  'mkdir -p e/f && echo deep > e/f/g',
  'cp a b; cp a c; rm a',
  'mv a A',
  'mv A a',
  'rm -f a && mkdir a && echo in > a/in',
  'echo sh > out/x; echo sh > n/a',
  'rm -rf n',
  'rm -rf out loose',
  'cp b ../other/a',
  'rm -f ../other/*',
  'git checkout -q . && git clean -fdxq',
  'git add -A && git commit -qm more',
  'git reset -q --hard HEAD~1',
  'git stash -qu',
  'sed -i s/e/x/ a b d/a out/x n/a ../other/a',
  'false',
);
const anyCalls: fc.Arbitrary<readonly TravelCall[]> = fc.oneof(
  fc.tuple(anyName, text).map(([uri, new_content]): readonly TravelCall[] => [
    ['read_file', { uri }],
    ['rewrite_file', { uri, new_content }],
  ]),
  anyName.map((uri): readonly TravelCall[] => [['create_file_or_folder', { uri }]]),
  fc
    .constantFrom('a', 'b', 'd', 'd/a', 'n', 'out', '../other/a')
    .map((uri): readonly TravelCall[] => [['delete_file_or_folder', { uri, is_recursive: true }]]),
  fc
    .oneof(
      {
        weight: 2,
        arbitrary: fc.constantFrom('echo sh > a', 'echo more >> a', 'sed -i s/e/x/ a b', 'rm -f a'),
      },
      { weight: 3, arbitrary: anyCommand },
    )
    .map((command): readonly TravelCall[] => [['sh', { command }]]),
);
const jump = fc
  .tuple(
    anyThread,
    fc.oneof(
      { weight: 3, arbitrary: fc.nat(30) },
      { weight: 1, arbitrary: fc.constantFrom('undo' as const, 'redo' as const) },
    ),
    fc.constantFrom<JumpChoice>('keep', 'keep', 'restore'),
    fc.constantFrom<JumpScope>('files', 'both', 'both', 'conversation'),
  )
  .map(([...args]) => jumpTo(...args));
const steps: fc.Arbitrary<Step>[] = [
  fc.tuple(anyThread, anyCalls).map(([thread, asked]) => act(thread, asked)),
  fc.tuple(anyThread, anyCalls).map(([thread, asked]) => act(thread, asked)),
  fc
    .tuple(
      fc.constantFrom<PersonalChange>(
        'write',
        'write',
        'delete',
        'rename',
        'mode',
        'link',
        'folder',
        'commit',
        'checkout',
      ),
      anyName,
      anyName,
    )
    .map(([...args]) => byPerson(...args)),
  jump,
  jump,
];

const layouts: fc.Arbitrary<Layout> = fc.record({
  repositories: fc.subarray(['.', 'n', '../other'] as const),
  hasOther: fc.boolean(),
});

test(
  'in any history a jump puts back what its own thread did, and nothing of anybody else',
  { timeout: 14_400_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        layouts,
        fc.commands(steps, { maxCommands: 14, size: 'max' }),
        async (layout, history) => {
          const other = layout.hasOther ? { other: { a: 'other\n', b: 'side\n' } } : {};
          await using world = makeTravelWorld({ files: FILES, ...other });
          makeRepositories(world.root, layout);
          const watch = (): Watched => ({ thread: world.engine.createThread(), own: [], moments: new Map() });
          const real = { ...world, threads: [watch(), watch()] as const };
          await fc.asyncModelRun(() => ({ model: { lastWriter: new Map() }, real }), history);
        },
      ),
      { numRuns: RUNS },
    );
  },
);
