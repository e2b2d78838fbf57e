import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, onTestFinished, test } from 'vitest';
import { findMarked } from '../../doubles/find-marked.js';
import { FAKE_SERVER, temporaryFolder } from './start-servers.js';
import { createRandom } from '../../../bench/make-tree.js';
import { pause } from '../../doubles/later.js';
import { SEED } from '../../doubles/seed.js';
import { startStopwatch } from '../../doubles/stopwatch.js';
import { until } from '../../doubles/until.js';
import { untilEqual } from '../../doubles/until-equal.js';

// A thousand for a campaign.
const KILLS = Number(process.env['TROUPE_MCP_KILLS'] ?? '5');

// As many hosts at a time as keep two cores busy.
const LANES = 4;

// One in ten is killed at any moment of its start, the others once their first server has begun: while the others start,
// or while one crashes and is started again. Units: milliseconds.
const ANY_MOMENT = 10;
const MAX_DELAY_MS = 3_000;

// The variable that all processes of a host's servers have.
const MARK = 'TROUPE_TEST_KILL';

const root = join(import.meta.dirname, '../../..');
let program: string;

beforeAll(async () => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: {
      contents: `
        import { composeMcp } from './src/host/mcp/compose-mcp.js';
        import { ToolRegistry } from './src/actors/tools/calls/registry.js';
        import { withoutSandbox } from './src/host/node/sandbox/sandbox.js';
        const [fake, mark] = process.argv.slice(2);
        const servers = ['plain', 'family', 'stubborn', 'crashes'].map((mode) => ({
          name: mode,
          transport: { kind: 'stdio', command: process.execPath, args: [fake, mode], env: { ${MARK}: mark } },
        }));
        const tools = new ToolRegistry();
        const running = await composeMcp({ servers }, {
          roots: ['/'], tools, sandbox: async () => withoutSandbox('None is wanted'),
        });
        await running.ready;
        const { signal } = new AbortController();
        for (;;) {
          // One of them ends at each call, and is started again.
          await tools.get('crashes__echo').run({ text: 'a' }, { signal, roots: [] }).catch(() => undefined);
        }`,
      resolveDir: root,
    },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  program = outputFiles[0]?.text ?? '';
});

test.runIf(process.platform === 'linux')(
  'a host that is killed at any moment leaves no process of its servers',
  async () => {
    const folder = await temporaryFolder();
    const host = join(folder, 'host.mjs');
    await writeFile(host, program);
    let begun = 0;
    const alive: number[] = [];
    const goneMs: number[] = [];
    const killHosts = async (): Promise<void> => {
      while (begun < KILLS) {
        begun += 1;
        const random = createRandom(SEED + begun);
        const isAtAnyMoment = random.below(ANY_MOMENT) === 0;
        const delayMs = random.below(MAX_DELAY_MS);
        const mark = `${MARK}=${randomBytes(8).toString('hex')}`;
        const child = spawn(process.execPath, [host, FAKE_SERVER, mark.slice(MARK.length + 1)], {
          stdio: 'ignore',
        });
        const ended = once(child, 'exit');
        onTestFinished(() => void child.kill('SIGKILL'));
        if (!isAtAnyMoment) await until(async () => (await findMarked(mark)).length > 0, 'a server runs');
        await pause(delayMs);
        alive.push((await findMarked(mark)).length);
        child.kill('SIGKILL');
        await ended;
        const stopwatch = startStopwatch();
        await untilEqual(() => findMarked(mark), [], 'the servers of the host have ended');
        goneMs.push(stopwatch());
      }
    };
    await Promise.all(Array.from({ length: LANES }, killHosts));
    if (process.env['TROUPE_MCP_KILLS'] === undefined) return;
    const with4 = alive.filter((count) => count >= 4).length;
    const sorted = goneMs.toSorted((one, other) => one - other);
    console.log(
      `${goneMs.length} kills: 0 processes of servers left. At the moment of the kill there were ${alive.reduce((sum, count) => sum + count, 0)} (none in ${alive.filter((count) => count === 0).length}, four or more in ${with4}, at most ${Math.max(...alive)}). All were gone after ${Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)} ms in the middle, ${Math.round(sorted.at(-1) ?? 0)} ms at most.`,
    );
  },
  120_000 + KILLS * 10_000,
);
