// Prints what a command sees of the files that this process has inherited, in each world.
import { realpathSync } from 'node:fs';
import type { SandboxRequest } from '../../../../../src/actors/protocol/shell.js';
import type { AbsPath } from '../../../../../src/actors/protocol/workspace.js';
import { findSandbox } from '../../../../../src/host/node/sandbox/find-sandbox.js';
import { LocalShell } from '../../../../../src/host/node/shell/local-shell.js';

const cwd = realpathSync(process.argv[2] ?? '') as AbsPath;
const sandbox = await findSandbox({ roots: [cwd] });
const shell = new LocalShell({ sandbox: () => Promise.resolve(sandbox) });
const worlds: readonly SandboxRequest[] = [
  { kind: 'looking' },
  { kind: 'working', hasNetwork: false, mayWriteRepository: false, reveals: [] },
];
for (const request of worlds) {
  const { stdout } = await shell.run({
    command:
      'for fd in /proc/self/fd/*; do [ "$fd" = /proc/self/fd/255 ] || readlink -f "$fd"; done | sort -u; cat <&3 <&40',
    cwd,
    idleTimeoutMs: 60_000,
    signal: new AbortController().signal,
    sandbox: request,
  });
  process.stdout.write(`${stdout}\0`);
}
await shell[Symbol.asyncDispose]();
