import { expect, test } from 'vitest';
import { z } from 'zod';
import { InvalidParamsError } from '../../../../src/actors/protocol/errors.js';
import { buildValidation } from '../../../../src/actors/tools/calls/validate.js';
import { errorOf } from '../../../doubles/error-of.js';

const { parameters, validate } = buildValidation(
  'demo',
  z.strictObject({
    uri: z.string().min(1).max(5).describe('The file.'),
    page_number: z.int().min(1).max(9).default(1),
    ratio: z.number().gt(0).optional(),
    is_regex: z.boolean().optional(),
    order: z.enum(['name', 'size']).optional(),
    tags: z
      .array(z.object({ id: z.int() }))
      .max(2)
      .optional(),
  }),
);

async function problemsOf(raw: unknown): Promise<unknown> {
  const error = await errorOf(() => validate(raw));
  return error instanceof InvalidParamsError ? error.details.problems : error;
}

test.each<[name: string, raw: unknown, params: unknown]>([
  ['fills in defaults', { uri: 'a' }, { uri: 'a', page_number: 1 }],
  ['takes null as absent', { uri: 'a', page_number: null, order: null }, { uri: 'a', page_number: 1 }],
  [
    'takes numbers in strings',
    { uri: 'a', page_number: ' 3 ', ratio: '0.5' },
    { uri: 'a', page_number: 3, ratio: 0.5 },
  ],
  ['takes booleans in strings', { uri: 'a', is_regex: 'True' }, { uri: 'a', page_number: 1, is_regex: true }],
  ['takes an empty number as absent', { uri: 'a', page_number: '' }, { uri: 'a', page_number: 1 }],
  ['leaves numeric text alone where text is wanted', { uri: '12' }, { uri: '12', page_number: 1 }],
])('validate %s', (_, raw, params) => {
  expect(validate(raw)).toEqual(params);
});

test.each<[raw: unknown, problems: string[]]>([
  [{}, ['uri is required: The file.']],
  [{ uri: null }, ['uri is required: The file.']],
  [{ uri: '' }, ['uri must not be empty']],
  [{ uri: 7 }, ['uri must be a string, got 7']],
  [{ uri: ['a'] }, ['uri must be a string, got ["a"]']],
  [{ uri: 'abcdef' }, ['uri must be at most 5 characters long, got 6']],
  [{ uri: 'a', page_number: 0 }, ['page_number must be 1 or greater, got 0']],
  [{ uri: 'a', page_number: '-3' }, ['page_number must be 1 or greater, got -3']],
  [{ uri: 'a', page_number: 10 }, ['page_number must be 9 or less, got 10']],
  [{ uri: 'a', page_number: 'ten' }, ['page_number must be a whole number, got "ten"']],
  [{ uri: 'a', page_number: 1.5 }, ['page_number must be a whole number, got 1.5']],
  [{ uri: 'a', page_number: '1.5' }, ['page_number must be a whole number, got 1.5']],
  [{ uri: 'a', page_number: '0x10' }, ['page_number must be a whole number, got "0x10"']],
  [{ uri: 'a', page_number: [1] }, ['page_number must be a whole number, got [1]']],
  [{ uri: 'a', ratio: 'much' }, ['ratio must be a number, got "much"']],
  [{ uri: 'a', ratio: 0 }, ['ratio must be greater than 0, got 0']],
  [{ uri: 'a', is_regex: 'yes' }, ['is_regex must be true or false, got "yes"']],
  [{ uri: 'a', order: 'age' }, ['order must be one of "name", "size", got "age"']],
  [{ uri: 'a', tags: 'x' }, ['tags must be a list, got "x"']],
  [{ uri: 'a', tags: [{ id: 1 }, { id: 'x' }] }, ['tags.1.id must be a number, got "x"']],
  [{ uri: 'a', tags: [{}] }, ['tags.0.id is required']],
  [{ uri: 'a', tags: [{ id: 1 }, { id: 2 }, { id: 3 }] }, ['tags must have at most 2 items, got 3']],
  [{ uri: 'a', pageNumber: 2 }, ['"pageNumber" is not a parameter; did you mean page_number?']],
  [{ uri: 'a', isregexp: true }, ['"isregexp" is not a parameter; did you mean is_regex?']],
  [
    { uri: 'a', follow: true },
    ['"follow" is not a parameter; the parameters are uri, page_number, ratio, is_regex, order, tags'],
  ],
  [
    { uri: 'a', toString: 1 },
    ['"toString" is not a parameter; the parameters are uri, page_number, ratio, is_regex, order, tags'],
  ],
  ['x', ['the parameters must be an object, got "x"']],
  [[1], ['the parameters must be an object, got [1]']],
  [undefined, ['the parameters must be an object, got undefined']],
])('validate says of %j what is wrong', async (raw, problems) => {
  expect(await problemsOf(raw)).toEqual(problems);
});

