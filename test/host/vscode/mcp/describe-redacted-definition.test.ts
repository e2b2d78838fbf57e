import { expect, test } from 'vitest';
import type { McpServerDefinition } from '../../../../src/actors/protocol/mcp.js';
import { describeRedactedDefinition } from '../../../../src/host/vscode/mcp/describe-redacted-definition.js';
import { hostOfPage } from '../../../../src/host/vscode/mcp/host-of-page.js';
import { toNoticeText } from '../../../../src/host/vscode/mcp/to-notice-text.js';

test('the question about a program shows its whole command, and no value of a variable', () => {
  const definition: McpServerDefinition = {
    name: 'forge',
    transport: {
      kind: 'stdio',
      command: '/opt/my tools/forge',
      args: ['--port', '1', 'a b', 'x'.repeat(400), '\u202Ereversed', '--token=sk-0123456789abcdef'],
      env: { FORGE_KEY: 'very-secret-0815', PATH: '/bin' },
      cwd: '/srv',
    },
  };
  expect(describeRedactedDefinition(definition, '.vscode/mcp.json')).toBe(
    [
      `Command: "/opt/my tools/forge" --port 1 "a b" ${'x'.repeat(400)} "⟨U+202E⟩reversed" --token=[key removed]`,
      'Folder: /srv',
      'Variables: FORGE_KEY, PATH',
      'Defined in: .vscode/mcp.json',
      '',
      'It runs with your permissions, outside of the sandbox, whenever this folder is open.',
    ].join('\n'),
  );
});

test.each<[network: boolean, words: string]>([
  [false, 'in the sandbox, without the network'],
  [true, 'in the sandbox, with the network'],
])('the question says of a sandbox whether it has the network: %s', (network, words) => {
  const definition: McpServerDefinition = {
    name: 'forge',
    transport: { kind: 'stdio', command: 'forge', args: [], env: {} },
    sandbox: { network },
  };
  expect(describeRedactedDefinition(definition, '')).toContain(words);
});

test('the question about an address shows it, and the names of its headers', () => {
  const definition: McpServerDefinition = {
    name: 'far',
    transport: {
      kind: 'http',
      url: 'https://a.example/mcp?key=0123456789abcdef',
      headers: { Authorization: 'Bearer ${input:token}' },
      oauth: { id: 'troupe' },
    },
  };
  expect(describeRedactedDefinition(definition, '.mcp.json')).toBe(
    [
      'Address: https://a.example/mcp?key=[key removed]',
      'Headers: Authorization',
      'Client: troupe',
      'Defined in: .mcp.json',
      '',
      'What Troupe calls is sent to this address.',
    ].join('\n'),
  );
});

test.each<[page: string, host: string | undefined]>([
  ['https://a.example:8443/b', 'a.example:8443'],
  ['http://127.0.0.1:1/b', '127.0.0.1:1'],
  ['https://xn--80ak6aa92e.com', 'xn--80ak6aa92e.com'],
  ['https://good.example@evil.example/', 'evil.example'],
  ['http://a.example', undefined],
  ['javascript:alert(1)', undefined],
  ['vscode://a/b', undefined],
  ['command:workbench.action.quit', undefined],
  ['nonsense', undefined],
])('%s is opened at %s', (page, host) => {
  expect(hostOfPage(page)).toBe(host);
});

test.each<[text: string, shown: string]>([
  ['Press [here](command:troupe.stop)\n now', 'Press [here] (command:troupe.stop) now'],
  ['a\u202Eb', 'a⟨U+202E⟩b'],
  ['x'.repeat(600), `${'x'.repeat(500)}…`],
])('a notification shows the words of a server as they are', (text, shown) => {
  expect(toNoticeText(text)).toBe(shown);
});
