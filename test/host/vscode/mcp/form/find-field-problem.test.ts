import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FormField, readForm } from '../../../../../src/actors/mcp/question-form.js';
import {
  findChoicesProblem,
  findFieldProblem,
} from '../../../../../src/host/vscode/mcp/form/find-field-problem.js';

type Typed = Extract<FormField, { kind: 'text' | 'number' }>;

function field(schema: object, isRequired = false): Typed {
  const [read] = readForm({ properties: { it: schema }, required: isRequired ? ['it'] : [] }) ?? [];
  if (read?.kind !== 'text' && read?.kind !== 'number') throw new Error('It is not typed.');
  return read;
}

describe('a typed answer', () => {
  test.each<[schema: object, text: string, problem: string | undefined]>([
    [{ type: 'string' }, '', undefined],
    [{ type: 'string', minLength: 3 }, 'ab', 'This must have 3 characters or more.'],
    [{ type: 'string', minLength: 1 }, '💡', undefined],
    [{ type: 'string', maxLength: 1 }, '💡', undefined],
    [{ type: 'string', maxLength: 1 }, 'ab', 'This must have 1 character or less.'],
    [{ type: 'string', format: 'email' }, 'a@b.c', undefined],
    [
      { type: 'string', format: 'email' },
      'a@b@c',
      'This must be an email address, such as name@example.com.',
    ],
    [{ type: 'string', format: 'uri' }, 'https://a.example/b', undefined],
    [{ type: 'string', format: 'uri' }, 'a.example', 'This must be an address, such as https://example.com.'],
    [{ type: 'string', format: 'date' }, '2024-02-29', undefined],
    [{ type: 'string', format: 'date' }, '2023-02-29', 'This must be a date, such as 2026-01-31.'],
    [{ type: 'string', format: 'date-time' }, '2026-01-31T18:30:00+01:00', undefined],
    [
      { type: 'string', format: 'date-time' },
      '2026-01-31 18:30',
      'This must be a date with a time, such as 2026-01-31T18:30:00Z.',
    ],
    [{ type: 'string', format: 'ipv4' }, 'anything', undefined],
    [{ type: 'string', pattern: '^(a+)+$' }, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab', undefined],
    [{ type: 'number' }, '0x10', 'This must be a number.'],
    [{ type: 'number' }, '1e999', 'This must be a number.'],
    [{ type: 'number', minimum: 0.5 }, '0.25', 'This must be 0.5 or more.'],
    [{ type: 'number', maximum: 10 }, '-1.5', undefined],
    [{ type: 'integer', maximum: 10 }, '11', 'This must be 10 or less.'],
    [{ type: 'integer' }, '1.5', 'This must be a whole number.'],
    [{ type: 'integer' }, '1.0', undefined],
  ])('for %j: "%s"', (schema, text, problem) => {
    expect(findFieldProblem(field(schema), text)).toBe(problem);
  });

  test('may be empty unless the field is required', () => {
    expect(findFieldProblem(field({ type: 'integer' }, true), ' ')).toBe('This is needed.');
    expect(findFieldProblem(field({ type: 'integer' }), ' ')).toBeUndefined();
  });

  test('that is a number of JSON is taken for a number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(findFieldProblem(field({ type: 'number' }), JSON.stringify(value))).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });
});

describe('the number of chosen values', () => {
  const choices = (more: object): Extract<FormField, { kind: 'choices' }> => ({
    kind: 'choices',
    name: 'it',
    label: 'it',
    description: '',
    isRequired: false,
    seemsToAskForSecret: false,
    options: [],
    ...more,
  });

  test.each<[more: object, count: number, problem: string | undefined]>([
    [{}, 0, undefined],
    [{ isRequired: true }, 0, 'Choose 1 or more.'],
    [{ minItems: 2 }, 0, undefined],
    [{ minItems: 2 }, 1, 'Choose 2 or more.'],
    [{ maxItems: 2 }, 3, 'Choose 2 or less.'],
    [{ maxItems: 2 }, 2, undefined],
  ])('with %j and %i', (more, count, problem) => {
    expect(findChoicesProblem(choices(more), count)).toBe(problem);
  });
});
