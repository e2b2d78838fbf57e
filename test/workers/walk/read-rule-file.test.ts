import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdirSync, openSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRuleFile } from '../../../src/workers/walk/read-rule-file.js';
import { TempTree } from './temp-tree.js';

let tree: TempTree;
let path: string;
beforeEach(() => {
  tree = new TempTree();
  path = join(tree.root, '.gitignore');
});
afterEach(() => {
  tree.remove();
});

describe('readRuleFile', () => {
  it('reads no rules where there is no file', () => {
    expect(readRuleFile(tree.root, false)).toEqual({ text: '', changedAtMs: 0, file: null, wasRead: false });
  });

  it('reads the rules, and gives back what is known while the text is the same', () => {
    tree.write('.gitignore', '*.log\n');
    const first = readRuleFile(tree.root, false);
    expect([first.text, first.file?.match('a.log', false, ''), first.problem]).toEqual([
      '*.log\n',
      true,
      undefined,
    ]);
    expect(first.file).toBe(first.file);
    expect(readRuleFile(tree.root, false, first)).toBe(first);
    tree.write('.gitignore', '*.tmp\n');
    expect(readRuleFile(tree.root, false, first).file?.match('a.log', false, '')).toBeUndefined();
  });

  it.each([
    ['a directory', 'it is a directory', () => mkdirSync(path)],
    ['a pipe', 'it is not a file', () => execFileSync('mkfifo', [path])],
    ['a link', 'ELOOP: ', () => symlinkSync(tree.write('rules', '*.log\n'), path)],
    [
      'huge',
      'it has 16777217 bytes, 16777216 are read at most',
      () => {
        tree.write('.gitignore');
        truncateSync(path, 16 * 1024 * 1024 + 1);
      },
    ],
    [
      'made to keep us busy',
      'it has more than 2000 patterns with wildcards',
      () => {
        tree.write('.gitignore', Array.from({ length: 2_001 }, (_, id) => `*${id}?`).join('\n'));
      },
    ],
  ])('says why the rules of a .gitignore that is %s do not count', (_, problem, make) => {
    make();
    expect(readRuleFile(tree.root, false)).toEqual({
      text: '',
      changedAtMs: 0,
      wasRead: false,
      file: null,
      problem: expect.stringContaining(problem) as string,
    });
  });

  it('does not wait for a pipe that somebody holds open', () => {
    execFileSync('mkfifo', [path]);
    const held = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    try {
      expect(readRuleFile(tree.root, false).problem).toBe('it is not a file');
    } finally {
      closeSync(held);
    }
  });
});
