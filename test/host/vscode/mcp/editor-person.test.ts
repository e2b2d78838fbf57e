import { beforeEach, describe, expect, test } from 'vitest';
import type { McpInputQuestion, McpPerson } from '../../../../src/host/api.js';
import { createEditorPerson } from '../../../../src/host/vscode/mcp/editor-person.js';
import { createSecretTokens, SecretInputs } from '../../../../src/host/vscode/mcp/secret-values.js';
import { type Play, PlayedPrompts } from '../setup/played-prompts.js';
import { FakeSecrets } from './fake-states.js';

const QUESTION: McpInputQuestion = {
  id: 'key',
  description: 'The key',
  isPassword: true,
  server: 'forge',
  source: '/w/.mcp.json',
};
const PAGE = 'https://login.example/authorize?a=b%26c';
const { signal } = new AbortController();

let secrets: FakeSecrets;
let needs: string[];
let opened: string[];
let waiting: string[];
let isAttended: boolean;
let opens: boolean;

beforeEach(() => {
  secrets = new FakeSecrets();
  needs = [];
  opened = [];
  waiting = [];
  isAttended = true;
  opens = true;
});

function person(...plays: readonly Play[]): { readonly person: McpPerson; readonly prompts: PlayedPrompts } {
  const prompts = new PlayedPrompts(...plays);
  return {
    prompts,
    person: createEditorPerson({
      prompts,
      inputs: new SecretInputs(secrets),
      questions: { ask: () => Promise.resolve({ action: 'decline' }) },
      desk: () => ({
        isAttended: () => isAttended,
        need: (server, need) => needs.push(`${server} ${need}`),
      }),
      openPage: (question, page) => {
        opened.push(`${question} ${page}`);
        return Promise.resolve(opens);
      },
      showWaiting: (server) => waiting.push(server),
      browserUrl: (local) => Promise.resolve(`${local}?tunnel`),
      onNotice: () => undefined,
    }),
  };
}

describe('a value that a definition asks for', () => {
  test('is asked for once, hidden, and kept for the servers of its file', async () => {
    const { person: first, prompts } = person({ text: 'abc' });
    await expect(first.input?.(QUESTION)).resolves.toBe('abc');
    expect(prompts.asked).toEqual([
      {
        prompt: 'The key. It is stored in the secret storage of the editor, for the servers of that file.',
        value: '',
        isSecret: true,
      },
    ]);
    isAttended = false;
    await expect(person().person.input?.({ ...QUESTION, server: 'other' })).resolves.toBe('abc');
    await expect(
      person().person.input?.({ ...QUESTION, source: '/evil/.mcp.json' }),
    ).resolves.toBeUndefined();
    expect(needs).toEqual(['forge input']);
  });

  test('is not asked for when the server starts by itself', async () => {
    isAttended = false;
    const { person: nobody, prompts } = person();
    await expect(nobody.input?.(QUESTION)).resolves.toBeUndefined();
    expect([prompts.asked, needs]).toEqual([[], ['forge input']]);
  });

  test('is chosen where there is a choice, and can be left', async () => {
    const choice = { ...QUESTION, isPassword: false, options: ['a', 'b'], value: 'b' };
    const { person: left } = person('cancel');
    await expect(left.input?.(choice)).resolves.toBeUndefined();
    expect(needs).toEqual(['forge input']);
    const { person: chosen } = person({ row: 'a' });
    await expect(chosen.input?.(choice)).resolves.toBe('a');
  });
});

describe('a sign-in', () => {
  test('opens its page when the person has started the server and agrees', async () => {
    await expect(person().person.signIn?.({ server: 'far', page: PAGE }, signal)).resolves.toBe(true);
    expect(opened).toEqual([`Open login.example in the browser to sign in at far? ${PAGE}`]);
    expect([waiting, needs]).toEqual([['far'], []]);
  });

  test('does not open a page by itself', async () => {
    isAttended = false;
    await expect(person().person.signIn?.({ server: 'far', page: PAGE }, signal)).resolves.toBe(false);
    expect([opened, needs]).toEqual([[], ['far signIn']]);
  });

  test('that is declined is needed still', async () => {
    opens = false;
    await expect(person().person.signIn?.({ server: 'far', page: PAGE }, signal)).resolves.toBe(false);
    expect([waiting, needs]).toEqual([[], ['far signIn']]);
  });
});

test('tokens are kept under the exact address of their server, and removed', async () => {
  const tokens = createSecretTokens(secrets);
  await tokens.save('https://a.example/mcp', '{"a":1}');
  await expect(tokens.load('https://a.example/mcp')).resolves.toBe('{"a":1}');
  await expect(tokens.load('https://a.example/mcp2')).resolves.toBeUndefined();
  await tokens.save('https://a.example/mcp', undefined);
  expect([...secrets.values]).toEqual([]);
});
