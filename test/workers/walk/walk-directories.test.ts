import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PatternSyntaxError } from '../../../src/actors/protocol/errors.js';
import { DonationQueue } from '../../../src/workers/walk/donation-queue.js';
import { walkDirectories } from '../../../src/workers/walk/walk-directories.js';
import { WalkProgress } from '../../../src/workers/walk/walk-progress.js';
import type { ScanRules } from '../../../src/workers/walk/walk-scopes.js';
import { ONLY_GITIGNORE, openWalk, partsFrom, readParts, walkAlone } from './scanned-tree.js';
import { TempTree } from './temp-tree.js';

let tree: TempTree;
beforeEach(() => {
  tree = new TempTree();
});
afterEach(() => {
  tree.remove();
});

function rules(patterns: Partial<ScanRules['patterns']>): ScanRules {
  return { ...ONLY_GITIGNORE, patterns: { ...ONLY_GITIGNORE.patterns, ...patterns } };
}

/** Directories in each other, all of one name; step by step, as the whole path may be too long. Returns it. */
function nest(name: string, levels: number): string {
  const before = process.cwd();
  try {
    process.chdir(tree.root);
    for (let level = 0; level < levels; level++) {
      mkdirSync(name);
      process.chdir(name);
    }
  } finally {
    process.chdir(before);
  }
  return Array.from({ length: levels }, () => name).join('/');
}

/** Node cannot remove paths that are too long, and takes long for long ones. */
function removeNest(name: string): void {
  execFileSync('rm', ['-rf', join(tree.root, name)]);
}

