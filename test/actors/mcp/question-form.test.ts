import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FieldKind, type FormField, readForm } from '../../../src/actors/mcp/question-form.js';
import { readField } from '../../../src/actors/mcp/read-field.js';

const plain = { description: '', isRequired: false, seemsToAskForSecret: false };

test('a form has the fields of the schema in their order, each of its kind', () => {
  const fields = readForm({
    type: 'object',
    properties: {
      name: {
        type: 'string',
        title: 'Your name',
        description: 'As in your passport',
        minLength: 2,
        maxLength: 9,
      },
      mail: { type: 'string', format: 'email', default: 'a@b.example' },
      age: { type: 'integer', minimum: 0, maximum: 150, default: 30 },
      weight: { type: 'number' },
      news: { type: 'boolean', default: false },
      colour: { type: 'string', enum: ['r', 'g'], enumNames: ['Red'], default: 'g' },
      size: { type: 'string', oneOf: [{ const: 's', title: 'Small' }, { const: 'l' }, 'odd'], default: 'x' },
      fruits: { type: 'array', items: { enum: ['a', 'p'] }, minItems: 1, maxItems: 2, default: ['p', 'z'] },
      token: { type: 'string' },
      odd: 7,
    },
    required: ['name', 'colour'],
  });
  expect(fields).toEqual([
    {
      ...plain,
      kind: 'text',
      name: 'name',
      label: 'Your name',
      description: 'As in your passport',
      isRequired: true,
      minLength: 2,
      maxLength: 9,
    },
    { ...plain, kind: 'text', name: 'mail', label: 'mail', format: 'email', value: 'a@b.example' },
    {
      ...plain,
      kind: 'number',
      name: 'age',
      label: 'age',
      isInteger: true,
      minimum: 0,
      maximum: 150,
      value: 30,
    },
    { ...plain, kind: 'number', name: 'weight', label: 'weight', isInteger: false },
    { ...plain, kind: 'boolean', name: 'news', label: 'news', value: false },
    {
      ...plain,
      kind: 'choice',
      name: 'colour',
      label: 'colour',
      isRequired: true,
      options: [
        { value: 'r', label: 'Red' },
        { value: 'g', label: 'g' },
      ],
      value: 'g',
    },
    {
      ...plain,
      kind: 'choice',
      name: 'size',
      label: 'size',
      options: [
        { value: 's', label: 'Small' },
        { value: 'l', label: 'l' },
      ],
    },
    {
      ...plain,
      kind: 'choices',
      name: 'fruits',
      label: 'fruits',
      options: [
        { value: 'a', label: 'a' },
        { value: 'p', label: 'p' },
      ],
      minItems: 1,
      maxItems: 2,
      value: ['p'],
    },
    { ...plain, kind: 'text', name: 'token', label: 'token', seemsToAskForSecret: true },
    { ...plain, kind: 'text', name: 'odd', label: 'odd' },
  ] satisfies readonly FormField[]);
});

test('a form of any schema is bounded', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (properties, required) => {
      const fields = readForm({ properties, required });
      expect(fields).toHaveLength(Object.keys(properties).length);
      for (const field of fields ?? []) readField(field, 'x');
    }),
  );
  const form = (fields: number, values: number) =>
    readForm({
      properties: Object.fromEntries(
        Array.from({ length: fields }, (_, at) => [
          `p${at}`,
          { enum: Array(values).fill('x'), title: 'y'.repeat(9_999) },
        ]),
      ),
    });
  expect(form(50, 500)?.[49]).toMatchObject({ label: 'y'.repeat(200), options: { length: 500 } });
  expect([form(51, 1), form(1, 501)]).toEqual([undefined, undefined]);
});

describe('an answer', () => {
  const options = [
    { value: 'r', label: 'Red' },
    { value: 'g', label: 'Dark green' },
    { value: '3', label: 'Three' },
  ];
  test.each<[kind: FieldKind, typed: string, value: unknown]>([
    [{ kind: 'boolean' }, 'Y', true],
    [{ kind: 'boolean' }, 'no', false],
    [{ kind: 'number', isInteger: true }, '-3', -3],
    [{ kind: 'number', isInteger: false }, '2.5', 2.5],
    [{ kind: 'choice', options }, '2', 'g'],
    [{ kind: 'choice', options }, 'Red', 'r'],
    [{ kind: 'choice', options }, '3', '3'],
    [{ kind: 'choices', options }, '1, 2', ['r', 'g']],
    [{ kind: 'choices', options }, '2 2,1', ['g', 'r']],
    [{ kind: 'choices', options }, 'Dark green', ['g']],
    [{ kind: 'text' }, 'anything', 'anything'],
    [{ kind: 'text', format: 'email' }, 'a@b.example', 'a@b.example'],
    [{ kind: 'text', format: 'uri' }, 'https://a.example', 'https://a.example'],
    [{ kind: 'text', format: 'date' }, '2028-02-29', '2028-02-29'],
    [{ kind: 'text', format: 'date-time' }, '2026-07-28T10:00:00Z', '2026-07-28T10:00:00Z'],
    [{ kind: 'text', minLength: 1, maxLength: 1 }, '😀', '😀'],
  ])('to %j is read from %j', (kind, typed, value) => {
    expect(readField({ ...plain, name: 'a', label: 'a', ...kind }, typed)).toEqual({ value });
  });

  test.each<[kind: FieldKind, typed: string, problem: string]>([
    [{ kind: 'boolean' }, 'perhaps', 'Answer y or n.'],
    [{ kind: 'number', isInteger: true }, '1.5', 'Answer a whole number.'],
    [{ kind: 'number', isInteger: false }, 'ten', 'Answer a number.'],
    [{ kind: 'number', isInteger: false }, 'Infinity', 'Answer a number.'],
    [{ kind: 'number', isInteger: false }, '0x10', 'Answer a number.'],
    [{ kind: 'number', isInteger: true, minimum: 0 }, '-1', 'It must be 0 or more.'],
    [{ kind: 'number', isInteger: true, maximum: 9 }, '10', 'It must be 9 or less.'],
    [{ kind: 'choice', options }, '4', 'Answer a number from 1 to 3.'],
    [{ kind: 'choice', options }, '0', 'Answer a number from 1 to 3.'],
    [{ kind: 'choices', options }, '1,9', 'Answer numbers from 1 to 3, with commas between them.'],
    [{ kind: 'choices', options, minItems: 2 }, '1', 'Choose 2 or more.'],
    [{ kind: 'choices', options, maxItems: 1 }, '1 2', 'Choose 1 or fewer.'],
    [{ kind: 'text', minLength: 2 }, 'a', 'It must have 2 characters or more.'],
    [{ kind: 'text', maxLength: 2 }, 'abc', 'It must have 2 characters or fewer.'],
    [{ kind: 'text', format: 'email' }, 'a b@c', 'Answer an e-mail address.'],
    [{ kind: 'text', format: 'uri' }, 'a.example', 'Answer a whole address, such as https://example.com.'],
    [{ kind: 'text', format: 'date' }, '2026-02-30', 'Answer a date, such as 2026-07-28.'],
    [
      { kind: 'text', format: 'date-time' },
      'tomorrow',
      'Answer a date and a time, such as 2026-07-28T12:00:00Z.',
    ],
  ])('to %j that is %j is refused', (kind, typed, problem) => {
    expect(readField({ ...plain, name: 'a', label: 'a', ...kind }, typed)).toEqual({ problem });
  });
});
