import { lstatSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FileNotFoundError } from '../../../../src/actors/protocol/errors.js';
import { errorCode } from '../../../../src/actors/protocol/errors/error-code.js';

test('errorCode returns the code of an error of the file system', () => {
  let thrown: unknown;
  try {
    lstatSync('/nowhere/at/all');
  } catch (error) {
    thrown = error;
  }
  expect(errorCode(thrown)).toBe('ENOENT');
});

test.each([
  [new FileNotFoundError('a.ts does not exist.', { path: 'a.ts', suggestions: [] }), 'FILE_NOT_FOUND'],
  [new Error('It failed.'), undefined],
  [Object.assign(new Error('git failed.'), { code: 128 }), undefined],
  [{ code: 'ENOENT' }, undefined],
  ['ENOENT', undefined],
  [undefined, undefined],
  [null, undefined],
])('the code of %o is %j', (thrown, code) => {
  expect(errorCode(thrown)).toBe(code);
});
