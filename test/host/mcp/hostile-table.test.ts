import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { ToolResult } from '../../../src/actors/protocol/tool.js';
import { findMarked } from '../../doubles/find-marked.js';
import { FAKE_SERVER, type StartedServers, startServers } from './start-servers.js';
import { startStopwatch } from '../../doubles/stopwatch.js';
import { watchHost } from './watch-host.js';

// Prints the table of what each server did to the rest.
const isPrinted = process.env['TROUPE_MCP_TABLE'] !== undefined;

// As many calls of the good server as are made while the bad one does what it does.
const GOOD_CALLS = 20;

// What is certainly a fault, also on a machine that does ten other things. The table has the figures. Units:
// milliseconds, and bytes.
const MAX_TURN_MS = 1_000;
const MAX_GROWTH_BYTES = 500 * 1024 * 1024;

// What answers does so in this time, also where it has to write 100 MB before.
const LONG_MS = 120_000;
// For the calls of servers that never answer: nothing has to happen before it is up.
const SHORT_MS = 2_000;

type Behave = (started: StartedServers, mode: string) => Promise<unknown>;

const callOnce: Behave = ({ call }, mode) => call(`${mode}__echo`, { text: 'a' });

const UNANSWERED = /^failed: .*did not answer in time/;
const NOT_READ = /^failed: .*does not read what is sent/;
const CLOSED = /^failed: .*The connection to the server was closed/;
const ANSWERED = /^answered: echo: a$/;
const DECLINED = /^answered: \{"action":"decline"\}$/;

/** What a bad server does, what becomes of its own call, and how it is called. */
const SERVERS: readonly (readonly [mode: string, what: string, own: RegExp, behave?: Behave])[] = [
  ['none', 'is not there', /^none is made$/, () => Promise.resolve()],
  ['hangs', 'never answers', UNANSWERED],
  ['busy', 'computes for ever', UNANSWERED],
  ['floods', 'writes 100 MB of messages and as much of errors', ANSWERED],
  ['floods-line', 'writes one line without end', CLOSED],
  ['crashes', 'ends at each call', CLOSED, callSeveral(3)],
  ['dead', 'ends before it is ready', /^none is made$/, () => Promise.resolve()],
  ['lies', 'lists schemas that are none, too large or endless', ANSWERED],
  [
    'many',
    'has 500 tools',
    /^answered: tool_7: a$/,
    ({ call }) => call('many__call_tool', { tool: 'many__tool_7', arguments: { text: 'a' } }),
  ],
  ['changing', 'lists other tools after each call', ANSWERED, callSeveral(10)],
  [
    'storm',
    'says 10,000 times that its list of 2 MB has changed',
    ANSWERED,
    ({ call }) => call('storm__call_tool', { tool: 'storm__echo', arguments: { text: 'a' } }),
  ],
  ['asks', 'asks for a password', DECLINED],
  ['asks-often', 'asks fifty times at once', DECLINED],
  ['wrong-id', 'answers with an id that nobody asked with', UNANSWERED],
  ['garbage', 'writes what is no message, and an answer that is none', UNANSWERED],
  ['deep', 'answers with an array nested a million times', CLOSED],
  ['large', 'answers with 5 MB', /^answered: a{70}… \((?:999|1000)\d{3} characters\)$/],
  ['deaf', 'never reads its input again, while it is sent 40 MB', NOT_READ, callDeaf],
];

function callSeveral(times: number): Behave {
  return async (started, mode) => {
    let last: unknown;
    for (let made = 0; made < times; made += 1)
      last = await callOnce(started, mode).catch((error: unknown) => error);
    return last;
  };
}

async function callDeaf({ call }: StartedServers): Promise<unknown> {
  const text = 'x'.repeat(1_000_000);
  const results = await Promise.all(Array.from({ length: 40 }, () => call('deaf__echo', { text })));
  return results.at(-1);
}

const rows: string[] = [];

afterAll(() => {
  if (!isPrinted) return;
  const head =
    '| server | its own call | calls of the good server | longest turn of the host | memory | processes left |';
  console.log([head, '| --- | --- | --- | --- | --- | --- |', ...rows].join('\n'));
});

test
  .runIf(process.platform === 'linux')
  .each(SERVERS.map(([mode, what, own, behave = callOnce]) => ({ mode, what, own, behave })))(
  'a server that $what harms nothing but its own calls',
  async ({ mode, what, own, behave }) => {
    const mark = `TROUPE_TEST_HOSTILE=${randomBytes(8).toString('hex')}`;
    const env = { TROUPE_TEST_HOSTILE: mark.slice(mark.indexOf('=') + 1) };
    const isAnswered = ![UNANSWERED, NOT_READ].includes(own);
    const define = (name: string, timeoutMs: number) =>
      ({
        name,
        transport: { kind: 'stdio', command: process.execPath, args: [FAKE_SERVER, name], env },
        timeoutMs,
      }) as const;
    const started = await startServers([
      define('plain', LONG_MS),
      ...(mode === 'none' ? [] : [define(mode, isAnswered ? LONG_MS : SHORT_MS)]),
    ]);
    const watch = watchHost();
    const bad = behave(started, mode).catch((error: unknown) => error);
    const took: number[] = [];
    for (let made = 0; made < GOOD_CALLS; made += 1) {
      const stopwatch = startStopwatch();
      await expect(started.call('plain__echo', { text: String(made) })).resolves.toMatchObject({
        output: `echo: ${made}`,
      });
      took.push(stopwatch());
    }
    const outcome = describeOutcome(await bad);
    await expect(started.call('plain__echo', { text: 'after' })).resolves.toMatchObject({ success: true });
    const { longestTurnMs, growthBytes } = watch();
    await started.servers[Symbol.asyncDispose]();
    const left = await findMarked(mark);
    rows.push(
      `| ${mode}: ${what} | ${outcome} | ${GOOD_CALLS + 1} of ${GOOD_CALLS + 1}, slowest ${Math.round(Math.max(...took))} ms | ${Math.round(longestTurnMs)} ms | +${Math.round(growthBytes / 1024 / 1024)} MB | ${left.length} |`,
    );
    expect(outcome).toMatch(own);
    expect(left).toEqual([]);
    expect(longestTurnMs).toBeLessThan(MAX_TURN_MS);
    expect(growthBytes).toBeLessThan(MAX_GROWTH_BYTES);
  },
);

function describeOutcome(outcome: unknown): string {
  if (outcome === undefined) return 'none is made';
  if (outcome instanceof Error) return `refused: ${short(outcome.message)}`;
  const { success, output } = outcome as ToolResult;
  return `${success ? 'answered' : 'failed'}: ${short(output)}`;
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
  return line.length > 70 ? `${line.slice(0, 70)}… (${text.length} characters)` : line;
}
