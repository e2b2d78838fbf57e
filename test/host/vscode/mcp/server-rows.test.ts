import { describe, expect, test } from 'vitest';
import { toServerRow } from '../../../../src/host/vscode/mcp/server-rows.js';
import { listActions, type ServerView } from '../../../../src/host/vscode/mcp/server-view.js';

function server(more: Partial<ServerView>): ServerView {
  return {
    name: 'forge',
    state: 'ready',
    digest: 'd',
    tools: ['a', 'b'],
    isLazy: false,
    restarts: 0,
    origin: 'workspace',
    isRemote: false,
    hasInputs: false,
    ...more,
  };
}

describe('a row of the list', () => {
  test.each<[more: Partial<ServerView>, label: string, description: string, detail: string]>([
    [{}, '$(pass) forge', 'running · 2 tools', '.mcp.json'],
    [
      { restarts: 2, isLazy: true },
      '$(pass) forge',
      'running · 2 tools · models search for its tools · restarted 2 times',
      '.mcp.json',
    ],
    [
      { state: 'unapproved', reason: 'It is not approved.', tools: [] },
      '$(shield) forge',
      'needs your approval',
      '.mcp.json',
    ],
    [
      { state: 'failed', reason: 'It ended\nwith 1.\u202E', tools: [] },
      '$(error) forge',
      'does not work',
      'It ended with 1.⟨U+202E⟩',
    ],
    [
      { state: 'failed', reason: 'Signing in was declined.', need: 'signIn', tools: [] },
      '$(error) forge',
      'wants you to sign in',
      '.mcp.json',
    ],
    [{ state: 'failed', need: 'input', tools: [] }, '$(error) forge', 'needs a value from you', '.mcp.json'],
    [{ state: 'disabled', reason: 'Off.', tools: [] }, '$(circle-slash) forge', 'turned off', '.mcp.json'],
  ])('of %j', (more, label, description, detail) => {
    expect(toServerRow(server(more), '.mcp.json')).toMatchObject({ label, description, detail });
  });

  test('cuts a reason that would fill the list', () => {
    const { detail } = toServerRow(server({ state: 'failed', reason: 'x'.repeat(5_000) }), '');
    expect(detail).toBe(`${'x'.repeat(300)}…`);
  });

  test('has a button for what one does most', () => {
    expect(toServerRow(server({}), '').buttons).toEqual(['restart', 'stop', 'log']);
    expect(toServerRow(server({ state: 'unapproved', tools: [] }), '').buttons).toEqual(['approve']);
    expect(toServerRow(server({ state: 'failed', need: 'signIn' }), '').buttons).toEqual(['signIn', 'log']);
  });
});

describe('what can be done with a server', () => {
  test.each<[more: Partial<ServerView>, actions: readonly string[]]>([
    [{}, ['tools', 'restart', 'stop', 'log', 'open', 'revoke', 'turnOff']],
    [
      { isRemote: true, origin: 'own', hasInputs: true },
      ['tools', 'restart', 'stop', 'log', 'open', 'signOut', 'forget', 'turnOff', 'remove'],
    ],
    [{ state: 'unapproved', tools: [] }, ['approve', 'open', 'turnOff']],
    [{ state: 'starting', tools: [] }, ['stop', 'log', 'open', 'revoke', 'turnOff']],
    [{ state: 'stopped', tools: [] }, ['start', 'log', 'open', 'revoke', 'turnOff']],
    [{ state: 'failed', need: 'signIn', tools: [] }, ['signIn', 'log', 'open', 'revoke', 'turnOff']],
    [{ state: 'failed', need: 'input', tools: [] }, ['start', 'log', 'open', 'revoke', 'turnOff']],
    [{ state: 'disabled', tools: [] }, ['turnOn', 'open']],
    [{ state: 'disabled', tools: [], origin: 'own' }, ['turnOn', 'open', 'remove']],
  ])('that is %j', (more, actions) => {
    expect(listActions(server(more))).toEqual(actions);
  });
});
