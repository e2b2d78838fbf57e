import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RelPath } from '../../../src/actors/protocol/workspace.js';
import { renderAllTrees } from '../../../src/workers/tree/render-all.js';
import type { TreeTop } from '../../../src/workers/tree/render-tree.js';
import { anyNest, type Nest, sourceOf } from './memory-source.js';

function topOf(nest: Nest, title: string): TreeTop {
  return { source: sourceOf(nest), path: '' as RelPath, title };
}

const one = topOf({ a: { b: 'file' } }, '/w/one');
const two = topOf({ c: 'file', d: 'file' }, '/w/two');
const cutOffMessage = '[the rest is left out]';

const oneText = 'Directory of /w/one:\none/\n└── a/\n    └── b\n';
const twoText = '\nDirectory of /w/two:\ntwo/\n├── c\n└── d\n';

describe('renderAllTrees', () => {
  it('says when there is no root', () => {
    expect(renderAllTrees([], { cutOffMessage })).toEqual({
      text: '(NO WORKSPACE OPEN)',
      isTruncated: false,
    });
  });

  it('draws all roots in order, a blank line between them', () => {
    expect(renderAllTrees([one, two], { cutOffMessage })).toEqual({
      text: oneText + twoText,
      isTruncated: false,
    });
  });

  it('uses the last character', () => {
    const maxChars = oneText.length + twoText.length;
    expect(renderAllTrees([one, two], { cutOffMessage, maxChars }).text).toBe(oneText + twoText);
  });

  it('stops at the root that is cut off', () => {
    const maxChars = oneText.length + twoText.length - 1;
    expect(renderAllTrees([one, two, one], { cutOffMessage: '[cut]', maxChars })).toEqual({
      text: `${oneText}\nDirectory of /w/two:\ntwo/\n├── c\n[cut]`,
      isTruncated: true,
    });
  });

  it('leaves out a root whose header does not fit', () => {
    const maxChars = oneText.length + cutOffMessage.length;
    expect(renderAllTrees([one, two], { cutOffMessage, maxChars })).toEqual({
      text: oneText + cutOffMessage,
      isTruncated: true,
    });
  });

  it('cuts a root off when the message would not fit behind it', () => {
    const maxChars = oneText.length + cutOffMessage.length - 1;
    expect(renderAllTrees([one, two], { cutOffMessage, maxChars })).toEqual({
      text: `Directory of /w/one:\none/\n└── a/\n${cutOffMessage}`,
      isTruncated: true,
    });
  });

  it('keeps within any budget, message included', () => {
    const anyTops = fc.array(anyNest, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(anyTops, fc.nat({ max: 900 }), fc.string({ maxLength: 30 }), (nests, maxChars, message) => {
        const tops = nests.map((nest, index) => topOf(nest, `/w/root${index}`));
        const { text, isTruncated } = renderAllTrees(tops, { cutOffMessage: message, maxChars });
        expect(text.length).toBeLessThanOrEqual(maxChars);
        const whole = renderAllTrees(tops, { cutOffMessage: message, maxChars: 1e9 });
        if (!isTruncated) expect(text).toBe(whole.text);
        else expect(text === '' || text.endsWith(message)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
