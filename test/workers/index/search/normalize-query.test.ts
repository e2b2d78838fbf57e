import { lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { normalizeQuery } from '../../../../src/workers/index/search/normalize-query.js';

const parent = realpathSync(mkdtempSync(join(tmpdir(), 'normalize-')));
const root = join(parent, 'root') as AbsPath;

beforeAll(() => {
  mkdirSync(join(root, 'src', 'core'), { recursive: true });
  mkdirSync(join(parent, 'root-twin'));
  writeFileSync(join(root, 'src', 'core', 'a.ts'), '');
  symlinkSync(join(root, 'src'), join(root, 'link'));
  symlinkSync(parent, join(root, 'way-out'));
  symlinkSync('loop', join(root, 'loop'));
});

afterAll(() => rmSync(parent, { recursive: true, force: true }));

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function isLink(path: string): boolean | undefined {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return undefined;
  }
}

function normalize(query: string, base = ''): ReturnType<typeof normalizeQuery> {
  return normalizeQuery(root, base, query, { isLink, realPath });
}

function summary(query: string, base = ''): string | null {
  const found = normalize(query, base);
  return found && `${found.kind} ${found.target}`;
}

describe('normalizeQuery', () => {
  it.each([
    ['main', '', 'name main'],
    ['main', 'src', 'name src/main'],
    ['src/', '', 'listing src'],
    ['  src/  ', '', 'listing src'],
    ['core/', 'src', 'listing src/core'],
    ['src/co', '', 'path src/co'],
    ['src\\co', '', 'path src/co'],
    ['src//co', '', 'path src/co'],
    ['/src/co', '', 'path src/co'],
    ['./main', 'src', 'path src/main'],
    ['../main', 'src/core', 'path src/main'],
    ['src/./core/../co', '', 'path src/co'],
    ['..', 'src/core', 'path src'],
    ['main', ' src\\core ', 'name src/core/main'],
    ['main', './src/', 'name src/main'],
    ['..x', '', 'name ..x'],
    ['a b', '', 'name a b'],
    ['../root/src/co', '', 'path src/co'],
  ])('takes %j in %j for %j', (query, base, expected) => {
    expect(summary(query, base)).toBe(expected);
  });

  it.each([
    ['', ''],
    ['   ', 'src'],
    ['./', ''],
    ['/', ''],
    ['..', 'src'],
  ])('takes %j in %j for empty', (query, base) => {
    expect(summary(query, base)).toBeNull();
  });

  it.each([
    ['..', ''],
    ['../x', ''],
    ['../root-twin/x', ''],
    ['../../../..', 'src'],
    ['main', '..'],
    ['root/src', '..'],
    ['src', 'way-out'],
    ['way-out', ''],
    ['way-out/x', ''],
    ['way-out/missing/deep', ''],
    ['link/../way-out/root-twin/', ''],
    ['a\0b', ''],
  ])('refuses %j in %j, which leaves the root', (query, base) => {
    expect(summary(query, base)).toBeNull();
  });

  it('follows links that stay inside, as far as the path exists', () => {
    expect([summary('link/co'), summary('link'), summary('co', 'link'), summary('link/core/')]).toEqual([
      'path src/co',
      'path src',
      'name src/co',
      'listing src/core',
    ]);
  });

  it('takes a link that leads nowhere as it stands', () => {
    expect(summary('loop/x')).toBe('path loop/x');
  });

  it('looks for no link on the way to a directory that is known', () => {
    const looked: string[] = [];
    const found = normalizeQuery(root, 'src/core', '../core/a', {
      isLink: (path) => {
        looked.push(path.slice(root.length + 1));
        return isLink(path);
      },
      realPath,
      isKnown: (directory) => ['src', 'src/core'].includes(directory),
    });
    expect([found?.target, looked]).toEqual(['src/core/a', ['src/core/a']]);
  });

  it('keeps what was typed as the fuzzy pattern, unless it goes by dots', () => {
    const patterns = ['ab', 'link/co', '/src', 'src/', '../ab'].map(
      (query) => normalize(query, 'src')?.pattern,
    );
    expect(patterns).toEqual(['ab', 'link/co', 'src', 'src/', 'ab']);
  });
});
