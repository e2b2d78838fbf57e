import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Tool } from '../../../../src/actors/protocol/tool.js';
import { ToolRegistry } from '../../../../src/actors/tools/calls/registry.js';
import { buildValidation } from '../../../../src/actors/tools/calls/validate.js';
import { errorOf } from '../../../doubles/error-of.js';

function makeTool(name: string, isReadOnly = true): Tool<{ path: string; depth: number }, string> {
  const schema = z.strictObject({
    path: z.string().describe('Where to look.'),
    depth: z.int().min(1).default(2),
    order: z.enum(['name', 'size']).optional(),
    either: z.union([z.string(), z.number()]).optional(),
  });
  return {
    name,
    description: `Does ${name}.`,
    category: 'Read file',
    isReadOnly,
    ...buildValidation(name, schema),
    run: async ({ path }) => path,
    format: (result) => result,
  };
}

function makeRegistry(): ToolRegistry {
  const registry = new ToolRegistry();
  registry.register(makeTool('look'));
  registry.register(makeTool('change', false));
  return registry;
}

test('a registry gets a tool by its name and lists all in the order they came', () => {
  const registry = makeRegistry();
  expect(registry.get('change')?.name).toBe('change');
  expect(registry.get('toString')).toBeUndefined();
  expect(registry.list().map(({ name }) => name)).toEqual(['look', 'change']);
});

test('a registry refuses a second tool of the same name and keeps the first', async () => {
  const registry = makeRegistry();
  const first = registry.get('look');
  expect(await errorOf(() => registry.register(makeTool('look')))).toMatchObject({
    name: 'SettingsError',
    message: 'A tool named look is registered already: give this one another name.',
  });
  expect(registry.get('look')).toBe(first);
});

test.each(['', 'a b', 'naïve', 'a'.repeat(65), 'a\n'])('a registry refuses the name %j', async (name) => {
  expect(await errorOf(() => new ToolRegistry().register(makeTool(name)))).toMatchObject({
    name: 'SettingsError',
    message: `A tool cannot be named ${JSON.stringify(name)}: use 1 to 64 letters, digits, "_" or "-".`,
  });
});

test('a registry refuses a tool whose parameters cannot be sent to a model', async () => {
  const parameters: Record<string, unknown> = { type: 'object' };
  parameters['properties'] = { itself: parameters };
  expect(await errorOf(() => new ToolRegistry().register({ ...makeTool('odd'), parameters }))).toMatchObject({
    name: 'SettingsError',
    message: 'The parameters of the tool odd are nested deeper than 64 levels, or contain themselves.',
  });
});

test.each(['a', 'A-1_b', 'a'.repeat(64)])('a registry takes the name %j', (name) => {
  const registry = new ToolRegistry();
  registry.register(makeTool(name));
  expect(registry.list().length).toBe(1);
});

test('a registry describes all tools, or those that pass a filter', () => {
  const registry = makeRegistry();
  const names = (...which: Parameters<typeof registry.describe>): string[] =>
    registry.describe(...which).map(({ name }) => name);
  expect(names()).toEqual(['look', 'change']);
  expect(names(({ isReadOnly }) => isReadOnly)).toEqual(['look']);
});

test('a registry describes a tool as a model is told of it, and nothing more', () => {
  const [description] = makeRegistry().describe();
  expect(Object.keys(description ?? {})).toEqual(['name', 'description', 'parameters']);
  expect(description?.parameters.required).toEqual(['path']);
});

test('a registry describes its tools in plain text', () => {
  const registry = makeRegistry();
  registry.register({ ...makeTool('plain'), parameters: { type: 'object' } });
  const parameters = [
    'Parameters:',
    '- path (string, required): Where to look.',
    '- depth (integer, optional)',
    '- order ("name" | "size", optional)',
    '- either (string | number, optional)',
  ].join('\n');
  expect(registry.getToolDescriptions()).toBe(
    `## look\nDoes look.\n${parameters}\n\n## change\nDoes change.\n${parameters}\n\n## plain\nDoes plain.\nNo parameters.`,
  );
});

test('a registry removes a tool, whose name is free again', () => {
  const registry = makeRegistry();
  expect([registry.unregister('look'), registry.unregister('look')]).toEqual([true, false]);
  expect(registry.get('look')).toBeUndefined();
  const other = makeTool('look');
  registry.register(other);
  expect(registry.list().map(({ name }) => name)).toEqual(['change', 'look']);
  expect(registry.get('look')).toBe(other);
});

test('a registry tells of each change once, after it, until a listener ends that', async () => {
  const registry = makeRegistry();
  const seen: string[] = [];
  const stop = registry.onChanged(() => {
    seen.push(
      registry
        .list()
        .map(({ name }) => name)
        .join(' '),
    );
  });
  const stopSelf = registry.onChanged(() => {
    seen.push('once');
    stopSelf();
  });
  registry.register(makeTool('more'));
  await errorOf(() => registry.register(makeTool('more')));
  registry.unregister('gone');
  registry.unregister('look');
  stop();
  registry.unregister('more');
  expect(seen).toEqual(['look change more', 'once', 'change more']);
});
