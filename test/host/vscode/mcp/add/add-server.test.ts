import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { askForServer } from '../../../../../src/host/vscode/mcp/add/add-server.js';
import { splitCommand } from '../../../../../src/host/vscode/mcp/add/split-command.js';
import { type Play, PlayedPrompts } from '../../setup/played-prompts.js';

function add(...plays: readonly Play[]) {
  const prompts = new PlayedPrompts(...plays);
  return { prompts, added: askForServer(prompts, ['taken']) };
}

describe('a server that is added', () => {
  test.each<[command: string, name: string, words: readonly string[]]>([
    [
      'npx -y @modelcontextprotocol/server-memory',
      'memory',
      ['npx', '-y', '@modelcontextprotocol/server-memory'],
    ],
    ['npx github-mcp-server@1.2.3', 'github', ['npx', 'github-mcp-server@1.2.3']],
    [`"/opt/my node" '/a b/serve.mjs' --port 1`, 'serve', ['/opt/my node', '/a b/serve.mjs', '--port', '1']],
    ['uvx mcp-server-git', 'git', ['uvx', 'mcp-server-git']],
    ['forge', 'forge', ['forge']],
  ])('by the command %s is named %s', async (command, name, words) => {
    const { prompts, added } = add({ row: 'A command' }, { text: command }, { text: name });
    await expect(added).resolves.toEqual({ name, server: { command: words[0], args: words.slice(1) } });
    expect(prompts.asked[2]).toMatchObject({ value: name });
  });

  test('by an address is named after its domain', async () => {
    const { prompts, added } = add(
      { row: 'An address' },
      { text: 'https://mcp.example.com/mcp' },
      { text: 'example' },
    );
    await expect(added).resolves.toEqual({
      name: 'example',
      server: { type: 'http', url: 'https://mcp.example.com/mcp' },
    });
    expect(prompts.asked[2]).toMatchObject({ value: 'example' });
  });

  test('keeps what was typed on the way back, unless it is reached in another way', async () => {
    const { prompts, added } = add(
      { row: 'A command' },
      { text: 'forge' },
      'back',
      'back',
      { row: 'A command' },
      'back',
      { row: 'An address' },
      'cancel',
    );
    await expect(added).resolves.toBeUndefined();
    expect(prompts.asked.map((asked) => ('value' in asked ? asked.value : ''))).toEqual([
      '',
      '',
      'forge',
      'forge',
      '',
      'forge',
      '',
      '',
    ]);
  });

  test.each<[what: string, plays: readonly Play[], problem: string]>([
    ['no command', [{ row: 'A command' }, { text: ' ' }], 'Enter the command.'],
    ['an open quote', [{ row: 'A command' }, { text: 'a "b' }], 'A quote is not closed.'],
    ['a file as its address', [{ row: 'An address' }, { text: 'file:///a' }], 'http or https'],
    ['a name with __', [{ row: 'A command' }, { text: 'a' }, { text: 'a__b' }], 'no “__”'],
    ['a name that is taken', [{ row: 'A command' }, { text: 'a' }, { text: 'taken' }], 'taken already'],
  ])('cannot have %s', async (_, plays, problem) => {
    await expect(add(...plays).added).rejects.toThrow(problem);
  });
});

describe('a command line', () => {
  test.each<[line: string, words: readonly string[] | undefined]>([
    ['', []],
    ['  a   b  ', ['a', 'b']],
    [`a'b c'd`, ['ab cd']],
    [`'' ""`, ['', '']],
    [String.raw`a\ b "c\"d" C:\tools\x.exe`, ['a b', 'c"d', String.raw`C:\tools\x.exe`]],
    [`'a\\'`, ['a\\']],
    ["it's", undefined],
  ])('%s has these words', (line, words) => {
    expect(splitCommand(line)).toEqual(words);
  });

  test('that quotes each word has these words again', () => {
    const word = fc.string().map((text) => text.replaceAll(/['\\]/g, ''));
    fc.assert(
      fc.property(fc.array(word), (words) => {
        expect(splitCommand(words.map((one) => `'${one}'`).join(' '))).toEqual(words);
      }),
      { numRuns: 300 },
    );
  });
});
