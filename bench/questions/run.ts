/** What a whole run costs beside other agents: ten calls of a tool, an answer of 4 s, an answer of 20,000 deltas. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readOptions } from '../bench-options.js';
import { openBenchTree } from '../bench-tree.js';
import { startChild } from '../child.js';
import { runPaired } from '../paired-runs.js';
import { type AgentPeer, findAgents } from '../peers/agents.js';
import { sortPresent } from '../peers/peer.js';
import type { Play, Played } from '../played-turns.js';
import { quantile, spread } from '../quantile.js';
import { type Goal, publish, type Row } from '../report.js';

const ROUNDS = 5;
const DELTAS = 20_000;
const WORDS_OF_SLOW_ANSWER = 40;
const PAUSE_MS = 100;
const MS_PER_S = 1_000;
// A run that takes longer hangs. Units: milliseconds.
const TIMEOUT_MS = 120_000;

const PLAYS = {
  'a one-word answer': { toolCalls: 0, words: 1, pauseMs: 0 },
  'ten tool calls': { toolCalls: 10, words: 1, pauseMs: 0 },
  'an answer of 4 s': { toolCalls: 0, words: WORDS_OF_SLOW_ANSWER, pauseMs: PAUSE_MS },
  '20,000 deltas': { toolCalls: 0, words: DELTAS, pauseMs: 0 },
} as const satisfies Record<string, Omit<Play, 'files'>>;
type PlayName = keyof typeof PLAYS;

interface Run {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly firstRequestMs: number;
  /** From the first request to the end of the process. */
  readonly afterRequestMs: number;
}

const options = readOptions();
const root = openBenchTree(options);
const files = firstFiles(root, PLAYS['ten tool calls'].toolCalls);
const { present, notes } = sortPresent(findAgents());
const server = startChild('model-server');
const url = `http://127.0.0.1:${await server.ask<number>()}/v1`;

const rows: Row[] = [];
const byPlay = new Map<PlayName, ReadonlyMap<string, readonly Run[]>>();
try {
  for (const name of Object.keys(PLAYS) as PlayName[]) {
    const runs = await runPaired(
      present.map((agent) => ({ label: agent.label, run: () => runAgent(agent, name) })),
      { rounds: options.rounds ?? ROUNDS },
    );
    byPlay.set(name, runs);
    for (const [label, samples] of runs)
      rows.push({
        label: `${name}: ${label}`,
        cells: {
          'wall ms': spread(samples.map(({ wallMs }) => wallMs)),
          'processor ms': spread(samples.map(({ cpuMs }) => cpuMs)),
          'first request ms': spread(samples.map(({ firstRequestMs }) => firstRequestMs)),
        },
      });
  }
} finally {
  await server[Symbol.asyncDispose]();
}
publish({
  name: 'run',
  title: 'What a run costs beside other agents, against a model that answers at once',
  subject: root,
  rows,
  goals: goals(),
  notes: [
    ...notes,
    'Each run is a process of its own; the processor time is that of all its threads and the processes it waited for.',
    `Deltas a second: ${DELTAS} by the time they add to a one-word answer, from the first request to the end of the process.`,
  ],
  samples: Object.fromEntries([...byPlay].map(([name, runs]) => [name, Object.fromEntries(runs)])),
});

/** Some files below a folder, as paths relative to it. */
function firstFiles(folder: string, count: number): readonly string[] {
  const found: string[] = [];
  const folders = [folder];
  for (let next = folders.shift(); next !== undefined && found.length < count; next = folders.shift())
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      const path = join(next, entry.name);
      if (entry.isDirectory() && entry.name !== '.git') folders.push(path);
      else if (entry.isFile()) found.push(relative(folder, path));
    }
  return found.slice(0, count);
}

/** Errors: the agent failed, or did not ask as often as it was to. */
async function runAgent(agent: AgentPeer, name: PlayName): Promise<Run> {
  const play: Play = { ...PLAYS[name], files };
  await server.ask<'ready'>(play);
  const [program = '', ...args] = agent.argv(url, 'Do what is to be done.');
  const startMs = Date.now();
  const cpuMs = await spend(program, args, { ...process.env, ...agent.env(url) });
  const endMs = Date.now();
  const { requests, firstRequestAtMs } = await server.ask<Played>({ type: 'what was asked' });
  if (firstRequestAtMs === undefined || requests <= play.toolCalls)
    throw new Error(`${agent.label} asked the model ${requests} times in the run of ${name}`);
  return {
    wallMs: endMs - startMs,
    cpuMs,
    firstRequestMs: firstRequestAtMs - startMs,
    afterRequestMs: endMs - firstRequestAtMs,
  };
}

/** Runs a program to its end. Units: milliseconds of processor time, that of its own processes included. */
function spend(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const script = '"$@" > /dev/null < /dev/null; status=$?; times; exit $status';
  return new Promise((resolve, reject) => {
    execFile(
      'bash',
      ['-c', script, 'bash', program, ...args],
      { cwd: root, env, timeout: TIMEOUT_MS },
      (error, stdout, stderr) => {
        if (error !== null) {
          reject(new Error(`${program} failed: ${stderr}`, { cause: error }));
          return;
        }
        // The second line is about the children: `0m1.234s 0m0.123s`.
        const [, children = ''] = stdout.trim().split('\n');
        const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
        const seconds = parts.reduce(
          (sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest),
          0,
        );
        resolve(seconds * MS_PER_S);
      },
    );
  });
}

function medianOf(label: string, play: PlayName, figure: keyof Run): number | undefined {
  const samples = byPlay.get(play)?.get(label);
  return samples === undefined
    ? undefined
    : quantile(
        samples.map((run) => run[figure]),
        0.5,
      );
}

function goals(): Goal[] {
  const [us = '', ...others] = present.map(({ label }) => label);
  const besideBest = (what: string, play: PlayName, figure: keyof Run): Goal => {
    const best = Math.min(...others.map((label) => medianOf(label, play, figure) ?? Infinity));
    const goal: Goal = { what, unit: 'x the best peer', atMost: 1 };
    return others.length === 0
      ? { ...goal, note: 'no other agent is installed' }
      : { ...goal, measured: (medianOf(us, play, figure) ?? Number.NaN) / best };
  };
  const extraMs =
    (medianOf(us, '20,000 deltas', 'afterRequestMs') ?? Number.NaN) -
    (medianOf(us, 'a one-word answer', 'afterRequestMs') ?? Number.NaN);
  return [
    besideBest('ten tool calls, wall', 'ten tool calls', 'wallMs'),
    besideBest('ten tool calls, processor', 'ten tool calls', 'cpuMs'),
    besideBest('first request', 'a one-word answer', 'firstRequestMs'),
    {
      what: 'start to first request',
      measured: medianOf(us, 'a one-word answer', 'firstRequestMs'),
      unit: 'ms',
      atMost: 350,
    },
    {
      what: 'an answer of 4 s, processor',
      measured: medianOf(us, 'an answer of 4 s', 'cpuMs'),
      unit: 'ms',
      atMost: 800,
    },
    {
      what: 'deltas a second',
      measured: (DELTAS / extraMs) * MS_PER_S,
      unit: 'a second',
      atLeast: 40_000,
    },
  ];
}
