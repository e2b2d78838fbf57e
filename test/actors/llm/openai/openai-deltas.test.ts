import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../../src/actors/protocol/json/json-depth.js';
import type { ModelDelta, ModelReply } from '../../../../src/actors/protocol/llm.js';
import { accumulate, EMPTY_REPLY_DRAFT, toReply } from '../../../../src/actors/llm/accumulate.js';
import { createDialect } from '../../../../src/actors/llm/openai/openai-dialect.js';
import { DeltaReader } from '../../../../src/actors/llm/openai/openai-deltas.js';

/** A reader that names calls `new1`, `new2`, ... */
function createReader(dialect = createDialect(false)): DeltaReader {
  let count = 0;
  return new DeltaReader({ provider: 'deepseek', model: 'r1' }, dialect, () => `new${++count}`);
}

function read(...chunks: unknown[]): ModelDelta[] {
  const reader = createReader();
  return chunks.flatMap((chunk) => reader.read(chunk));
}

function replyTo(...chunks: unknown[]): ModelReply {
  const draft = read(...chunks).reduce(accumulate, EMPTY_REPLY_DRAFT);
  return toReply(draft, draft.finish ?? 'failed');
}

const choice = (delta: object, finishReason: string | null = null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: finishReason }],
});
const call = (piece: object, finishReason: string | null = null) =>
  choice({ tool_calls: [piece] }, finishReason);
const end = choice({}, 'tool_calls');
const lsDir = { name: 'ls_dir', arguments: '{"uri":"src"}' };
const readFile = { name: 'read_file', arguments: '{"uri":"a.ts"}' };

