import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { McpServerDefinition } from '../../../src/actors/protocol/mcp.js';
import { startServers, temporaryFolder } from './start-servers.js';

const modules = join(import.meta.dirname, '../../../node_modules/@modelcontextprotocol');

function real(
  name: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): McpServerDefinition {
  const program = join(modules, `server-${name}`, 'dist/index.js');
  return { name, transport: { kind: 'stdio', command: process.execPath, args: [program, ...args], env } };
}

test('the three public servers start together, and their tools work', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'a.txt'), 'hello');
  const memory = join(folder, 'memory.json');
  const { servers, call } = await startServers([
    real('everything', ['stdio']),
    real('filesystem', [folder]),
    real('memory', [], { MEMORY_FILE_PATH: memory }),
  ]);
  expect(servers.list().map(({ name, state }) => `${name} ${state}`)).toEqual([
    'everything ready',
    'filesystem ready',
    'memory ready',
  ]);
  await expect(call('everything__echo', { message: 'hi' })).resolves.toMatchObject({ output: 'Echo: hi' });
  const picture = await call('everything__get-tiny-image', {});
  expect(picture.images).toHaveLength(1);
  await expect(call('everything__read_resource', {})).resolves.toMatchObject({ success: true });
  const entities = [{ name: 'Ada', entityType: 'person', observations: ['writes programs'] }];
  await call('memory__create_entities', { entities });
  const graph = await call('memory__read_graph', {});
  expect(graph.output).toContain('writes programs');
});
