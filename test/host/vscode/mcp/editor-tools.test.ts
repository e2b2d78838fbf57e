import { beforeEach, describe, expect, test } from 'vitest';
import { ToolRegistry } from '../../../../src/actors/tools/calls/registry.js';
import { runTool } from '../../../../src/actors/tools/calls/run-tool.js';
import { type EditorTool, EditorTools } from '../../../../src/host/vscode/mcp/editor-tools.js';
import { FakeState } from './fake-states.js';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function tool(name: string, tags: readonly string[] = ['mcp']): EditorTool {
  return {
    name,
    description: 'Does it',
    inputSchema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    tags,
  };
}

let offered: EditorTool[];
let own: string[];
let invoked: unknown[];
let parts: unknown[];
let registry: ToolRegistry;
let tools: EditorTools;

beforeEach(() => {
  offered = [tool('mcp_azure_list'), tool('mcp_my_long_serve_x'), tool('troupe_search_paths', [])];
  own = [];
  invoked = [];
  parts = [{ value: 'done' }];
  registry = new ToolRegistry();
  tools = new EditorTools({
    state: new FakeState(),
    list: () => offered,
    invoke: (name, input) => {
      invoked.push([name, input]);
      return Promise.resolve(parts);
    },
    servers: () => own,
  });
});

function call(name: string, args: object) {
  const found = registry.get(name);
  if (found === undefined) throw new Error(`There is no tool ${name}.`);
  return runTool(found, found.validate(args), { signal: new AbortController().signal, roots: [] });
}

function names(): readonly string[] {
  tools.offer(registry);
  return registry.list().map(({ name }) => name);
}

describe('the tools of servers that the editor runs', () => {
  test('are those of MCP servers that Troupe does not have itself', () => {
    expect(tools.list().map(({ name }) => name)).toEqual(['mcp_azure_list', 'mcp_my_long_serve_x']);
    own = ['My Long Server Name'];
    expect(tools.list().map(({ name }) => name)).toEqual(['mcp_azure_list']);
  });

  test('are offered when the person wants that, each once, and new ones later', async () => {
    expect(names()).toEqual([]);
    await tools.setOffered(true);
    expect(names()).toEqual(['editor__mcp_azure_list', 'editor__mcp_my_long_serve_x']);
    offered.push(tool('mcp_new_x'));
    expect(names()).toEqual(['editor__mcp_azure_list', 'editor__mcp_my_long_serve_x', 'editor__mcp_new_x']);
  });

  test('need approval as those of any server, and are called with checked arguments', async () => {
    await tools.setOffered(true);
    names();
    expect(registry.get('editor__mcp_azure_list')).toMatchObject({
      category: 'MCP tools',
      server: 'editor',
      isReadOnly: false,
    });
    expect(() => registry.get('editor__mcp_azure_list')?.validate({})).toThrow('a');
    parts = [
      { value: 'one' },
      { mimeType: 'image/png', data: Buffer.from(PNG, 'base64') },
      { mimeType: 'application/json', data: Buffer.from('{"b":1}') },
      { mimeType: 'audio/wav', data: Buffer.from('x') },
      7,
    ];
    const result = await call('editor__mcp_azure_list', { a: 'b' });
    expect(invoked).toEqual([['mcp_azure_list', { a: 'b' }]]);
    expect(result.output).toContain('one\n{"b":1}');
    expect(result.images).toMatchObject([{ mediaType: 'image/png' }]);
  });

  test('that were turned off since say so to the model', async () => {
    await tools.setOffered(true);
    names();
    await tools.setOffered(false);
    await expect(call('editor__mcp_azure_list', { a: 'b' })).resolves.toMatchObject({
      success: false,
      output: 'The person does not offer the tools of the editor any more.',
    });
    expect(invoked).toEqual([]);
  });

  test('are limited, however many there are', async () => {
    offered = Array.from({ length: 500 }, (_, at) => tool(`mcp_many_${at}`));
    await tools.setOffered(true);
    expect(names()).toHaveLength(40);
  });
});