describe('DeltaReader', () => {
  test('reads a plain answer as OpenAI sends it', () => {
    expect(
      read(
        choice({ role: 'assistant', content: '', refusal: null }),
        choice({ content: 'Hel' }),
        choice({ content: 'lo' }),
        choice({}, 'stop'),
        {
          choices: [],
          usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 },
        },
      ),
    ).toEqual([
      { type: 'text', text: '' },
      { type: 'text', text: 'Hel' },
      { type: 'text', text: 'lo' },
      { type: 'finish', reason: 'end' },
      { type: 'usage', usage: { inputTokens: 9, outputTokens: 2 } },
    ]);
  });

  test('reads calls as OpenAI sends them: id and name once, arguments in pieces', () => {
    expect(
      read(
        call({ index: 0, id: 'call_a', type: 'function', function: { name: 'ls_dir', arguments: '' } }),
        call({ index: 0, function: { arguments: '{"uri":' } }),
        call({ index: 0, function: { arguments: '"src"}' } }),
        call({ index: 1, id: 'call_b', type: 'function', function: { name: 'read_file', arguments: '' } }),
        call({ index: 1, function: { arguments: '{"uri":"a.ts"}' } }),
        end,
      ),
    ).toEqual([
      { type: 'toolCall', index: 0, id: 'call_a', name: 'ls_dir' },
      { type: 'toolCall', index: 0, arguments: '{"uri":' },
      { type: 'toolCall', index: 0, arguments: '"src"}' },
      { type: 'toolCall', index: 1, id: 'call_b', name: 'read_file' },
      { type: 'toolCall', index: 1, arguments: '{"uri":"a.ts"}' },
      { type: 'finish', reason: 'toolCalls' },
    ]);
  });

  test.each<[string, unknown[], string[]]>([
    [
      'Ollama: whole calls, index 0 for each, ids of their own, ends with "stop"',
      [
        call({ index: 0, id: 'call_x', type: 'function', function: lsDir }),
        call({ index: 0, id: 'call_y', type: 'function', function: readFile }),
        choice({}, 'stop'),
      ],
      ['call_x', 'call_y'],
    ],
    [
      'no index and no id, whole calls in one chunk',
      [choice({ tool_calls: [{ function: lsDir }, { function: readFile }] }, 'tool_calls')],
      ['new1', 'new2'],
    ],
    [
      'no index and no id, whole calls in chunks of their own',
      [call({ function: lsDir }), call({ function: readFile }), end],
      ['new1', 'new2'],
    ],
    [
      'no index: pieces of a call without its name and id',
      [
        call({ id: 'call_x', function: { name: 'ls_dir', arguments: '{"uri":' } }),
        call({ function: { arguments: '"src"}' } }),
        call({ id: 'call_y', function: { name: 'read_file', arguments: '{"uri":' } }),
        call({ function: { arguments: '"a.ts"}' } }),
        end,
      ],
      ['call_x', 'call_y'],
    ],
    [
      'SGLang: no id for the second call',
      [
        call({ index: 0, id: 'call_x', function: lsDir }),
        call({ index: 1, id: null, function: { name: 'read_file', arguments: '' } }),
        call({ index: 1, id: null, function: { name: null, arguments: '{"uri":"a.ts"}' } }),
        end,
      ],
      ['call_x', 'new1'],
    ],
    [
      'the name again in each piece',
      [
        call({ index: 0, id: 'call_x', function: { name: 'ls_dir', arguments: '{"uri"' } }),
        call({ index: 0, id: 'call_x', function: { name: 'ls_dir', arguments: ':"src"}' } }),
        call({ index: 1, function: { name: 'read_file', arguments: '{"uri":' } }),
        call({ index: 1, function: { name: 'read_file', arguments: '"a.ts"}' } }),
        end,
      ],
      ['call_x', 'new1'],
    ],
    [
      'older vLLM: a new id with each piece',
      [
        call({ index: 0, id: 'tool-1', function: { name: 'ls_dir' } }),
        call({ index: 0, id: 'tool-2', function: { arguments: '{"uri":' } }),
        call({ index: 0, id: 'tool-3', function: { arguments: '"src"}' } }),
        call({ index: 1, id: 'tool-4', function: { name: 'read_file' } }),
        call({ index: 1, id: 'tool-5', function: { arguments: '{"uri":"a.ts"}' } }),
        end,
      ],
      ['tool-1', 'tool-4'],
    ],
    [
      'indexes that begin at 1',
      [call({ index: 1, id: 'x', function: lsDir }), call({ index: 2, id: 'y', function: readFile }), end],
      ['x', 'y'],
    ],
    [
      'interleaved pieces',
      [
        call({ index: 0, id: 'x', function: { name: 'ls_dir', arguments: '{"uri"' } }),
        call({ index: 1, id: 'y', function: { name: 'read_file', arguments: '{"uri":"a' } }),
        call({ index: 0, function: { arguments: ':"src"}' } }),
        call({ index: 1, function: { arguments: '.ts"}' } }),
        end,
      ],
      ['x', 'y'],
    ],
    [
      'arguments as an object, the message as a whole',
      [
        {
          choices: [
            {
              message: {
                tool_calls: [
                  { id: 'x', function: { name: 'ls_dir', arguments: { uri: 'src' } } },
                  { id: 'y', function: { name: 'read_file', arguments: { uri: 'a.ts' } } },
                ],
              },
              finish_reason: 'tool_calls',
            },
          ],
        },
      ],
      ['x', 'y'],
    ],
    [
      'the same id for both',
      [call({ index: 0, id: 'x', function: lsDir }), call({ index: 1, id: 'x', function: readFile }), end],
      ['x', 'x'],
    ],
    [
      'the same id for both, in pieces',
      [
        call({ index: 0, id: 'x', function: { name: 'ls_dir', arguments: '' } }),
        call({ index: 0, function: { arguments: '{"uri":"src"}' } }),
        call({ index: 1, id: 'x', function: { name: 'read_file', arguments: '' } }),
        call({ index: 1, function: { arguments: '{"uri":' } }),
        call({ index: 1, function: { arguments: '"a.ts"}' } }),
        end,
      ],
      ['x', 'x'],
    ],
    [
      'the same id for both, and no index',
      [
        choice({
          tool_calls: [
            { id: 'x', function: lsDir },
            { id: 'x', function: readFile },
          ],
        }),
        end,
      ],
      ['x', 'x'],
    ],
    [
      'the word null for an id',
      [
        call({ index: 0, id: 'null', function: lsDir }),
        call({ index: 0, id: 'null', function: readFile }),
        end,
      ],
      ['new1', 'new2'],
    ],
    [
      'empty ids',
      [call({ id: '', function: lsDir }), call({ id: '', function: readFile }), end],
      ['new1', 'new2'],
    ],
    [
      'the word None for an id, in pieces',
      [
        call({ index: 0, id: 'None', function: { name: 'ls_dir', arguments: '{"uri":' } }),
        call({ index: 0, id: 'None', function: { name: 'ls_dir', arguments: '"src"}' } }),
        call({ index: 1, id: 'None', function: { name: 'read_file', arguments: '{"uri":"a.ts"}' } }),
        end,
      ],
      ['new1', 'new2'],
    ],
  ])('tells two calls apart when a server sends %s', (_what, chunks, ids) => {
    const [first = '', second = ''] = ids;
    expect(replyTo(...chunks)).toMatchObject({
      stop: 'toolCalls',
      toolCalls: [
        { id: first, ...lsDir },
        { id: second, ...readFile },
      ],
    });
  });

  test('begins another call of the same tool behind complete arguments, whatever its index and id', () => {
    const [first, second] = ['{"uri":"a}\\"{"}', '{"uri":"b"}'];
    const { toolCalls } = replyTo(
      call({ index: 0, id: 'x', function: { name: 'ls_dir', arguments: '' } }),
      call({ index: 0, id: 'x', function: { arguments: first } }),
      call({ index: 0, id: 'x', function: { name: 'ls_dir', arguments: '' } }),
      call({ index: 0, id: 'x', function: { arguments: second } }),
      end,
    );
    expect(toolCalls.map(({ name, arguments: text }) => [name, text])).toEqual([
      ['ls_dir', first],
      ['ls_dir', second],
    ]);
  });

  test('finds as many calls as a server makes, however it cuts, indexes and names them', () => {
    const args = fc
      .dictionary(fc.constantFrom('uri', 'b'), fc.string({ unit: fc.constantFrom('{', '}', '"', '\\', 'a') }))
      .map((value) => JSON.stringify(value));
    const id = fc.constantFrom('x', 'null', '', undefined);
    fc.assert(
      fc.property(
        fc.array(fc.record({ args, id, at: fc.nat() }), { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        (calls, sendsIndex) => {
          const chunks = calls.flatMap(({ args: text, id: own, at }, place) => {
            const cut = at % text.length;
            const index = sendsIndex ? { index: place } : {};
            return [
              call({ ...index, id: own, function: { name: 'ls_dir', arguments: text.slice(0, cut + 1) } }),
              ...(cut + 1 === text.length
                ? []
                : [call({ ...index, function: { arguments: text.slice(cut + 1) } })]),
            ];
          });
          expect(replyTo(...chunks, end).toolCalls.map(({ arguments: text }) => text)).toEqual(
            calls.map(({ args: text }) => text),
          );
        },
      ),
    );
  });

  describe('an answer without a finish reason', () => {
    const endOf = (
      how: 'marked' | 'unmarked' | 'cut',
      chunks: readonly unknown[],
      dialect = createDialect(false),
    ) => {
      const reader = createReader(dialect);
      for (const one of chunks) reader.read(one);
      return reader.end(how).filter(({ type }) => type !== 'text');
    };
    const notice = { type: 'notice', message: expect.stringContaining('finish_reason') as string };
    const half = { name: 'ls_dir', arguments: '{"uri":"s' };

    test.each<[string, unknown[], string]>([
      ['a text', [choice({ content: 'Hi.' })], 'end'],
      ['a call whose arguments are complete', [call({ id: 'x', function: lsDir })], 'toolCalls'],
      [
        'a text and two calls',
        [
          choice({ content: 'Hi.' }),
          call({ id: 'x', function: lsDir }),
          call({ id: 'y', function: readFile }),
        ],
        'toolCalls',
      ],
    ])('is whole when it has %s, and the person is told', (_what, chunks, reason) => {
      expect(endOf('unmarked', chunks)).toEqual([notice, { type: 'finish', reason }]);
      // The mark of the end says it as well.
      expect(endOf('marked', chunks)).toEqual([{ type: 'finish', reason }]);
      expect(endOf('cut', chunks)).toEqual([]);
      // What has said it once has been cut off when it does not.
      expect(endOf('unmarked', chunks, { ...createDialect(false), marksEnd: true })).toEqual([]);
    });

    test.each<[string, unknown[]]>([
      ['nothing', []],
      ['thoughts alone', [choice({ reasoning_content: 'hm' })]],
      ['spaces alone', [choice({ content: ' \n' })]],
      ['half of a call', [choice({ content: 'Hi.' }), call({ id: 'x', function: half })]],
      ['a call without arguments', [call({ id: 'x', function: { name: 'ls_dir', arguments: '' } })]],
    ])('is cut off when it has %s', (_what, chunks) => {
      expect(endOf('unmarked', chunks)).toEqual([]);
    });

    test('is cut off at a server that has given a reason before', () => {
      const reader = createReader();
      reader.read(choice({ content: 'Hi.' }, 'stop'));
      expect(reader.learn(createDialect(false)).marksEnd).toBe(true);
      expect(createReader().learn(createDialect(false)).marksEnd).toBe(false);
    });
  });

  const bare = { name: 'ls_dir', arguments: '' };
  test.each<[string, unknown[], string[]]>([
    [
      'index 0 and no id',
      [call({ index: 0, function: lsDir }), call({ index: 0, function: lsDir })],
      ['ls_dir', 'ls_dir'],
    ],
    [
      'one chunk, no index and no id',
      [choice({ tool_calls: [{ function: bare }, { function: bare }] })],
      ['ls_dir', 'ls_dir'],
    ],
    [
      'index 0, ids of their own and no arguments',
      [call({ index: 0, id: 'x', function: bare }), call({ index: 0, id: 'y', function: bare })],
      ['ls_dir', 'ls_dir'],
    ],
    [
      'index 0, no ids and no arguments, but names of their own',
      [
        call({ index: 0, function: bare }),
        call({ index: 0, function: { name: 'read_file', arguments: '' } }),
      ],
      ['ls_dir', 'read_file'],
    ],
  ])('tells two calls apart that a server gives %s', (_what, chunks, names) => {
    expect(replyTo(...chunks, end).toolCalls.map(({ name }) => name)).toEqual(names);
  });

  test.each<[string, object, ModelDelta[]]>([
    ['DeepSeek', { reasoning_content: 'hm', content: null }, [{ type: 'reasoning', text: 'hm' }]],
    ['OpenRouter', { reasoning: 'hm', content: '' }, [{ type: 'reasoning', text: 'hm' }]],
    [
      'a server that sends it twice',
      { reasoning: 'hm', reasoning_content: 'hm' },
      [{ type: 'reasoning', text: 'hm' }],
    ],
    [
      'Mistral',
      {
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
          { type: 'text', text: 'So' },
        ],
      },
      [
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'So' },
      ],
    ],
  ])('keeps the reasoning of %s apart from the text', (_server, delta, expected) => {
    expect(read(choice(delta))).toEqual(expected);
  });

  test('learns which field the reasoning came in', () => {
    const reader = createReader();
    const dialect = createDialect(false);
    reader.read(choice({ reasoning_content: null, content: 'x' }));
    expect(reader.learn(dialect)).toBe(dialect);
    reader.read(choice({ reasoning: 'hm' }));
    expect(reader.learn(dialect)).toEqual({ ...dialect, reasoningField: 'reasoning', wantsReasoning: true });
  });

  const counted = { prompt_tokens: 23, completion_tokens: 19, total_tokens: 42 };
  test.each<[string, object]>([
    ['OpenAI', { choices: [], usage: counted }],
    ['Groq', { choices: [], x_groq: { id: 'req_1', usage: { queue_time: 0.07, ...counted } } }],
    ['Groq that sends it twice', { choices: [], usage: counted, x_groq: { usage: counted } }],
    ['Moonshot', { choices: [{ index: 0, delta: {}, finish_reason: null, usage: counted }] }],
  ])('reads the usage where %s puts it', (_server, chunk) => {
    expect(read(chunk)).toEqual([{ type: 'usage', usage: { inputTokens: 23, outputTokens: 19 } }]);
  });

  test('hands arguments on that are an object nested too deep, as what is refused for that', () => {
    const deep: unknown = JSON.parse('{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000));
    const [delta] = read(call({ index: 0, id: 'x', function: { name: 'ls_dir', arguments: deep } }));
    const text = delta?.type === 'toolCall' ? (delta.arguments ?? '') : '';
    expect(() => parseJson(text)).toThrow('nested deeper than 64 levels');
  });

  test('takes a refusal for text', () => {
    expect(read(choice({ refusal: 'I will not.' }))).toEqual([{ type: 'text', text: 'I will not.' }]);
  });

  test.each([
    ['stop', 'end'],
    ['length', 'length'],
    ['max_tokens', 'length'],
    ['content_filter', 'filtered'],
    ['function_call', 'toolCalls'],
    ['eos_token', 'end'],
  ])('maps the finish reason %s to %s', (reason, expected) => {
    expect(read(choice({}, reason))).toEqual([{ type: 'finish', reason: expected }]);
  });

  test('reports the first finish reason only', () => {
    expect(read(choice({}, 'stop'), choice({}, 'stop'))).toEqual([
      { type: 'finish', reason: 'end' },
      { type: 'text', text: '' },
    ]);
  });

  test('answers every chunk with at least one well-formed delta and never throws', () => {
    const keys = [
      'choices',
      'delta',
      'message',
      'content',
      'tool_calls',
      'index',
      'id',
      'function',
      'name',
      'arguments',
    ];
    const anything = fc.object({
      key: fc.constantFrom(...keys, 'reasoning', 'thinking', 'text', 'usage', 'finish_reason'),
      maxDepth: 6,
      withNullPrototype: true,
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(anything, fc.jsonValue())), (chunks) => {
        const reader = createReader();
        for (const chunk of chunks) expect(reader.read(chunk).length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});
