import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RootPatterns } from '../../../src/workers/ignore/base-rules.js';
import { NO_GIT } from '../../../src/workers/ignore/git/git-facts.js';
import { compileRuleFile } from '../../../src/workers/ignore/files/rule-file.js';
import { compileBaseRules } from '../../../src/workers/ignore/base-rules.js';
import { RuleScope } from '../../../src/workers/ignore/rule-scope.js';
import {
  applyRules,
  type DirectoryListing,
  readDirectory,
} from '../../../src/workers/walk/read-directory.js';
import { TempTree } from './temp-tree.js';

let tree: TempTree;
beforeEach(() => {
  tree = new TempTree();
});
afterEach(() => {
  tree.remove();
});

function kindsOf({ names, kinds }: DirectoryListing): Record<string, number | undefined> {
  return Object.fromEntries(names.map((name, index) => [name, kinds[index]]));
}

describe('readDirectory', () => {
  it('tells files, directories and links apart, and follows no link', () => {
    tree.write('file');
    tree.write('dir/below');
    symlinkSync('file', join(tree.root, 'link'));
    symlinkSync('dir', join(tree.root, 'link to dir'));
    symlinkSync('nowhere', join(tree.root, 'dangling'));
    expect(kindsOf(readDirectory(tree.root))).toEqual({
      file: 0,
      dir: 1,
      link: 2,
      'link to dir': 2,
      dangling: 2,
    });
  });

  it('leaves out what git does not know: pipes and sockets', () => {
    tree.write('file');
    execFileSync('mkfifo', [join(tree.root, 'pipe')]);
    expect(kindsOf(readDirectory(tree.root))).toEqual({ file: 0 });
  });

  it.each(['directory', 'file'])('says that there is a .git and does not list it when it is a %s', (kind) => {
    if (kind === 'file') tree.write('.git', 'gitdir: elsewhere');
    else mkdirSync(join(tree.root, '.git'));
    tree.write('.github');
    const listing = readDirectory(tree.root);
    expect([listing.isRepository, listing.names]).toEqual([true, ['.github']]);
  });

  it('says whether there is a .gitignore, and lists it', () => {
    expect(readDirectory(tree.root)).toMatchObject({ hasRuleFile: false, isRepository: false });
    tree.write('.gitignore');
    expect(readDirectory(tree.root)).toMatchObject({ hasRuleFile: true, names: ['.gitignore'] });
  });

  it('decodes names that are not UTF-8, lists each once and says which they are', () => {
    for (const byte of [0xff, 0xfe]) {
      writeFileSync(Buffer.concat([Buffer.from(`${tree.root}/bad`), Buffer.of(byte)]), '');
    }
    tree.write('good \u{FFFD}');
    const { names, brokenNames } = readDirectory(tree.root);
    expect([...names].sort()).toEqual(['bad\u{FFFD}', 'good \u{FFFD}']);
    expect([...brokenNames]).toEqual(['bad\u{FFFD}']);
  });

  it('throws the error of the system when there is no such directory', () => {
    expect(() => readDirectory(join(tree.root, 'none'))).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });
});

describe('applyRules', () => {
  const listing: DirectoryListing = {
    names: ['.gitignore', 'a.log', 'a.ts', 'build', 'deps', 'link', 'src'],
    kinds: [0, 0, 0, 1, 1, 2, 1],
    brokenNames: new Set(),
    hasRuleFile: true,
    isRepository: false,
  };
  const level = (patterns: Partial<RootPatterns>, gitignore: string): ReturnType<typeof applyRules> => {
    const all = { corePatterns: [], ignorePatterns: [], useGitignore: true, ...patterns };
    return applyRules(listing, RuleScope.ofRoot(compileBaseRules(all, NO_GIT), compileRuleFile(gitignore)));
  };

  it('keeps what the rules let through and names what they leave out', () => {
    expect(level({ ignorePatterns: ['deps/'] }, '*.log\nbuild/\nlink/')).toEqual({
      names: ['.gitignore', 'a.ts', 'link', 'src'],
      kinds: [4, 0, 2, 1],
      directories: ['src'],
      mayContainCore: [],
      ignored: ['build', 'deps'],
    });
  });

  it('sets directories apart that are left out and may hold core files', () => {
    expect(level({ corePatterns: ['build/keep/*', 'a.*'] }, '*.log\nbuild/\ndeps')).toEqual({
      names: ['.gitignore', 'a.log', 'a.ts', 'link', 'src'],
      kinds: [4, 4, 4, 2, 1],
      directories: ['src'],
      mayContainCore: ['build', 'deps'],
      ignored: [],
    });
    expect(level({ corePatterns: ['/build/keep/*'] }, 'build/\ndeps')).toMatchObject({
      mayContainCore: ['build'],
      ignored: ['deps'],
    });
  });
});
