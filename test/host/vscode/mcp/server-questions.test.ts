import { beforeEach, expect, test } from 'vitest';
import type { McpAnswer, McpQuestion } from '../../../../src/actors/protocol/mcp.js';
import { type Deferred, deferred } from '../../../../src/actors/runtime/deferred.js';
import { ServerQuestions } from '../../../../src/host/vscode/mcp/server-questions.js';
import { settle } from '../../../doubles/settle.js';

type Choice = 'answer' | 'decline' | undefined;

let notices: Map<string, Deferred<Choice>>;
let asked: { message: string; signal: AbortSignal; answer: Deferred<McpAnswer> }[];
let questions: ServerQuestions;

beforeEach(() => {
  notices = new Map();
  asked = [];
  questions = new ServerQuestions({
    notify: ({ message }) => {
      const choice = deferred<Choice>();
      notices.set(message, choice);
      return choice.promise;
    },
    ask: ({ message }, signal) => {
      const answer = deferred<McpAnswer>();
      asked.push({ message, signal, answer });
      return answer.promise;
    },
    onChange: () => undefined,
  });
});

function form(message: string, server = 'forge'): McpQuestion {
  return { kind: 'form', server, message, schema: {}, seemsToAskForSecret: false };
}

const never = new AbortController().signal;

test('a question waits until the person turns to it', async () => {
  const answer = questions.ask(form('a'), never);
  await settle();
  expect(asked).toEqual([]);
  expect(questions.first).toEqual(form('a'));
  notices.get('a')?.resolve('answer');
  await settle();
  expect(questions.first).toBeUndefined();
  asked[0]?.answer.resolve({ action: 'accept', content: {} });
  await expect(answer).resolves.toEqual({ action: 'accept', content: {} });
});

test.each<[choice: Choice, action: McpAnswer['action']]>([
  ['decline', 'decline'],
  [undefined, 'cancel'],
])('a notification that ends with %s ends in %s', async (choice, action) => {
  const answer = questions.ask(form('a'), never);
  notices.get('a')?.resolve(choice);
  await expect(answer).resolves.toEqual({ action });
  expect(questions.first).toBeUndefined();
});

test('questions are asked one at a time, in the order in which the person turns to them', async () => {
  const first = questions.ask(form('a'), never);
  const second = questions.ask(form('b'), never);
  notices.get('b')?.resolve('answer');
  await settle();
  void questions.answerFirst();
  await settle();
  expect(asked.map(({ message }) => message)).toEqual(['b']);
  asked[0]?.answer.resolve({ action: 'decline' });
  await expect(second).resolves.toEqual({ action: 'decline' });
  await settle();
  expect(asked.map(({ message }) => message)).toEqual(['b', 'a']);
  asked[1]?.answer.resolve({ action: 'cancel' });
  await expect(first).resolves.toEqual({ action: 'cancel' });
});

test('a notification that is closed while its question is being answered changes nothing', async () => {
  const answer = questions.ask(form('a'), never);
  void questions.answerFirst();
  notices.get('a')?.resolve(undefined);
  await settle();
  asked[0]?.answer.resolve({ action: 'accept', content: { b: 1 } });
  await expect(answer).resolves.toEqual({ action: 'accept', content: { b: 1 } });
});

test('a question that its server does not wait for any more is closed', async () => {
  const controller = new AbortController();
  const answer = questions.ask(form('a'), controller.signal);
  void questions.answerFirst();
  await settle();
  controller.abort();
  await expect(answer).resolves.toEqual({ action: 'cancel' });
  expect(asked[0]?.signal.aborted).toBe(true);
  await expect(questions.ask(form('b'), controller.signal)).resolves.toEqual({ action: 'cancel' });
  expect([...notices.keys()]).toEqual(['a']);
});

test('a server that floods the person with questions is cut off, and no other one', async () => {
  const waiting = ['a', 'b', 'c'].map((message) => questions.ask(form(message), never));
  await expect(questions.ask(form('d'), never)).resolves.toEqual({ action: 'cancel' });
  void questions.ask(form('e', 'other'), never);
  expect([...notices.keys()]).toEqual(['a', 'b', 'c', 'e']);
  questions.close();
  await expect(Promise.all(waiting)).resolves.toEqual([
    { action: 'cancel' },
    { action: 'cancel' },
    { action: 'cancel' },
  ]);
});
