import { expect, test } from 'vitest';
import { FileNotFoundError } from '../../../../src/actors/protocol/errors.js';
import { messageOf } from '../../../../src/actors/protocol/errors/message-of.js';

test.each([
  [new Error('It failed.'), 'It failed.'],
  [new FileNotFoundError('a.ts does not exist.', { path: 'a.ts', suggestions: [] }), 'a.ts does not exist.'],
  [new TypeError(''), ''],
  ['It failed.', 'It failed.'],
  [undefined, 'undefined'],
  [null, 'null'],
  [{ message: 'It failed.' }, '[object Object]'],
])('the message of %o is %j', (thrown, message) => {
  expect(messageOf(thrown)).toBe(message);
});
