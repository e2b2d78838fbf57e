import { tmpdir } from 'node:os';
import { expect } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { deferred } from '../../../../src/actors/runtime/deferred.js';
import { withoutSandbox } from '../../../../src/host/node/sandbox/sandbox.js';
import type { Pty, PtyProcess } from '../../../../src/host/node/terminals/load-pty.js';
import { LocalTerminals } from '../../../../src/host/node/terminals/local-terminals.js';
import { errorOf } from '../../../doubles/error-of.js';
import { testUnless } from '../../../doubles/run-unless.js';
import { settle } from '../../../doubles/settle.js';
import { request } from '../../../doubles/shell-world.js';

// More than any system gives.
const ENDED_PID = 2 ** 30;

/** Terminals whose shells say nothing, and whose sandbox is ready when `letStart` is called. */
function makeTerminals() {
  const mayStart = deferred<undefined>();
  const count = { spawned: 0, prepared: 0, released: 0 };
  const sandbox = withoutSandbox('None is wanted here');
  const process: Partial<PtyProcess> = {
    pid: ENDED_PID,
    onData: () => ({ dispose: () => undefined }),
    onExit: () => ({ dispose: () => undefined }),
    write: () => undefined,
    kill: () => undefined,
  };
  const pty: Pty = {
    spawn: () => {
      count.spawned += 1;
      return process as PtyProcess;
    },
  };
  const terminals = new LocalTerminals({
    load: () => Promise.resolve(pty),
    sandbox: () =>
      Promise.resolve({
        ...sandbox,
        async prepare(program) {
          count.prepared += 1;
          const prepared = await sandbox.prepare(program);
          await mayStart.promise;
          return {
            ...prepared,
            release() {
              count.released += 1;
            },
          };
        },
      }),
  });
  return { terminals, count, mayStart };
}

const NO_BASH = process.platform === 'win32' ? 'Terminals need bash.' : undefined;
const cwd = tmpdir() as AbsPath;

testUnless(NO_BASH)('a terminal that is being opened when the host is closed starts no shell', async () => {
  const { terminals, count, mayStart } = makeTerminals();
  const opened = errorOf(() => terminals.open(cwd, request('none')));
  await settle();
  await terminals[Symbol.asyncDispose]();
  mayStart.resolve(undefined);
  expect(await opened).toMatchObject({ message: expect.stringContaining('The host is closed') });
  expect(count).toEqual({ spawned: 0, prepared: 1, released: 1 });
});

testUnless(NO_BASH)('terminals that are opened at once are not too many', async () => {
  const { terminals, count, mayStart } = makeTerminals();
  const left = new AbortController();
  const opened = Array.from({ length: 22 }, () =>
    errorOf(() => terminals.open(cwd, request('none'), { signal: left.signal })),
  );
  await settle();
  mayStart.resolve(undefined);
  await settle();
  expect(count.spawned).toBe(20);
  left.abort(new Error('Left.'));
  const messages = (await Promise.all(opened)).map((error) => (error instanceof Error ? error.message : ''));
  expect(messages.filter((message) => message.startsWith('There are 20 terminals already'))).toHaveLength(2);
  expect(count.released).toBe(22);
});
