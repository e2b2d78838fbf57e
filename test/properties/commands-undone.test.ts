import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryVersions } from '../doubles/memory-versions.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';
import {
  createAround,
  git,
  readTree,
  RecordedCall,
  undo,
} from '../host/node/checkpoints/around/try-around.js';

// `TROUPE_COMMAND_RUNS=2000` is the long run.
const RUNS = Number(process.env['TROUPE_COMMAND_RUNS'] ?? 50);
// A run takes half a second, and many times that on a busy machine.
const TIMEOUT_MS = 600_000 + RUNS * 5_000;

type Mutation = (root: string) => void;

const name = fc.constantFrom('a', 'b', 'c', 'd', 'out', '.gitignore', 'ä ö', 'e.log');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
const text = fc.constantFrom('', 'one\n', 'two\n', 'out\n*.log\n', 'x'.repeat(300));

/** Does what can be done; what the tree does not allow, for instance a file below a file, does nothing. */
function lenient(mutate: Mutation): Mutation {
  return (root) => {
    try {
      mutate(root);
    } catch (error) {
      // An error of the file system, or of git.
      if (!(error instanceof Error && ('syscall' in error || 'status' in error))) throw error;
    }
  };
}

const mutation: fc.Arbitrary<Mutation> = fc
  .oneof(
    fc.tuple(path, text).map(([to, content]): Mutation => (root) => {
      mkdirSync(dirname(join(root, to)), { recursive: true });
      writeFileSync(join(root, to), content);
    }),
    fc.tuple(path, text).map(([to, more]): Mutation => (root) => {
      appendFileSync(join(root, to), more);
    }),
    path.map((gone): Mutation => (root) => {
      rmSync(join(root, gone), { recursive: true });
    }),
    fc.tuple(path, path).map(([from, to]): Mutation => (root) => {
      renameSync(join(root, from), join(root, to));
    }),
    fc.tuple(path, fc.constantFrom(0o600, 0o644, 0o755)).map(([of, mode]): Mutation => (root) => {
      if (!lstatSync(join(root, of)).isSymbolicLink())
        chmodSync(join(root, of), mode | (isFolder(root, of) ? 0o700 : 0));
    }),
    fc.tuple(path, path).map(([to, target]): Mutation => (root) => {
      symlinkSync(target, join(root, to));
    }),
    path.map((to): Mutation => (root) => {
      mkdirSync(join(root, to), { recursive: true });
    }),
    fc.constant<Mutation>((root) => {
      if (existsSync(join(root, '.git')) && readdirSync(root).length > 1) commit(root);
    }),
    fc
      .constantFrom(['checkout', '-q', '.'], ['reset', '-q', '--hard'], ['clean', '-fdxq'])
      .map((args): Mutation => (root) => {
        if (existsSync(join(root, '.git/logs/HEAD'))) git(root, ...args);
      }),
  )
  .map(lenient);
const mutations = fc.array(mutation, { maxLength: 12 });

function isFolder(root: string, below: string): boolean {
  return lstatSync(join(root, below)).isDirectory();
}

function commit(root: string): void {
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '--allow-empty', '-m', 'commit');
}

test(
  'whatever commands do is undone, one after the other, and the tree equals a full copy of it before',
  async () => {
    const runs = fc.array(fc.record({ person: mutations, command: mutations }), {
      minLength: 1,
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(fc.boolean(), mutations, runs, async (hasGit, first, steps) => {
        const root = makeTempDir();
        try {
          if (hasGit) git(root, 'init', '-q');
          for (const mutate of first) mutate(root);
          const versions = new MemoryVersions();
          await using around = createAround({ roots: [root], versions });
          for (const { person, command } of steps) {
            for (const mutate of person) mutate(root);
            const before = readTree(root);
            const call = new RecordedCall();
            const end = await around.beforeCommand(call, new AbortController().signal);
            for (const mutate of command) mutate(root);
            const after = readTree(root);
            await end();
            expect(call.problems).toEqual([]);
            undo(call.changes, versions);
            expect(readTree(root)).toEqual(before);
            const back = call.changes.map((change) => ({
              ...change,
              before: change.after,
              after: change.before,
            }));
            undo(back, versions);
            expect(readTree(root)).toEqual(after);
          }
        } finally {
          removeTempDir(root);
        }
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);
