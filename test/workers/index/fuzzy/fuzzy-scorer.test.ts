import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_MATCH } from '../../../../src/workers/index/fuzzy/fuzzy-points.js';
import { FuzzyScorer } from '../../../../src/workers/index/fuzzy/fuzzy-scorer.js';
import { FuzzyTerm } from '../../../../src/workers/index/fuzzy/fuzzy-term.js';
import { anyFiles, indexOf } from '../tree-arbitraries.js';

const LETTERS = ['a', 'b', 's', 'r', 'c', 'i', 'n', 'd', 'x', 't', '.', '-'];

const termOf = (...units: string[]): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...units), minLength: 1, maxLength: 6 });

describe('FuzzyScorer', () => {
  it('never bounds a score too low, nor asks a name for what it can do without', () => {
    const scorer = new FuzzyScorer();
    const anyTerm = termOf(...LETTERS, '/', 'é');
    fc.assert(
      fc.property(anyFiles, anyTerm, (files, text) => {
        const [layer] = indexOf(files).layers;
        const { segment } = layer!;
        const term = new FuzzyTerm(text);
        scorer.begin(segment, term, false);
        const needs = [term.restMasks[0]!];
        for (let directory = 1; directory < layer!.directoryCount; directory++) {
          needs.push(scorer.enter(directory, segment.nameMasks[segment.directoryNames[directory]!]!));
        }
        for (const [file, name] of segment.fileNames.entries()) {
          const directory = layer!.parentOf(layer!.directoryCount + file);
          const score = scorer.score(directory, name);
          expect(scorer.mayMatch(directory, name)).toBe(score !== NO_MATCH);
          if (score === NO_MATCH) continue;
          expect(scorer.bound(directory, name)).toBeGreaterThanOrEqual(score);
          expect(scorer.boundDirectory(directory)).toBeGreaterThanOrEqual(score);
          const need = needs[directory]! | scorer.needToReach(directory, score);
          expect(need & ~segment.nameMasks[name]!).toBe(0);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('of an only term, bounds what is all in a name by itself, and by directories what is not', () => {
    const scorer = new FuzzyScorer();
    const anyTerm = termOf(...LETTERS);
    fc.assert(
      fc.property(anyFiles, anyTerm, (files, text) => {
        const [layer] = indexOf(files).layers;
        const { segment } = layer!;
        const { names } = segment;
        scorer.begin(segment, new FuzzyTerm(text), true);
        for (const [file, name] of segment.fileNames.entries()) {
          const directory = layer!.parentOf(layer!.directoryCount + file);
          const score = scorer.score(directory, name);
          if (score === NO_MATCH) continue;
          const start = names.starts[name]!;
          const head = Buffer.from(names.bytes.subarray(start, start + text.length)).toString('latin1');
          // What such a name gains is in no bound.
          if (head.toLowerCase() === text) continue;
          if (scorer.matchesWhole(name)) {
            const whole = scorer.scoreWhole(name);
            expect(scorer.boundWhole(name)).toBeGreaterThanOrEqual(whole);
            expect(score).toBeGreaterThanOrEqual(whole);
            if (score > whole) expect(scorer.maxWithDirectories).toBeGreaterThanOrEqual(score);
          } else {
            expect(scorer.canMatchBelow(directory)).toBe(true);
            expect(scorer.boundDirectory(directory)).toBeGreaterThanOrEqual(score);
            expect(scorer.maxWithDirectories).toBeGreaterThanOrEqual(score);
            expect(scorer.needToReach(directory, score) & ~segment.nameMasks[name]!).toBe(0);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });
});
