import { describe, expect, test } from 'vitest';
import type { LLMMessage, ModelDelta } from '../../../../src/actors/protocol/llm.js';
import {
  type EditorChatModel,
  EditorModelAdapter,
} from '../../../../src/host/vscode/lm/editor-model-adapter.js';
import { type EditorPart, toEditorMessages } from '../../../../src/host/vscode/lm/to-editor-messages.js';
import { errorOf } from '../../../doubles/error-of.js';

const CONFIG = { provider: 'vscode', model: 'copilot/fast' };

async function collect(deltas: AsyncIterable<ModelDelta>): Promise<readonly ModelDelta[]> {
  const all: ModelDelta[] = [];
  for await (const delta of deltas) all.push(delta);
  return all;
}

/** A model of the editor that says these parts, and then waits for its cancellation if it `hangs`. */
function makeModel(parts: readonly EditorPart[], hangs = false) {
  const sent: unknown[] = [];
  let isCancelled = false;
  const model: EditorChatModel = {
    maxInputTokens: 64_000,
    async *send(messages, tools, signal) {
      sent.push({ messages, tools: tools.map(({ name }) => name) });
      signal.addEventListener('abort', () => {
        isCancelled = true;
      });
      yield* parts;
      if (hangs && !signal.aborted)
        await new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => {
            resolve();
          });
        });
    },
    countTokens: (text) => Promise.resolve(text.split(/\s+/).filter(Boolean).length),
  };
  return { model, sent, isCancelled: () => isCancelled };
}

describe('a model of the editor', () => {
  test('streams text and calls, with the tokens counted by its own tokenizer', async () => {
    const { model, sent } = makeModel([
      { type: 'text', text: 'Let me ' },
      { type: 'text', text: 'look.' },
      { type: 'call', id: 'c1', name: 'read_file', input: { uri: 'a.ts' } },
    ]);
    const adapter = new EditorModelAdapter(CONFIG, () => Promise.resolve(model));
    const tools = [{ name: 'read_file', description: 'Reads.', parameters: {} }];
    expect(
      await collect(adapter.streamComplete([{ role: 'user', content: 'Read it now' }], { tools })),
    ).toEqual([
      { type: 'text', text: 'Let me ' },
      { type: 'text', text: 'look.' },
      { type: 'toolCall', index: 0, id: 'c1', name: 'read_file', arguments: '{"uri":"a.ts"}' },
      { type: 'usage', usage: { inputTokens: 3, outputTokens: 3 } },
      { type: 'finish', reason: 'toolCalls' },
    ]);
    expect(sent).toEqual([
      {
        messages: [{ role: 'user', parts: [{ type: 'text', text: 'Read it now' }] }],
        tools: ['read_file'],
      },
    ]);
    expect(adapter.contextWindow).toBe(64_000);
  });

  test('is cancelled by the signal, which is the error', async () => {
    const { model, isCancelled } = makeModel([{ type: 'text', text: 'Half' }], true);
    const adapter = new EditorModelAdapter(CONFIG, () => Promise.resolve(model));
    const stop = new AbortController();
    const reason = new Error('stopped');
    const run = async (): Promise<void> => {
      for await (const delta of adapter.streamComplete([], { signal: stop.signal }))
        if (delta.type === 'text') stop.abort(reason);
    };
    expect(await errorOf(run)).toBe(reason);
    expect(isCancelled()).toBe(true);
  });

  test('is cancelled when its reader leaves', async () => {
    const { model, isCancelled } = makeModel([{ type: 'text', text: 'Half' }], true);
    const adapter = new EditorModelAdapter(CONFIG, () => Promise.resolve(model));
    for await (const delta of adapter.streamComplete([])) {
      expect(delta).toEqual({ type: 'text', text: 'Half' });
      break;
    }
    expect(isCancelled()).toBe(true);
  });

  test('that is not there says what to do', async () => {
    const adapter = new EditorModelAdapter(CONFIG, () => Promise.resolve(undefined));
    expect(await errorOf(() => collect(adapter.streamComplete([])))).toMatchObject({
      code: 'LLM_REQUEST',
      message: expect.stringContaining('The editor has no model copilot/fast now.'),
    });
  });
});

test('a conversation becomes messages of the editor: results together, the prompt first, images in words', () => {
  const messages: readonly LLMMessage[] = [
    { role: 'system', content: 'You are Troupe.' },
    { role: 'user', content: 'Read both', images: [{ mediaType: 'image/png', data: '' }] },
    {
      role: 'assistant',
      content: '',
      toolCalls: [
        { id: '1', name: 'read_file', arguments: '{"uri":"a"}' },
        { id: '2', name: 'read_file', arguments: '{broken' },
      ],
    },
    { role: 'tool', toolCallId: '1', name: 'read_file', content: 'A' },
    { role: 'tool', toolCallId: '2', name: 'read_file', content: 'Wrong parameters.' },
    { role: 'assistant', content: '' },
    { role: 'assistant', content: 'Done.' },
  ];
  expect(toEditorMessages(messages)).toEqual([
    { role: 'user', parts: [{ type: 'text', text: 'You are Troupe.' }] },
    {
      role: 'user',
      parts: [{ type: 'text', text: 'Read both\n(an image, image/png, which this model cannot see)' }],
    },
    {
      role: 'assistant',
      parts: [
        { type: 'call', id: '1', name: 'read_file', input: { uri: 'a' } },
        { type: 'call', id: '2', name: 'read_file', input: {} },
      ],
    },
    {
      role: 'user',
      parts: [
        { type: 'result', id: '1', text: 'A' },
        { type: 'result', id: '2', text: 'Wrong parameters.' },
      ],
    },
    { role: 'assistant', parts: [{ type: 'text', text: 'Done.' }] },
  ]);
});
