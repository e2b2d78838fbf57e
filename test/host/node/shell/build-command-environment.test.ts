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

test('a command gets neither the keys of models nor what an editor told us', () => {
  expect(
    buildCommandEnvironment(
      {
        TROUPE_API_KEY: 'secret',
        TROUPE_MODEL: 'x',
        OPENAI_API_KEY: 'secret',
        ANTHROPIC_AUTH_TOKEN: 'secret',
        MY_API_KEY: 'secret',
        API_KEY: 'secret',
        Gemini_Api_Key: 'secret',
        AZURE_OPENAI_KEY: 'secret',
        ELECTRON_RUN_AS_NODE: '1',
        VSCODE_IPC_HOOK_CLI: '/run/x.sock',
        NODE_CHANNEL_FD: '3',
        GIT_ASKPASS: '/x',
        SSH_ASKPASS: '/x',
        EDITOR: 'code --wait',
      },
      'mark',
    ),
  ).toEqual({ ...QUIET, TROUPE_COMMAND: 'mark' });
});

test("a command gets the person's own variables, tokens for their programs included", () => {
  const own = {
    PATH: '/bin',
    HOME: '/home/a',
    CI: '1',
    NODE_OPTIONS: '--max-old-space-size=4096',
    GITHUB_TOKEN: 'a',
    NPM_TOKEN: 'b',
    AWS_SECRET_ACCESS_KEY: 'c',
    OPENAI_BASE_URL: 'http://localhost',
  };
  expect(buildCommandEnvironment(own, 'mark')).toEqual({ ...own, ...QUIET, TROUPE_COMMAND: 'mark' });
});

test('the mark of a Troupe around this one is passed on', () => {
  expect(buildCommandEnvironment({ TROUPE_COMMAND: 'outer' }, 'inner')['TROUPE_COMMAND']).toBe('outer:inner');
});
