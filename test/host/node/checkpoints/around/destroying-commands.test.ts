import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath } from '../../../../../src/actors/protocol/workspace.js';
import { MemoryVersions } from '../../../../doubles/memory-versions.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../../../doubles/temp-dir.js';
import { createAround, git, readTree, RecordedCall, undo } from './try-around.js';

// `TROUPE_FORMATTED_FILES=5000` is the number of the specification.
const FORMATTED = Number(process.env['TROUPE_FORMATTED_FILES'] ?? 300);

let root: AbsPath;
beforeEach(() => {
  root = makeTempDir();
});
afterEach(() => {
  removeTempDir(root);
});

/** A repository with all kinds of files: clean, changed, staged, untracked, ignored. */
function makeWorkspace(): void {
  git(root, 'init', '-q');
  writeFiles(root, {
    '.gitignore': 'node_modules/\ndist/\n.env\n*.db\n',
    'src/main.ts': 'export const main = 1;\n',
    'src/deep/er/leaf.ts': 'export const leaf = 1;\n',
    'src/changed.ts': 'export const changed = 1;\n',
    'src/staged.ts': 'export const staged = 1;\n',
    'src/run.sh': '#!/bin/sh\n',
    'package.json': '{}\n',
    'logo.bin': Buffer.from([0, 255, 254, 10, 13, 0]),
    'lines.txt': 'a\r\nb\r\n',
  });
  chmodSync(join(root, 'src/run.sh'), 0o755);
  symlinkSync('main.ts', join(root, 'src/link.ts'));
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'first');
  writeFiles(root, {
    'src/changed.ts': 'export const changed = 2;\n',
    'src/staged.ts': 'export const staged = 2;\n',
    'notes/untracked.md': 'mine\n',
    '.env': 'SECRET=1\n',
    'data.db': Buffer.from([1, 2, 3, 0]),
    'dist/out.js': 'built\n',
    'node_modules/a/index.js': 'module.exports = 1;\n',
    'node_modules/.package-lock.json': '{}\n',
  });
  mkdirSync(join(root, 'empty/folder'), { recursive: true });
  git(root, 'add', 'src/staged.ts');
  for (let file = 0; file < FORMATTED; file++)
    writeFiles(root, { [`many/d${file % 20}/f${file}.ts`]: `export const f${file}=1\n` });
  git(root, 'add', 'many');
  git(root, 'commit', '-qm', 'many', '--', 'many');
}

const COMMANDS: readonly (readonly [name: string, line: string])[] = [
  ['rm -rf src', 'rm -rf src'],
  ['rm -rf of everything', 'rm -rf -- * .env .gitignore'],
  ['git clean', 'git clean -xfdq'],
  ['git checkout', 'git checkout -q .'],
  ['git reset --hard', 'git reset -q --hard'],
  ['git stash', 'git stash -qu'],
  ['sed -i', "sed -i 's/export/import/' src/*.ts src/deep/er/*.ts"],
  ['mv over files', 'mv -f src/main.ts src/changed.ts && mv -f logo.bin notes/untracked.md'],
  ['truncation of an ignored file', ': > .env; printf x >> data.db'],
  [
    'packages that are replaced',
    'rm -rf node_modules && mkdir -p node_modules/b && echo 1 > node_modules/b/index.js',
  ],
  ['a formatter over many files', "find many -name '*.ts' -exec sed -i 's/=1$/ = 1;/' {} +"],
  ['chmod', 'chmod -x src/run.sh; chmod 600 .env; chmod 700 src'],
  [
    'links that replace files',
    'rm src/main.ts; ln -s /etc/hosts src/main.ts; rm src/link.ts; echo x > src/link.ts',
  ],
  ['a folder that replaces a file', 'rm package.json; mkdir package.json; echo 1 > package.json/x'],
  ['a file that replaces a folder', 'rm -rf src/deep; echo 1 > src/deep'],
  ['new files and folders', 'mkdir -p new/a/b; echo 1 > new/a/b/c; echo 2 > src/new.ts; mkdir hollow'],
  ['a rename of a folder', 'mv src lib'],
  ['removal of empty folders', 'find . -type d -empty -not -path "./.git/*" -delete'],
  [
    'a content of the same size and time',
    'touch -r src/main.ts /tmp/t.$$; printf %s "EXPORT const main = 1;" > src/main.ts; echo >> src/main.ts; touch -r /tmp/t.$$ src/main.ts; rm /tmp/t.$$',
  ],
  ['a line end that git converts', "printf 'a\\nb\\n' > lines.txt"],
];

describe('A command that destroys', () => {
  test.each(COMMANDS)('%s: everything comes back byte for byte', { timeout: 600_000 }, async (_, line) => {
    makeWorkspace();
    const versions = new MemoryVersions();
    await using around = createAround({ roots: [root], versions });
    const before = readTree(root);
    const call = new RecordedCall();
    const end = await around.beforeCommand(call, new AbortController().signal);
    execFileSync('bash', ['-c', line], { cwd: root, stdio: 'pipe' });
    const after = readTree(root);
    await end();

    expect(after).not.toEqual(before);
    expect(call.problems).toEqual([]);
    expect(call.uncovered).toEqual([]);
    undo(call.changes, versions);
    expect(readTree(root)).toEqual(before);
  });

  test('is undone after earlier commands as well, and can be redone', async () => {
    makeWorkspace();
    const versions = new MemoryVersions();
    await using around = createAround({ roots: [root], versions });
    const states = [readTree(root)];
    const calls: RecordedCall[] = [];
    for (const [, line] of COMMANDS.filter(([name]) => /sed|mv|packages|rename|everything/.test(name))) {
      const call = new RecordedCall(`call ${calls.length}`);
      const end = await around.beforeCommand(call, new AbortController().signal);
      execFileSync('bash', ['-c', `(${line}) || true`], { cwd: root, stdio: 'pipe' });
      await end();
      calls.push(call);
      states.push(readTree(root));
    }
    for (let at = calls.length - 1; at >= 0; at--) {
      undo(calls[at]!.changes, versions);
      expect(readTree(root)).toEqual(states[at]);
    }
    for (const [at, call] of calls.entries()) {
      undo(
        call.changes.map(({ path, before, after }) => ({ path, before: after, after: before })),
        versions,
      );
      expect(readTree(root)).toEqual(states[at + 1]);
    }
  });

  test('costs nothing for what git has: only what it lacks is stored', async () => {
    makeWorkspace();
    const versions = new MemoryVersions();
    await using around = createAround({ roots: [root], versions });
    const end = await around.beforeCommand(new RecordedCall(), new AbortController().signal);
    await end();
    expect([...versions.contents.values()].map(String).sort()).toEqual(
      [
        '{}\n',
        'SECRET=1\n',
        String(Buffer.from([1, 2, 3, 0])),
        'built\n',
        'export const changed = 2;\n',
        'export const staged = 2;\n',
        'mine\n',
        'module.exports = 1;\n',
      ].sort(),
    );
  });
});
