import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { WorkspaceBoundaryError } from '../../src/actors/protocol/errors.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { locateInRoots } from '../../src/host/locate-in-roots.js';

const app = resolve('/work/app') as AbsPath;
const inner = resolve('/work/app/packages/inner') as AbsPath;
const lib = resolve('/work/lib') as AbsPath;
const roots = [app, inner, lib];

describe('a place that a program names', () => {
  test.each([
    ['nothing', {}, undefined, ''],
    ['a relative path', { path: 'src/a.ts' }, undefined, 'src/a.ts'],
    ['a relative path with slashes and dots', { path: './src//b/../' }, undefined, 'src'],
    ['the root itself', { path: '.' }, undefined, ''],
    ['a root', { root: lib }, lib, ''],
    ['a root with a slash', { root: `${lib}/` }, lib, ''],
    ['a root and a path', { root: lib, path: '/work/lib/src' }, lib, 'src'],
    ['an absolute path', { path: '/work/lib/src/' }, lib, 'src'],
    ['an absolute path in a root that lies in another', { path: `${inner}/src` }, inner, 'src'],
    ['a name that begins with dots', { path: '..a' }, undefined, '..a'],
  ])('is found for %s', (_what, place, root, path) => {
    expect(locateInRoots(roots, place)).toEqual({ root, path });
  });

  test.each([
    ['leads out of the root', { path: '../lib' }],
    ['leads out of a root that is named', { root: lib, path: '/work/app' }],
    ['is absolute and in no root', { path: '/etc/hosts' }],
    ['is in a root that is none', { root: '/work' }],
  ])('is refused when it %s', (_what, place) => {
    expect(() => locateInRoots(roots, place)).toThrow(WorkspaceBoundaryError);
  });

  test('is refused by name where there are no roots', () => {
    expect(() => locateInRoots([], { root: '/work' })).toThrow(
      '/work is no root of this workspace. It has none.',
    );
    expect(locateInRoots([], {})).toEqual({ root: undefined, path: '' });
  });
});