test('validate lists every problem, one a line', async () => {
  const raw = { page_number: 0, is_regex: 'x', paeg_number: 1 };
  const problems = [
    'uri is required: The file.',
    'page_number must be 1 or greater, got 0',
    'is_regex must be true or false, got "x"',
    '"paeg_number" is not a parameter; did you mean page_number?',
  ];
  expect(await errorOf(() => validate(raw))).toEqual(
    new InvalidParamsError(`Invalid parameters for demo:\n- ${problems.join('\n- ')}`, {
      tool: 'demo',
      problems,
    }),
  );
});

test('validate shows at most 20 of many problems', async () => {
  const raw = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`unknown${index}`, 1]));
  const lines = String(await errorOf(() => validate(raw))).split('\n');
  expect(lines.length).toBe(22);
  expect(lines.at(-1)).toBe('- and 11 more problems');
});

test('validate cuts quoted values to 200 characters without halving one', async () => {
  expect(await problemsOf({ uri: 'a', page_number: '😀'.repeat(10_000) })).toEqual([
    `page_number must be a whole number, got "${'😀'.repeat(99)}…"`,
  ]);
});

test('parameters are the JSON Schema of what may be sent, without what helps no model', () => {
  expect(parameters).toEqual({
    type: 'object',
    properties: {
      uri: { type: 'string', maxLength: 5, description: 'The file.' },
      page_number: { type: 'integer', minimum: 1, maximum: 9, default: 1 },
      ratio: { type: 'number', exclusiveMinimum: 0 },
      is_regex: { type: 'boolean' },
      order: { type: 'string', enum: ['name', 'size'] },
      tags: {
        type: 'array',
        maxItems: 2,
        items: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
      },
    },
    required: ['uri'],
  });
});

test('parameters leave out what calls are validated by all the same', () => {
  const { parameters: shown, validate: check } = buildValidation(
    'demo',
    z.strictObject({
      name: z.string().min(1),
      code: z.string().min(2),
      count: z.int(),
      steps: z.array(z.strictObject({ text: z.string().min(1) })).min(1),
      folder: z.string().default(''),
      isDeep: z.boolean().default(false),
      needs: z.array(z.string()).default([]),
      isShort: z.boolean().default(true),
    }),
  );
  expect(shown).toEqual({
    type: 'object',
    properties: {
      name: { type: 'string' },
      code: { type: 'string', minLength: 2 },
      count: { type: 'integer' },
      steps: {
        type: 'array',
        items: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      },
      folder: { type: 'string' },
      isDeep: { type: 'boolean' },
      needs: { type: 'array', items: { type: 'string' } },
      isShort: { type: 'boolean', default: true },
    },
    required: ['name', 'code', 'count', 'steps'],
  });
  const given = { name: 'a', code: 'ab', count: 1, steps: [{ text: 'a' }] };
  expect(check(given)).toEqual({ ...given, folder: '', isDeep: false, needs: [], isShort: true });
  for (const wrong of [
    { name: '' },
    { count: 2 ** 60 },
    { steps: [] },
    { steps: [{ text: '' }] },
    { steps: [{ text: 'a', more: 1 }] },
    { more: 1 },
  ])
    expect(() => check({ ...given, ...wrong })).toThrow(InvalidParamsError);
});

test('parameters that may have other names say so', () => {
  expect(buildValidation('demo', z.looseObject({})).parameters).toEqual({
    type: 'object',
    properties: {},
    additionalProperties: {},
  });
});

test('validate refuses what is nested too deep, also when a program gives it that contains itself', async () => {
  const circle: Record<string, unknown> = { uri: 'a' };
  circle['tags'] = [circle];
  for (const raw of [circle, { uri: JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)) as unknown }])
    expect(await problemsOf(raw)).toEqual(['the parameters must not be nested deeper than 64 levels']);
  expect(await problemsOf([[circle]])).toEqual([
    'the parameters must be an object, got a value nested deeper than 64 levels',
  ]);
});
