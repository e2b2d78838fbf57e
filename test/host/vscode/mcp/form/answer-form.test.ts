import { expect, test } from 'vitest';
import type { McpQuestion } from '../../../../../src/actors/protocol/mcp.js';
import { answerForm } from '../../../../../src/host/vscode/mcp/form/answer-form.js';
import { type Play, PlayedPrompts } from '../../setup/played-prompts.js';

type Form = Extract<McpQuestion, { kind: 'form' }>;

const SCHEMA = {
  type: 'object',
  required: ['name', 'count'],
  properties: {
    name: { type: 'string', title: 'Name', description: 'Of the branch', minLength: 2, default: 'main' },
    count: { type: 'integer', minimum: 1 },
    isNew: { type: 'boolean', title: 'New?' },
    size: { type: 'string', enum: ['s', 'l'], enumNames: ['Small', 'Large'], default: 'l' },
    parts: {
      type: 'array',
      items: { anyOf: [{ const: 'a', title: 'Part A' }, { const: 'b', title: 'Part B' }, { const: 'c' }] },
      maxItems: 2,
      default: ['b'],
    },
  },
};

function ask(form: Partial<Form>, ...plays: readonly Play[]) {
  const prompts = new PlayedPrompts(...plays);
  const notices: string[] = [];
  const question: Form = {
    kind: 'form',
    server: 'forge',
    message: 'What shall it be?',
    schema: SCHEMA,
    seemsToAskForSecret: false,
    ...form,
  };
  const answer = answerForm(question, {
    prompts,
    signal: new AbortController().signal,
    onNotice: (message) => notices.push(message),
  });
  return { prompts, notices, answer };
}

const FILLED: readonly Play[] = [
  { text: 'topic' },
  { text: '3' },
  { row: 'Yes' },
  { row: 'Small' },
  { rows: ['Part A', 'c'] },
];

test('a form is asked field by field with its defaults, and sent when the person says so', async () => {
  const { prompts, answer } = ask({}, ...FILLED, { row: 'Send to forge' });
  await expect(answer).resolves.toEqual({
    action: 'accept',
    content: { name: 'topic', count: 3, isNew: true, size: 's', parts: ['a', 'c'] },
  });
  expect(prompts.isOver).toBe(true);
  expect(prompts.asked).toEqual([
    { prompt: 'Name · Of the branch', value: 'main', isSecret: false },
    { prompt: 'count', value: '', isSecret: false },
    { placeholder: 'New? (may be left empty)', rows: ['$(dash) Leave it out', 'Yes', 'No'] },
    { placeholder: 'size (may be left empty)', rows: ['Small', 'Large', '$(dash) Leave it out'] },
    { placeholder: 'parts (may be left empty)', rows: ['Part A', '[x] Part B', 'c'] },
    {
      placeholder: 'Send these answers, or choose one to change it',
      rows: ['$(check) Send to forge', 'Name', 'count', 'New?', 'size', 'parts', '$(circle-slash) Decline'],
    },
  ]);
});

test('what is left out is not in the answer', async () => {
  const { answer } = ask(
    {},
    { text: 'topic' },
    { text: '3' },
    { row: 'Leave it out' },
    { row: 'Leave it out' },
    { rows: [] },
    { row: 'Send' },
  );
  await expect(answer).resolves.toEqual({ action: 'accept', content: { name: 'topic', count: 3 } });
});

test('an answer is changed at the end, and on the way back', async () => {
  const { prompts, answer } = ask(
    {},
    ...FILLED,
    { row: 'count' },
    { text: '4' },
    'back',
    'back',
    { row: 'Large' },
    { rows: [] },
    { row: 'Send' },
  );
  await expect(answer).resolves.toEqual({
    action: 'accept',
    content: { name: 'topic', count: 4, isNew: true, size: 'l' },
  });
  expect(prompts.asked[6]).toMatchObject({ prompt: 'count', value: '3' });
});

test.each<[string, readonly Play[], string]>([
  ['is left at its first field', ['cancel'], 'cancel'],
  ['is left at its end', [...FILLED, 'cancel'], 'cancel'],
  ['is declined at its end', [...FILLED, { row: 'Decline' }], 'decline'],
])('a form that %s sends nothing', async (_, plays, action) => {
  const { answer } = ask({}, ...plays);
  await expect(answer).resolves.toEqual({ action });
});

test('a form without fields is accepted or declined', async () => {
  const { prompts, answer } = ask({ schema: {} }, { row: 'Send' });
  await expect(answer).resolves.toEqual({ action: 'accept', content: {} });
  expect(prompts.asked).toEqual([
    { placeholder: 'What shall it be?', rows: ['$(check) Send to forge', '$(circle-slash) Decline'] },
  ]);
});

test('a form that seems to ask for a secret says so at each field', async () => {
  const schema = { properties: { key: { type: 'string' } } };
  const { prompts, answer } = ask({ schema, seemsToAskForSecret: true }, 'cancel');
  await answer;
  expect(prompts.asked).toEqual([
    {
      prompt: 'Enter no password and no key here. · key (may be left empty)',
      value: '',
      isSecret: false,
    },
  ]);
});

test('a form of a thousand fields is declined, and the person hears of it', async () => {
  const properties = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`f${at}`, {}]));
  const { notices, answer } = ask({ schema: { properties } });
  await expect(answer).resolves.toEqual({ action: 'decline' });
  expect(notices).toEqual(['forge asked for more than can be answered here, which was declined.']);
});

test('labels of a stranger show what they hide', async () => {
  const schema = { properties: { a: { title: 'Na\u202Eme\nof  it' } } };
  const { prompts, answer } = ask({ schema }, 'cancel');
  await answer;
  expect(prompts.asked).toMatchObject([{ prompt: 'Na⟨U+202E⟩me of it (may be left empty)' }]);
});
