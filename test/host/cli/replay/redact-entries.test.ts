import { expect, test } from 'vitest';
import type { EntryId, ThreadEntry } from '../../../../src/actors/protocol/thread.js';
import { redactEntries } from '../../../../src/host/cli/replay/redact-entries.js';

const place = { id: 'e1' as EntryId, parent: 'e0' as EntryId, seq: 1, at: 5 };

function redact(text: string): { readonly text: string; readonly changed: number } {
  const entry: ThreadEntry = { ...place, kind: 'user_message', text, attachments: [] };
  const { entries, changed } = redactEntries([entry], {
    secrets: ['my-own-key'],
    env: { DEPLOY_TOKEN: 'value-of-a-token', EDITOR: 'an-ordinary-editor', SHORT_KEY: 'true' },
    home: '/home/ada',
  });
  const [clean] = entries;
  return { text: clean?.kind === 'user_message' ? clean.text : '', changed };
}

const WORD = 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8';

test.each([
  ['a key of a model', 'my-own-key'],
  ['a key in base64', Buffer.from('my-own-key').toString('base64')],
  ['a variable whose name says so', 'value-of-a-token'],
  ['a token of GitHub', `ghp_${WORD}`],
  ['a token of GitLab', 'glpat-abcdefghij0123456789'],
  ['a key of AWS', 'AKIAABCDEFGHIJKLMNOP'],
  ['a key of Google', `AIza${WORD}`],
  ['a token of Slack', 'xoxb-1234567890-abcdef'],
  ['a token of npm', `npm_${WORD}`],
  ['a key of Stripe', 'sk_live_0123456789abcdefgh'],
  ['a key of OpenAI', `sk-${WORD}`],
  ['a header', `Bearer ${WORD}`],
  ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----\nabc\ndef\n-----END OPENSSH PRIVATE KEY-----'],
  ['half of a private key', '-----BEGIN PRIVATE KEY-----\nabc\ndef'],
])('%s is taken out of a text', (_what, secret) => {
  const { text, changed } = redact(`before ${secret} after`);
  expect(text).not.toContain(secret.replace('Bearer ', ''));
  expect(text).toContain('before ');
  expect(changed).toBe(1);
});

test.each(['true', 'an-ordinary-editor', '/home/adam/x', 'a task-force and a risk_test'])(
  'what is no secret stays: %s',
  (text) => {
    expect(redact(text)).toEqual({ text, changed: 0 });
  },
);

test('the home folder has another name, and numbers and kinds stay', () => {
  expect(redact('in /home/ada/src, and in /home/ada').text).toBe('in /home/person/src, and in /home/person');
  const entries: readonly ThreadEntry[] = [
    {
      ...place,
      kind: 'call',
      callId: 'c',
      tool: 't',
      category: 'MCP tools',
      params: [1, null, true],
      paths: [],
    },
  ];
  expect(redactEntries(entries, { secrets: [], env: {}, home: '/root' }).entries).toEqual(entries);
});
