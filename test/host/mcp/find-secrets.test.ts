import { expect, test } from 'vitest';
import type { McpServerDefinition } from '../../../src/actors/protocol/mcp.js';
import { findSecrets } from '../../../src/host/mcp/find-secrets.js';
import { findWrittenSecrets } from '../../../src/host/mcp/find-written-secrets.js';

function program(env: Readonly<Record<string, string>>, args: readonly string[] = []): McpServerDefinition {
  return { name: 'a', transport: { kind: 'stdio', command: 'node', args, env } };
}

function far(headers: Readonly<Record<string, string>>, url = 'https://a.example/mcp'): McpServerDefinition {
  return { name: 'a', transport: { kind: 'http', url, headers } };
}

test.each<[what: string, definition: McpServerDefinition, secrets: readonly string[]]>([
  ['a variable whose name says so', program({ API_KEY: 'abc' }), ['abc']],
  ['a variable that may be anything', program({ CONFIG: 'x9!k' }), ['x9!k']],
  [
    'a plain variable',
    program({ MODE: 'fast', PORT: '80', HOME_DIR: '/home/a', URL: 'https://a.example/b' }),
    [],
  ],
  [
    'an argument behind its name',
    program({}, ['--token', 'abc', '--port', '80', '--api-key=def']),
    ['abc', 'def'],
  ],
  ['a header', far({ Authorization: 'Bearer abc', Accept: 'text/plain' }), ['Bearer abc', 'abc']],
  ['an address', far({}, 'https://u:pw12@a.example/?token=abc&page=2'), ['pw12', 'abc', 'u']],
])('%s', (_what, definition, secrets) => {
  expect([...findSecrets(definition)].sort()).toEqual([...secrets].sort());
});

test('a variable in a definition is no secret, and what is written around it may be one', () => {
  expect(findWrittenSecrets(program({ API_KEY: '${input:my key}' }))).toEqual([]);
  expect(findWrittenSecrets(far({ Authorization: 'Bearer ${env:TOKEN}' }))).toEqual([]);
  expect(findWrittenSecrets(program({ API_KEY: 'sk-12345678${env:REST}' }))).toEqual(['sk-12345678']);
  expect(findWrittenSecrets(program({ API_KEY: 'abc' }))).toEqual(['abc']);
});
