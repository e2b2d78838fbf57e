import { toJsonLine } from './draw/to-json-line.js';
import { SettingsError } from '../../actors/protocol/errors.js';
import { ToolRegistry } from '../../actors/tools/calls/registry.js';
import { composeMcp } from '../mcp/compose-mcp.js';
import { SandboxTrial } from '../node/sandbox/sandbox-trial.js';
import { resolveRoot } from '../node/resolve-root.js';
import { escapeHidden } from './draw/escape-hidden.js';
import type { Session } from './session.js';
import { ExitCode } from './terminal/exit-codes.js';
import { personOf, remedyFor } from './mcp-person.js';

/**
 * Starts one server, prints its state, its tools, and its log if it fails. With `signsIn`, the address of a page to sign in
 * at is printed, and the command waits for the browser. Resolves to the exit code.
 */
export async function testServer(
  session: Session,
  name: string,
  { version, signsIn = false }: { readonly version: string; readonly signsIn?: boolean },
): Promise<number> {
  const { out, err, isJson, interrupts } = session;
  const roots = [await resolveRoot(session.root)];
  const registry = new ToolRegistry();
  const signIn = async ({
    server,
    page,
  }: {
    readonly server: string;
    readonly page: string;
  }): Promise<boolean> => {
    await err.line(
      err.sanitize(`To sign in at ${server}, open this page in a browser on this machine:\n${page}`),
    );
    return true;
  };
  await using trial = new SandboxTrial({
    find: async (ending) => {
      const { findSandbox } = await import('../node/sandbox/find-sandbox.js');
      return findSandbox({ roots, signal: ending });
    },
  });
  await using servers = await composeMcp(
    { readsFiles: true, person: { ...personOf(session), ...(signsIn ? { signIn } : {}) }, version },
    { roots, tools: registry, only: name, sandbox: trial.get },
  );
  const left = new Promise<void>((resolve) => {
    interrupts.current.addEventListener(
      'abort',
      () => {
        // A server that waits for the sandbox to answer would keep this command from ending.
        trial.cancel();
        resolve();
      },
      { once: true },
    );
  });
  await Promise.race([servers.ready, left]);
  const [status] = servers.list();
  if (status === undefined)
    throw new SettingsError(`There is no MCP server named ${JSON.stringify(name)}: see "troupe mcp list".`, {
      setting: 'mcp',
    });
  const { state, reason = '', revision, tools } = status;
  if (isJson) {
    const log = state === 'ready' ? [] : servers.log(name);
    await out.line(toJsonLine({ ...status, log }));
  } else {
    await out.line(
      escapeHidden(
        state === 'ready'
          ? `${name} is ready (${revision ?? ''}, ${tools.length} tools).`
          : `${name}: ${state}. ${reason}${remedyFor(status)}`,
      ),
    );
    for (const tool of state === 'ready' ? registry.list() : [])
      await out.line(`  ${tool.name}  ${escapeHidden(tool.description.split('\n', 1)[0] ?? '')}`);
    for (const { from, text } of state === 'ready' ? [] : servers.log(name))
      await err.line(err.sanitize(`${from}: ${text}`));
  }
  if (interrupts.current.aborted) return ExitCode.interrupted;
  return state === 'ready' ? ExitCode.ok : ExitCode.failed;
}
