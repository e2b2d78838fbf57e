import { expect, test } from 'vitest';
import { addRecent, readRecent } from '../../../../src/host/vscode/setup/chosen-model.js';

const name = (model: string) => ({ provider: 'openai', model, baseUrl: '' });

test('a model that is used again comes first and once, and the oldest is dropped', () => {
  const recent = ['a', 'b', 'c', 'd', 'e'].map(name);
  expect(addRecent(recent, name('c')).map(({ model }) => model)).toEqual(['c', 'a', 'b', 'd', 'e']);
  expect(addRecent(recent, name('f')).map(({ model }) => model)).toEqual(['f', 'a', 'b', 'c', 'd']);
});

test('the same name on another server is another model', () => {
  const other = { ...name('a'), baseUrl: 'http://b/v1' };
  expect(addRecent([name('a')], other)).toEqual([other, name('a')]);
});

test.each([undefined, null, 'a', {}, [1, null, {}, name('')]])('a stored %j holds no model', (stored) => {
  expect(readRecent(stored)).toEqual([]);
});

test('valid models are read though others are not', () => {
  expect(readRecent([{ model: 'x' }, name('a')])).toEqual([name('a')]);
});