describe('walkDirectories', () => {
  it('reads a tree, each directory before those below it', () => {
    for (const path of ['b/c/d/file', 'b/file', 'a/file', 'file']) tree.write(path);
    mkdirSync(join(tree.root, 'empty'));
    const { entries, directories } = walkAlone(tree.root);
    expect(entries).toEqual([
      'a/',
      'a/file',
      'b/',
      'b/c/',
      'b/c/d/',
      'b/c/d/file',
      'b/file',
      'empty/',
      'file',
    ]);
    expect([...directories].sort()).toEqual(['', 'a', 'b', 'b/c', 'b/c/d', 'empty']);
    for (const [index, directory] of directories.entries()) {
      const parent = directory.slice(0, Math.max(0, directory.lastIndexOf('/')));
      if (directory !== '') expect(directories.indexOf(parent)).toBeLessThan(index);
    }
  });

  it('reads nothing but an empty root', () => {
    expect(walkAlone(tree.root)).toEqual({
      entries: [],
      directories: [''],
      ruleDirectories: [],
      repositories: [],
      ignored: [],
      warnings: [],
    });
  });

  it('obeys each .gitignore from its directory on, and names what it left out', () => {
    tree.write('.gitignore', 'build/\n*.log\n');
    tree.write('a/.gitignore', '!keep.log\n/only-here\n');
    for (const path of [
      'build/x',
      'a/build/x',
      'a/keep.log',
      'a/b/keep.log',
      'keep.log',
      'a/only-here',
      'a/b/only-here',
    ])
      tree.write(path);
    expect(walkAlone(tree.root)).toMatchObject({
      entries: ['.gitignore*', 'a/', 'a/.gitignore*', 'a/b/', 'a/b/keep.log', 'a/b/only-here', 'a/keep.log'],
      ruleDirectories: ['', 'a'],
      ignored: ['a/build', 'build'],
    });
  });

  it('does not read .gitignore files when git rules are off', () => {
    tree.write('.gitignore', '*');
    tree.write('file');
    expect(walkAlone(tree.root, rules({ useGitignore: false }))).toMatchObject({
      entries: ['.gitignore', 'file'],
      ruleDirectories: [],
    });
  });

  it('starts git rules anew in a nested repository, which it names', () => {
    tree.write('.gitignore', '*.log\n');
    tree.write('nested/.git/HEAD', 'ref: refs/heads/main\n');
    for (const name of ['objects', 'refs']) mkdirSync(join(tree.root, 'nested/.git', name));
    tree.write('nested/a.log');
    tree.write('nested/deep/b.log');
    tree.write('worktree/.git', 'gitdir: ../nested/.git\n');
    tree.write('worktree/c.log');
    tree.write('plain/d.log');
    mkdirSync(join(tree.root, '.git'));
    expect(walkAlone(tree.root)).toMatchObject({
      entries: [
        '.gitignore*',
        'nested/',
        'nested/a.log',
        'nested/deep/',
        'nested/deep/b.log',
        'plain/',
        'worktree/',
        'worktree/c.log',
      ],
      repositories: ['nested', 'worktree'],
    });
  });

  it('enters an ignored directory for core patterns, and tells of it only where they match', () => {
    tree.write('.gitignore', 'ignored/\n');
    for (const path of ['ignored/a/keep.env', 'ignored/a/other', 'ignored/b/other', 'other'])
      tree.write(path);
    expect(walkAlone(tree.root, rules({ corePatterns: ['ignored/a/*.env'] }))).toMatchObject({
      entries: ['.gitignore*', 'ignored/a/keep.env*', 'other'],
      directories: ['', 'ignored/a'],
      ignored: [],
    });
    expect(walkAlone(tree.root, rules({ corePatterns: ['elsewhere/*.env'] }))).toMatchObject({
      directories: [''],
      ignored: ['ignored'],
    });
  });

  it('reads the .gitignore files above the directory that it starts in', () => {
    tree.write('.gitignore', '/a/b/x\n');
    tree.write('a/.gitignore', '*.log\n');
    for (const path of ['a/b/x', 'a/b/y', 'a/b/z.log', 'a/c']) tree.write(path);
    expect(walkAlone(tree.root, ONLY_GITIGNORE, 'a/b')).toMatchObject({
      entries: ['a/b/y'],
      directories: ['a/b'],
      ruleDirectories: ['', 'a'],
    });
  });

  it('finds only what is core below an ignored directory that it starts in', () => {
    tree.write('.gitignore', 'ignored/\n');
    for (const path of ['ignored/a/keep.env', 'ignored/a/other']) tree.write(path);
    expect(walkAlone(tree.root, rules({ corePatterns: ['*.env'] }), 'ignored/a').entries).toEqual([
      'ignored/a/keep.env*',
    ]);
    expect(walkAlone(tree.root, ONLY_GITIGNORE, 'ignored/a').directories).toEqual([]);
  });

  it('does not follow links, not even in a circle', () => {
    tree.write('a/file');
    symlinkSync('..', join(tree.root, 'a/up'));
    symlinkSync(tree.root, join(tree.root, 'root'));
    expect(walkAlone(tree.root).entries).toEqual(['a/', 'a/file', 'a/up@', 'root@']);
  });

  it('has nothing to say of a directory that has gone', () => {
    tree.write('file');
    const { directories, warnings } = walkAlone(tree.root, ONLY_GITIGNORE, 'gone');
    expect(directories).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['a directory', () => mkdirSync(join(tree.root, 'a/.gitignore'))],
    ['a link', () => symlinkSync('../.gitignore', join(tree.root, 'a/.gitignore'))],
  ])('warns of a .gitignore that is %s, and skips only its rules', (_, make) => {
    tree.write('.gitignore', '*.log\n');
    tree.write('a/b.log');
    tree.write('a/c');
    make();
    const { entries, ruleDirectories, warnings } = walkAlone(tree.root);
    expect(entries.filter((entry) => !entry.includes('.gitignore'))).toEqual(['a/', 'a/c']);
    expect([ruleDirectories, warnings.map(({ path }) => path)]).toEqual([[''], ['a/.gitignore']]);
  });

  it('warns once of names that are not UTF-8, and does not enter a directory that has one', () => {
    const directory = Buffer.concat([Buffer.from(`${tree.root}/dir`), Buffer.of(0xff)]);
    mkdirSync(directory);
    writeFileSync(Buffer.concat([directory, Buffer.from('/file')]), '');
    writeFileSync(Buffer.concat([Buffer.from(`${tree.root}/file`), Buffer.of(0xff)]), '');
    const { entries, directories, warnings } = walkAlone(tree.root);
    expect([entries, directories]).toEqual([['dir\u{FFFD}/', 'file\u{FFFD}'], ['']]);
    expect(warnings).toEqual([{ path: '', message: '2 names in this directory are not valid UTF-8.' }]);
  });

  it('reads names that other programs stumble over', () => {
    const names = [
      ' ',
      'a b',
      '-x',
      'new\nline',
      'tab\t',
      '"',
      "'",
      '\\',
      '*',
      '😀',
      'e\u0301',
      'é',
      'x'.repeat(255),
      '#',
      '!',
    ];
    for (const name of names) tree.write(`${name}/${name}`);
    const { entries, warnings } = walkAlone(tree.root);
    expect([entries, warnings]).toEqual([
      names.flatMap((name) => [`${name}/`, `${name}/${name}`]).sort(),
      [],
    ]);
  });

  it('walks 500 levels deep', () => {
    const deepest = nest('d', 500);
    const { directories, warnings } = walkAlone(tree.root);
    removeNest('d');
    expect([directories.length, directories.at(-1), warnings]).toEqual([501, deepest, []]);
  });

  it('warns of a path that is too long for the system, and goes on', () => {
    const name = 'x'.repeat(250);
    nest(name, 20);
    tree.write('file');
    const { entries, warnings } = walkAlone(tree.root);
    removeNest(name);
    expect(entries).toContain('file');
    expect(warnings).toEqual([
      {
        path: expect.stringMatching(/^x+(\/x+){15,}$/) as string,
        message: expect.stringContaining('ENAMETOOLONG') as string,
      },
    ]);
  });

  it('lists files, directories and links, and nothing else', async () => {
    tree.write('file');
    execFileSync('mkfifo', [join(tree.root, 'pipe')]);
    const server = createServer().listen(join(tree.root, 'socket'));
    await once(server, 'listening');
    const { entries, warnings } = walkAlone(tree.root);
    server.close();
    expect([entries, warnings]).toEqual([['file'], []]);
  });

  it('reads 100,000 files in one directory', () => {
    mkdirSync(join(tree.root, 'many'));
    // Links are made faster than files, but a file has 65,000 of them at most.
    const linked = ['one', 'two'].map((name) => tree.write(name));
    const names = Array.from({ length: 100_000 }, (_, index) => `many/${index}`);
    for (const [index, name] of names.entries()) linkSync(linked[index % 2]!, join(tree.root, name));
    expect(walkAlone(tree.root).entries).toEqual(['many/', ...names, 'one', 'two'].sort());
  });

  it('hands over what it has read every 50 ms', () => {
    for (let directory = 0; directory < 9; directory++) tree.write(`${directory}/file`);
    const open = openWalk(tree.root);
    let nowMs = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const count = vi.spyOn(WalkProgress.prototype, 'addDirectory').mockImplementation(() => (nowMs += 20));
    walkDirectories(open.job);
    clock.mockRestore();
    count.mockRestore();
    const parts = partsFrom(open);
    expect(parts.map(({ counts }) => counts.length)).toEqual([3, 3, 3, 1]);
    expect(readParts(parts).entries).toHaveLength(18);
  });

  it('counts the files and directories that it has read', () => {
    for (const path of ['a/x', 'a/y', 'b/z', 'w']) tree.write(path);
    const { job } = openWalk(tree.root);
    walkDirectories(job);
    expect(new WalkProgress(job.progress).read()).toEqual({ files: 4, directories: 3 });
  });

  it('leaves the scan to others when it comes too late', () => {
    const first = openWalk(tree.root);
    const second = openWalk(tree.root);
    const shared = { queue: first.job.queue, progress: first.job.progress };
    expect([walkDirectories(first.job), walkDirectories({ ...second.job, ...shared })]).toEqual([
      true,
      false,
    ]);
    expect([partsFrom(first).length, partsFrom(second).length]).toEqual([1, 0]);
  });

  it('stops when the scan is cancelled', () => {
    tree.write('a/file');
    const open = openWalk(tree.root);
    new DonationQueue(open.job.queue, open.job.under).cancel();
    expect([walkDirectories(open.job), partsFrom(open)]).toEqual([false, []]);
  });

  it('refuses a pattern that cannot be understood, and names it', () => {
    expect(() => walkAlone(tree.root, rules({ ignorePatterns: ['[z-'] }))).toThrow(PatternSyntaxError);
  });
});
