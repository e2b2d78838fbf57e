import { expect, test } from 'vitest';
import { buildCommandEnvironment } from '../../../../src/host/node/shell/build-command-environment.js';

const QUIET = {
  TERM: 'dumb',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  MANPAGER: 'cat',
  SYSTEMD_PAGER: '',
  GIT_TERMINAL_PROMPT: '0',
  EDITOR: 'true',
  VISUAL: 'true',
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
};

test("a command gets neither Troupe's own variables nor what an editor told us", () => {
  const environment = {
    TROUPE_API_KEY: 'secret',
    TROUPE_MODEL: 'x',
    ELECTRON_RUN_AS_NODE: '1',
    VSCODE_IPC_HOOK_CLI: '/run/x.sock',
    NODE_CHANNEL_FD: '3',
    GIT_ASKPASS: '/x',
    SSH_ASKPASS: '/x',
    EDITOR: 'code --wait',
    PATH: '/bin',
  };
  expect(buildCommandEnvironment(environment, 'mark')).toEqual({
    PATH: '/bin',
    ...QUIET,
    TROUPE_COMMAND: 'mark',
  });
});

test('the mark of a Troupe around this one is passed on', () => {
  expect(buildCommandEnvironment({ TROUPE_COMMAND: 'outer' }, 'inner')['TROUPE_COMMAND']).toBe('outer:inner');
  expect(buildCommandEnvironment({}, 'inner', 'outer')['TROUPE_COMMAND']).toBe('outer:inner');
});
