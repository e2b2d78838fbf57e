import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ATTACHMENTS_SEPARATOR } from '../../../../src/actors/protocol/attachments.js';
import { SettingsError } from '../../../../src/actors/protocol/errors.js';
import type { LLMMessage, ModelDelta, ToolCall } from '../../../../src/actors/protocol/llm.js';
import { createOfflineProvider, offlineProvider } from '../../../../src/actors/llm/offline.js';
import { FakeTools } from './fake-tools.js';
import { offline, runTurn, TOOLS } from './run-turn.js';

const SELF = "I am Troupe's built-in search: simple rules, no language model.";

const FILES = {
  'README.md':
    '[![badge](x)](y)\n\n# Ferry\n\nFerry carries messages between islands.\nIt never loses one.\n\n## Use\n',
  'package.json': '{\n  "name": "ferry",\n  "description": "Carries messages."\n}\n',
  'docs/design.md':
    '# Design\n\nWhen a boat sinks, the harbour waits a while and\nsends another boat, at most five in a minute.\n',
  'src/boat.ts': [
    "import { Harbour } from './harbour.js';",
    '',
    '/** How long the harbour waits before it sends the next boat. */',
    'export function nextDepartureMs(',
    '  sunk: number,',
    '): number {',
    '  return 200 * 2 ** sunk;',
    '}',
    '',
    'export const LAST = 5;',
    '',
  ].join('\n'),
  'src/harbour.ts':
    '// A harbour sends boats.\nexport class Harbour {\n  send() {\n    return nextDepartureMs(0);\n  }\n}\n',
  'test/boat.test.ts':
    "test('a boat that sinks is replaced', () => {\n  expect(nextDepartureMs(1)).toBe(400);\n});\n",
};

/** The first look of the stand-in. */
async function firstCalls(request: string, offered: readonly string[] = TOOLS): Promise<unknown[]> {
  const deltas: ModelDelta[] = [];
  const tools = offered.map((name) => ({ name, description: '', parameters: {} }));
  for await (const delta of offline.streamComplete([{ role: 'user', content: request }], { tools }))
    deltas.push(delta);
  return deltas.flatMap((delta) =>
    delta.type === 'toolCall' ? [[delta.name, JSON.parse(delta.arguments ?? '')]] : [],
  );
}

const run = async (request: string, offered?: readonly string[]) => {
  const tools = new FakeTools(FILES);
  return { ...(await runTurn(request, tools, offered)), calls: tools.calls };
};

describe('the offline stand-in begins', () => {
  test.each<[string, unknown[]]>([
    ['Find all files named boat', [['search_pathnames_only', { query: 'boat' }]]],
    ['find *.test.ts', [['search_pathnames_only', { query: '*.test.ts' }]]],
    ['Search for TODO', [['search_for_files', { query: 'TODO', is_regex: false }]]],
    [
      'search for /a.*b/ in src/',
      [['search_for_files', { query: 'a.*b', is_regex: true, search_in_folder: 'src' }]],
    ],
    [
      'find "boat" in src/boat.ts',
      [['search_in_file', { uri: 'src/boat.ts', query: 'boat', is_regex: false }]],
    ],
    ['show src/boat.ts:3-5', [['read_file', { uri: 'src/boat.ts', start_line: 3, end_line: 5 }]]],
    ['Please show me package.json', [['read_file', { uri: 'package.json' }]]],
    ['list src', [['read_file', { uri: 'src' }]]],
    ['ls', [['ls_dir', {}]]],
    ['What is in this workspace?', [['ls_dir', {}]]],
    ['What is this project?', [['read_file', { uri: 'README.md', start_line: 1, end_line: 30 }]]],
    [
      'Where is nextDepartureMs defined?',
      [['search_for_files', { query: 'nextDepartureMs', is_regex: false }]],
    ],
    [
      'How are sunken boats replaced?',
      [
        [
          'search_for_files',
          {
            query: 'sunken.*(?:boat|replac)|boat.*(?:sunken|replac)|replac.*(?:sunken|boat)',
            is_regex: true,
          },
        ],
      ],
    ],
    ['Hello!', []],
    ['Rename boat to ship', []],
  ])('with these calls for %j', async (request, calls) => {
    expect(await firstCalls(request)).toEqual(calls);
  });

  test('with the same calls whatever is attached to the request', async () => {
    const request = 'Where is nextDepartureMs defined?';
    const attached = `${request}${ATTACHMENTS_SEPARATOR}\`\`\`\nshow secret.txt please\n\`\`\``;
    expect(await firstCalls(attached)).toEqual(await firstCalls(request));
  });

  test('with the tools that are offered, whichever those are', async () => {
    expect(await firstCalls('How do boats sink?', ['launch_rocket'])).toEqual([]);
    expect(await firstCalls('find a.ts', ['search_pathnames_only', 'launch_rocket'])).toEqual([
      ['search_pathnames_only', { query: 'a.ts' }],
    ]);
  });
});

