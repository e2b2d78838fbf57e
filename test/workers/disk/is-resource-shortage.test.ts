import { expect, test } from 'vitest';
import { isResourceShortage } from '../../../src/workers/disk/is-resource-shortage.js';

function failed(code: string, cause?: unknown): Error {
  return Object.assign(new Error(code, { cause }), { code });
}

test('a call has starved when it, or what it failed of, wanted something that comes back', () => {
  const calls = ['EMFILE', 'ENFILE', 'ENOMEM', 'EIO', 'ERR_WORKER_INIT_FAILED', 'ENOENT', 'EACCES'];
  const starved = calls.filter((code) => isResourceShortage(failed(code)));
  expect(starved).toEqual(calls.slice(0, 5));
  expect(isResourceShortage(failed('ACTOR_LOST', failed('ACTOR_LOST', failed('EMFILE'))))).toBe(true);
  expect(isResourceShortage(failed('ACTOR_LOST', new Error('EMFILE')))).toBe(false);
  expect(['EMFILE', undefined, { code: 'EMFILE' }].map(isResourceShortage)).toEqual([false, false, false]);
});
