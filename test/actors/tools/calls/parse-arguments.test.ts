import { expect, test } from 'vitest';
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
])('parseArguments says of %j what is wrong', async (text, message) => {
  const problem = message.slice(0, -1).replace('The arguments of demo', 'the arguments');
  const error = await errorOf(() => parseArguments('demo', text));
  expect(error).toMatchObject({
    name: 'InvalidParamsError',
    message,
    details: { tool: 'demo', problems: [problem] },
  });
});

// Each release of V8 has words of its own.
test.each<[text: string, said: RegExp]>([
  ['{"uri": "a",\n "n": oops}', /not valid JSON: Unexpected token .*\.$/s],
  ["{'uri': 1}", /not valid JSON: Expected property name or '}' in JSON at position 1/],
  ['{"uri": "a"', / at position 11.*, where they end; perhaps they were cut off by/],
  ['{"uri": "a', /Unterminated string.*; perhaps they were cut off by/],
  ['{"uri":', /Unexpected end of JSON input.*; perhaps they were cut off by/],
  ['{"new_content": "a\nb"}', /Bad control character in string literal/],
])('parseArguments says of %j what JSON.parse does, and when it ends too early', async (text, said) => {
  const error = await errorOf(() => parseArguments('demo', text));
  expect(error).toMatchObject({ name: 'InvalidParamsError', message: expect.stringMatching(said) as string });
});
