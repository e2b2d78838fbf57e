import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findJsonError } from '../../../../src/actors/tools/calls/find-json-error.js';
import { parseArguments } from '../../../../src/actors/tools/calls/parse-arguments.js';
import { errorOf } from '../../../doubles/error-of.js';

test.each<[text: string, value: unknown]>([
  ['', {}],
  [' \n', {}],
  ['{}', {}],
  ['{"uri": "a", "n": [1, {"x": null}]}', { uri: 'a', n: [1, { x: null }] }],
])('parseArguments reads %j', (text, value) => {
  expect(parseArguments('demo', text)).toEqual(value);
});

test.each<[text: string, message: string]>([
  ['[1, 2]', 'The arguments of demo must be a JSON object, got [1,2].'],
  ['null', 'The arguments of demo must be a JSON object, got null.'],
  ['"{}"', 'The arguments of demo must be a JSON object, got "{}".'],
  [
    '{"uri": "a",\n "n": oops}',
    'The arguments of demo are not valid JSON: ' +
      'at character 20 (line 2, column 7) stands "oops}", where a value was expected.',
  ],
  [
    "{'uri': 1}",
    'The arguments of demo are not valid JSON: ' +
      'at character 2 (line 1, column 2) stands "\'uri\': 1}", where a property name in double quotes was expected.',
  ],
  [
    '{"uri": "a"',
    'The arguments of demo are not valid JSON: ' +
      'they end after 11 characters, where a comma or "}" was expected; perhaps they were cut off.',
  ],
  [
    '{"new_content": "a\nb"}',
    'The arguments of demo are not valid JSON: at character 19 (line 1, column 19) stands "\\nb\\"}", ' +
      'where an escape such as \\n instead of a raw control character was expected.',
  ],
])('parseArguments says of %j what is wrong', async (text, message) => {
  const problem = message.slice(0, -1).replace('The arguments of demo', 'the arguments');
  const error = await errorOf(() => parseArguments('demo', text));
  expect(error).toMatchObject({
    name: 'InvalidParamsError',
    message,
    details: { tool: 'demo', problems: [problem] },
  });
});

describe('findJsonError', () => {
  test.each<[text: string, index: number]>([
    ['{"a":1,}', 7],
    ['[1,]', 3],
    ['{"a" 1}', 5],
    ['{"a":1}x', 7],
    ['{"a":01}', 6],
    ['{"a":tru}', 5],
    ['{"a":"\\q"}', 6],
    ['{"a":"x', 7],
    ['[', 1],
    ['{]', 1],
    ['[}', 1],
    ['-', 0],
  ])('finds where %j breaks', (text, index) => {
    expect(findJsonError(text)?.index).toBe(index);
  });

  test('agrees with JSON.parse on what is JSON, and where it says so on the place', () => {
    const damage = fc.record({
      at: fc.nat(),
      drop: fc.nat(2),
      insert: fc.stringMatching(/^[{}[\]",:\\ \n0-9a-z.-]{0,2}$/),
    });
    let refused = 0;
    fc.assert(
      fc.property(fc.json(), fc.option(damage), (json, harm) => {
        const at = harm === null ? 0 : harm.at % (json.length + 1);
        const text = harm === null ? json : json.slice(0, at) + harm.insert + json.slice(at + harm.drop);
        const problem = parseProblem(text);
        const found = findJsonError(text);
        if (problem !== undefined) refused += 1;
        expect(found === undefined).toBe(problem === undefined);
        // V8 tells the place of most mistakes; inside a number, a literal or an escape it points at a later character.
        const place = / at position (\d+)/.exec(problem ?? '')?.[1];
        const further = place === undefined ? 0 : Number(place) - (found?.index ?? -1);
        expect(further).toBeGreaterThanOrEqual(0);
        expect(further).toBeLessThanOrEqual(LONGEST_TOKEN_PREFIX);
      }),
      { numRuns: 3_000 },
    );
    expect(refused).toBeGreaterThan(500);
  });

  test('takes time that grows with the text only', () => {
    const deep = '['.repeat(200_000);
    expect(findJsonError(deep)).toEqual({ index: 200_000, expected: 'a value' });
    const long = `{"a":"${'x\\n'.repeat(1_000_000)}`;
    expect(findJsonError(long)?.index).toBe(long.length);
  });
});

// `fals` or `\\u123` before the character that breaks it.
const LONGEST_TOKEN_PREFIX = 5;

function parseProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