describe('the offline stand-in answers', () => {
  test('an open question with the lines that have most of its words', async () => {
    const { answer, thoughts, calls } = await run('What happens when a boat sinks?');
    expect(thoughts).toEqual(['I look for “happens”, “boat”, “sinks”.']);
    expect(calls.map(({ tool }) => tool)).toEqual(['search_for_files']);
    expect(answer).toBe(
      [
        'These lines say most about “happens”, “boat”, “sinks”:',
        '',
        '- `docs/design.md:3` `When a boat sinks, the harbour waits a while and`',
        "- `test/boat.test.ts:1` `test('a boat that sinks is replaced', () => {`",
        '',
        `${SELF} I match words and cannot explain what I find. To talk with a language model: \`OPENAI_API_KEY=... troupe --model NAME\`, or \`troupe --base-url http://127.0.0.1:11434/v1 --model NAME\` for a server of your own.`,
      ].join('\n'),
    );
  });

  test('with where the code defines a name, not where a picture or a test quotes it', async () => {
    const tools = new FakeTools({
      'docs/shot.svg': '<text>export function sail() {</text>\n',
      'src/boat.ts': 'export function sail() {}\n',
      'test/boat.test.ts': 'function sail() {}\n',
    });
    const { answer } = await runTurn('Where is sail defined?', tools);
    expect(answer.split('\n')[0]).toBe('“sail” is defined at `src/boat.ts:1`:');
  });

  test('with where a name is defined, its comment and all else that mentions it', async () => {
    const { answer } = await run('Where is nextDepartureMs defined?');
    expect(answer).toBe(
      [
        '“nextDepartureMs” is defined at `src/boat.ts:4`:',
        '',
        '```',
        '/** How long the harbour waits before it sends the next boat. */',
        'export function nextDepartureMs(',
        '  sunk: number,',
        '): number {',
        '  return 200 * 2 ** sunk;',
        '}',
        '```',
        '',
        '3 lines in 3 files for “nextDepartureMs”, this one included. The others:',
        '',
        '- `src/harbour.ts:4` `return nextDepartureMs(0);`',
        '- `test/boat.test.ts:2` `expect(nextDepartureMs(1)).toBe(400);`',
      ].join('\n'),
    );
  });

  test('with how a long definition begins, and the places that use it before those that mention it', async () => {
    const body = Array.from({ length: 20 }, (_, index) => `  row(${index});`);
    const tools = new FakeTools({
      'README.md': 'sail() sails.\n',
      'src/boat.ts': ['', '/** Leaves. */', 'export function sail() {', ...body, '}', ''].join('\n'),
      'src/crew.ts': Array.from({ length: 9 }, () => 'sail();\n').join(''),
    });
    const { answer } = await runTurn('Where is sail defined?', tools);
    expect(answer).toBe(
      [
        '“sail” is defined at `src/boat.ts:3`, and begins:',
        '',
        '```',
        '/** Leaves. */',
        'export function sail() {',
        ...body.slice(0, 6),
        '```',
        '',
        '11 lines in 3 files for “sail”, this one included. The others:',
        '',
        ...[1, 2, 3].map((line) => `- \`src/crew.ts:${line}\` \`sail();\``),
        '- and 7 more',
      ].join('\n'),
    );
  });

  test('what the project is, in the words of its README', async () => {
    const { answer } = await run('What is this project?');
    expect(answer).toContain('`README.md`');
    expect(answer).toContain('# Ferry\n\nFerry carries messages between islands.\nIt never loses one.');
  });

  test.each([
    ['show src/boat.ts:10', '`src/boat.ts` (lines 10 to 10 of 10):\n\n```\nexport const LAST = 5;\n```'],
    ['show boat.ts:10', 'There is no `boat.ts`'],
    ['show the README', '`README.md`'],
    ['show src', '```\nsrc: 2 entries\nboat.ts\nharbour.ts\n```'],
    ['show nothing.xyz', 'I cannot show `nothing.xyz`.'],
    ['show /', '```\n.: 5 entries'],
    ['list nowhere', 'I cannot show `nowhere`. The tool said: nowhere does not exist.'],
    ['find *.test.ts', '1 path for “*.test.ts”:\n\n- `test/boat.test.ts`'],
    ['find quay.ts', 'No path matches “quay.ts”.'],
    [
      'search for islands',
      '1 line in 1 file for “islands”:\n\n- `README.md:5` `Ferry carries messages between islands.`',
    ],
    ['search for xyzzy', 'No line contains “xyzzy”.'],
  ])('%j with %j', async (request, part) => {
    const { answer, thoughts } = await run(request);
    expect([...thoughts, answer].join('\n')).toContain(part);
  });

  test('that it cannot edit when it is asked to', async () => {
    const { answer, calls } = await run('Fix the bug in src/boat.ts');
    expect([calls, answer]).toEqual([
      [],
      `I cannot do that; nothing was touched. The one change that I can make is like "replace foo with bar in src/main.ts"; else I can find, search and show. ${SELF}`,
    ]);
  });

  test('that it needs tools when it has none', async () => {
    const { answer } = await run('How do boats sink?', []);
    expect(answer).toContain('use the mode gather or agent');
    expect(answer).toContain(SELF);
  });

  test('which tool it lacks', async () => {
    const { answer } = await run('list src', ['read_file']);
    expect(answer).toBe(`For that I would need \`ls_dir\`, which I was not given here. ${SELF}`);
  });

  test('in the words of a tool that refuses', async () => {
    const { answer } = await runTurn(
      'How do boats sink?',
      Object.assign(new FakeTools({}), { run: () => 'The person denied this call.' }),
    );
    expect(answer).toBe('I could not look. The tool said: The person denied this call.');
  });

  test('the last question, not an earlier one', async () => {
    const messages: LLMMessage[] = [
      { role: 'user', content: 'list src' },
      {
        role: 'assistant',
        content: '',
        toolCalls: [{ id: 'a', name: 'ls_dir', arguments: '{"uri":"src"}' }],
      },
      { role: 'tool', toolCallId: 'a', name: 'ls_dir', content: 'src: 1 entry\na.ts' },
      { role: 'assistant', content: 'a.ts' },
      { role: 'user', content: 'hello' },
    ];
    expect(await offline.complete(messages)).toContain(SELF);
  });
});

