import { expect, test } from 'vitest';
import { joinSentences, toSentence } from '../../../src/actors/protocol/sentences.js';

test.each([
  ['It failed', 'It failed.'],
  ['It failed.', 'It failed.'],
  [' It failed!\n', 'It failed!'],
  ['Did it fail?', 'Did it fail?'],
  ['It said: no', 'It said: no.'],
  ['It said: "No."', 'It said: "No."'],
  ['It said: "no"', 'It said: "no".'],
  ['It failed (twice)', 'It failed (twice).'],
  ['It was cut…', 'It was cut…'],
  ['It did this:', 'It did this:'],
  ['', ''],
])('%j as a sentence is %j', (text, sentence) => {
  expect(toSentence(text)).toBe(sentence);
});

test('sentences are joined with their ends, and those that say nothing are left out', () => {
  expect(joinSentences('It failed', undefined, '', 'Tried 3 times.')).toBe('It failed. Tried 3 times.');
  expect(joinSentences()).toBe('');
});
