import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { Tool, ToolContext } from '../../../../src/actors/protocol/tool.js';
import { defineTool } from '../../../../src/actors/tools/calls/define-tool.js';
import { runTool } from '../../../../src/actors/tools/calls/run-tool.js';
import { errorOf } from '../../../doubles/error-of.js';

const context: ToolContext = { signal: new AbortController().signal, roots: [] };
const params = z.object({
  city: z.string().min(1).describe('Where.'),
  days: z.int().min(1).default(1),
});
const weather = defineTool({
  name: 'weather',
  description: 'Says what the weather will be.',
  params,
  run: ({ city, days }) => `${city}: sun for ${days} d`,
});

describe('a tool from one schema', () => {
  test('is described, validated and run by it', async () => {
    expect(weather).toMatchObject({
      name: 'weather',
      description: 'Says what the weather will be.',
      category: 'Dangerous tools',
      isReadOnly: false,
      parameters: {
        type: 'object',
        properties: {
          city: { type: 'string', description: 'Where.' },
          days: { type: 'integer', minimum: 1, default: 1 },
        },
        required: ['city'],
      },
    });
    expect(await runTool(weather, weather.validate({ city: 'Oslo', days: '2' }), context)).toEqual({
      outcome: 'success',
      success: true,
      output: 'Oslo: sun for 2 d',
    });
  });

  test('knows the types of its parameters and of its result', () => {
    expectTypeOf(weather).toEqualTypeOf<Tool<{ city: string; days: number }, string>>();
    expectTypeOf(weather).toExtend<Tool>();
    defineTool({
      name: 'wrong',
      description: '',
      params,
      // @ts-expect-error there is no such parameter
      run: ({ town }) => String(town),
    });
  });

  test.each([
    [{ town: 'Oslo', city: 'Oslo' }, '"town" is not a parameter; the parameters are city, days'],
    [{}, 'city is required: Where.'],
    [{ city: 'Oslo', days: 0 }, 'days must be 1 or greater, got 0'],
  ])('refuses %j', async (raw, problem) => {
    expect(await errorOf(() => weather.validate(raw))).toMatchObject({
      code: 'INVALID_PARAMS',
      details: { tool: 'weather', problems: [problem] },
    });
  });

  test('takes what is beside its parameters where the schema does', () => {
    const loose = defineTool({ name: 'any', description: '', params: z.looseObject({}), run: () => 1 });
    expect(loose.validate({ a: 1 })).toEqual({ a: 1 });
  });

  test('that only reads needs no approval of its own', () => {
    const reader = defineTool({ name: 'r', description: '', params, isReadOnly: true, run: () => '' });
    expect([reader.category, reader.isReadOnly]).toEqual(['Read file', true]);
    const edits = defineTool({ name: 'e', description: '', params, category: 'File edits', run: () => '' });
    expect([edits.category, edits.isReadOnly]).toEqual(['File edits', false]);
  });

  test.each([
    ['text', 'fine', 'fine'],
    ['nothing', undefined, 'Done.'],
    ['data', { a: [1] }, '{\n  "a": [\n    1\n  ]\n}'],
  ])('tells the model %s', async (_what, result, output) => {
    const tool = defineTool({ name: 't', description: '', params: z.object({}), run: async () => result });
    expect(await runTool(tool, {}, context)).toMatchObject({ output });
  });

  test('tells it in its own words, and shows what it would do, where it can', async () => {
    const tool = defineTool({
      name: 'greet',
      description: '',
      params: z.object({ who: z.string() }),
      run: ({ who }) => ({ who }),
      format: ({ who }, given) => `${who} is ${given.who}`,
      preview: ({ who }) => Promise.resolve({ kind: 'text', text: `Greets ${who}.` }),
    });
    expect(tool.format({ who: 'Ann' }, { who: 'Bob' })).toBe('Ann is Bob');
    expect(await tool.preview?.({ who: 'Ann' }, context)).toMatchObject({
      kind: 'text',
      text: 'Greets Ann.',
    });
    expect(weather).not.toHaveProperty('preview');
  });

  test('is refused when no model could be told of it', async () => {
    const make = (): unknown =>
      defineTool({ name: 'when', description: '', params: z.object({ at: z.date() }), run: () => '' });
    expect(await errorOf(make)).toMatchObject({
      name: 'SettingsError',
      message: expect.stringMatching(
        /^The parameters of the tool when cannot be described to a model: .+\.$/,
      ),
      cause: expect.any(Error),
    });
  });
});
