import type { SandboxRequest } from '../../../src/actors/protocol/shell.js';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { findSandbox } from '../../../src/host/node/sandbox/find-sandbox.js';
import { LocalShell } from '../../../src/host/node/shell/local-shell.js';
import { LocalTerminals } from '../../../src/host/node/terminals/local-terminals.js';

// Runs something in a terminal, and in a sandbox also a command, and waits to be killed. Arguments: folder, sandbox,
// a command that does not end.
const [folder = '', cage = '', sleep = ''] = process.argv.slice(2);

const cwd = folder as AbsPath;
const sandbox = await findSandbox({ roots: [cwd] });
const request: SandboxRequest =
  cage === 'working'
    ? { kind: cage, hasNetwork: false, mayWriteRepository: false, reveals: [] }
    : { kind: 'none' };
const { signal } = new AbortController();
// Outside of a sandbox only the kernel's hang-up is left to end things: it does not reach other sessions.
const escaped = cage === 'working' ? `setsid ${sleep} & nohup ${sleep} > nohup.out & ` : '';

const terminals = new LocalTerminals({ sandbox: () => Promise.resolve(sandbox) });
const id = await terminals.open(cwd, request);
await terminals.run(id, `${escaped}${sleep} & touch in-terminal; ${sleep}`, { signal, timeoutMs: 1 });
if (cage === 'working') {
  const shell = new LocalShell({ sandbox: () => Promise.resolve(sandbox) });
  const command = `${escaped}touch in-command; ${sleep}`;
  void shell.run({ command, cwd, idleTimeoutMs: 600_000, signal, sandbox: request });
}
