import { expect, test } from 'vitest';
import { readOpenFolders } from '../../../../src/host/vscode/settings/folders.js';

const folder = (scheme: string, fsPath: string) => ({ uri: { scheme, fsPath } });

test.each([undefined, []])('an empty window (%j) has no folder, which is no problem', (folders) => {
  expect(readOpenFolders(folders)).toEqual({ paths: [] });
});

test('folders keep their order, and one that is there twice counts once', () => {
  expect(readOpenFolders([folder('file', '/b'), folder('file', '/a'), folder('file', '/b')])).toEqual({
    paths: ['/b', '/a'],
  });
});

test('two folders of one name are two folders', () => {
  expect(readOpenFolders([folder('file', '/x/app'), folder('file', '/y/app')])).toEqual({
    paths: ['/x/app', '/y/app'],
  });
});

test('virtual folders are left out where others are on a disk', () => {
  expect(readOpenFolders([folder('vscode-vfs', '/repo'), folder('file', '/a')])).toEqual({ paths: ['/a'] });
});

test('a workspace that is only virtual is a problem that says what to do', () => {
  expect(readOpenFolders([folder('vscode-vfs', '/repo')])).toEqual({
    problem:
      'This workspace is virtual (vscode-vfs). Troupe needs a folder on a disk: clone it, or open it where its files are.',
  });
});
