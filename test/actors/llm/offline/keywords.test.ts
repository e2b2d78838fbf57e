import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileKeyword, pickKeywords } from '../../../../src/actors/llm/offline/keywords.js';

const wordsOf = (question: string): string[] => pickKeywords(question).map(({ word }) => word);

describe('pickKeywords', () => {
  test('leaves the small words out', () => {
    expect(wordsOf('How does Troupe restart the index worker after it crashes?')).toEqual([
      'Troupe',
      'restart',
      'index',
      'worker',
      'crashes',
    ]);
  });

  test('puts names from the code before plain words', () => {
    expect(wordsOf('why does callModel retry on rate_limit errors in `a b` of src/x.ts')).toEqual([
      'a b',
      'src/x.ts',
      'callModel',
      'rate_limit',
      'retry',
      'errors',
    ]);
  });

  test.each([
    ['crashes', ['crash', 'crashed', 'Crashes', 'crashing']],
    ['cancelled', ['cancel', 'cancelling']],
    ['queries', ['query', 'Queries']],
    ['indexing', ['index', 'reindex', 'indexed']],
    ['workerLife', ['worker-life', 'worker_life', 'WorkerLife', 'worker life']],
    ['worker-life', ['workerLife']],
    ['HTTPServer', ['http-server', 'httpServer']],
    ['foo()', ['foo']],
    ['`a.b`', ['a.b']],
  ])('finds the forms of %s', (word, forms) => {
    const [keyword] = pickKeywords(`about ${word}`);
    expect(keyword).toBeDefined();
    if (keyword !== undefined)
      expect(forms.filter((form) => !compileKeyword(keyword).test(form))).toEqual([]);
  });

  test.each([
    ['log', 'catalog'],
    ['`a.b`', 'axb'],
  ])('does not take %s for a part of %s', (word, other) => {
    const [keyword] = pickKeywords(`about ${word}`);
    expect(keyword !== undefined && compileKeyword(keyword).test(other)).toBe(false);
  });

  test('does not take apostrophes for quotation marks', () => {
    expect(wordsOf("what's the server's timeout and the client's port")).toEqual([
      'server',
      'timeout',
      'client',
      'port',
    ]);
  });

  test('gives patterns without capitals that every engine can compile, for any question', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (question) => {
        const keywords = pickKeywords(question);
        expect(keywords.length).toBeLessThanOrEqual(6);
        for (const keyword of keywords) {
          expect(() => [compileKeyword(keyword), new RegExp(keyword.pattern)]).not.toThrow();
          expect(keyword.pattern).not.toBe('');
        }
      }),
      { numRuns: 500 },
    );
  });
});