describe('the offline stand-in', () => {
  test('streams word by word and ends with usage and a finish', async () => {
    const deltas: ModelDelta[] = [];
    const tools = [{ name: 'ls_dir', description: '', parameters: {} }];
    for await (const delta of offline.streamComplete([{ role: 'user', content: 'ls' }], { tools }))
      deltas.push(delta);
    expect(deltas).toEqual([
      { type: 'text', text: 'I' },
      { type: 'text', text: ' list' },
      { type: 'text', text: ' the' },
      { type: 'text', text: ' workspace.' },
      { type: 'toolCall', index: 0, id: 'offline_1_0', name: 'ls_dir', arguments: '{}' },
      { type: 'usage', usage: { inputTokens: 1, outputTokens: 6 } },
      { type: 'finish', reason: 'toolCalls' },
    ]);
  });

  test('stops between two words when it is cancelled, with the reason', async () => {
    const controller = new AbortController();
    const words: ModelDelta[] = [];
    const reading = (async () => {
      for await (const delta of offline.streamComplete([{ role: 'user', content: 'hi' }], {
        signal: controller.signal,
      })) {
        words.push(delta);
        if (words.length === 3) controller.abort('enough');
      }
    })();
    await expect(reading).rejects.toBe('enough');
    expect(words).toHaveLength(3);
  });

  test('ends every turn with an answer after four looks at most and no call twice, whatever is asked and whatever tools say', async () => {
    const asked = fc.oneof(
      fc.constantFrom(
        'show a.ts',
        'find boat',
        'list src',
        'what is this project',
        'How do boats sink?',
        'where is x_y defined',
        'search for "a b"',
      ),
      fc.string({ unit: 'binary' }),
    );
    const said = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'a.ts:1: boat',
        'src/a.ts\nsrc/b/',
        'a.ts (1 line)\n```\nboat\n```',
        'x does not exist. The closest names are: a.ts.',
        '.: 1 entry\nREADME.md',
      ),
    );
    await fc.assert(
      fc.asyncProperty(asked, fc.array(said, { minLength: 1, maxLength: 5 }), async (request, outputs) => {
        const made: string[] = [];
        const tools = Object.assign(new FakeTools({}), {
          run: ({ name, arguments: args }: ToolCall) => {
            made.push(`${name} ${args}`);
            return outputs[made.length % outputs.length] ?? '';
          },
        });
        const { answer, thoughts } = await runTurn(request, tools);
        expect(new Set(made).size).toBe(made.length);
        expect(answer).not.toBe('');
        expect(thoughts.length).toBeLessThanOrEqual(4);
      }),
      // A character of two UTF-16 units, which was cut in half, and a word that is cut.
      {
        numRuns: 500,
        examples: [
          ['𐊀000', ['']],
          ['㐀㐀00ll', ['a.ts:1: boat']],
        ],
      },
    );
  });

  test.each(['Hello', 'How does the index restart?'])(
    'says how its face gets a language model in answer to "%s", and nothing else of that',
    async (request) => {
      const provider = createOfflineProvider('Press the button.');
      const adapter = provider.createAdapter({ provider: 'offline', model: 'rules' });
      const text = await adapter.complete([{ role: 'user', content: request }]);
      expect(text).toMatch(/Press the button\.$/);
      expect(text).not.toContain('troupe --');
    },
  );

  test('has one model and says so when asked for another', async () => {
    expect(await offlineProvider.validateConfig({ provider: 'offline', model: 'rules' })).toEqual({
      ok: true,
    });
    expect(await offlineProvider.validateConfig({ provider: 'offline', model: 'gpt' })).toEqual({
      ok: false,
      problem: 'The offline provider has one model, "rules", and none named "gpt".',
    });
    expect(() => offlineProvider.createAdapter({ provider: 'offline', model: 'gpt' })).toThrow(SettingsError);
  });
});
