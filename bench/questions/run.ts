/** What a whole run costs beside other agents: ten calls of tools, an answer of 4 s, an answer of 20,000 deltas. */
import { deltasASecond, type Plays, preparePlays, type Run, runAgent } from '../agent-runs.js';
import { readOptions } from '../bench-options.js';
import { openBenchTree } from '../bench-tree.js';
import { startChild } from '../child.js';
import { runPaired } from '../paired-runs.js';
import { findAgents } from '../peers/agents.js';
import { sortPresent } from '../peers/peer.js';
import { spread } from '../quantile.js';
import { type Goal, publish, type Row } from '../report.js';

const ROUNDS = 7;
// Rules leave some 27,500 of them: a workspace of the usual size.
const FILES = 30_000;
const MB = 1024 * 1024;

const options = readOptions(undefined, { usualFiles: FILES });
const root = openBenchTree(options);
const { rounds = ROUNDS } = options;
const { present, notes } = sortPresent(findAgents());
const [us = '', ...others] = present.map(({ label }) => label);
const plays = preparePlays(root);
const names = Object.keys(plays) as (keyof Plays)[];
const server = startChild('model-server');
const url = `http://127.0.0.1:${await server.ask<number>()}/v1`;

const byPlay = new Map<string, ReadonlyMap<string, readonly Run[]>>();
// Looking how much memory a process has takes time from it: that is a round of its own.
const memory = new Map<string, number | undefined>();
try {
  for (const name of names) {
    const run = (isMemoryWatched: boolean, at = rounds): ReturnType<typeof runPaired<Run>> =>
      runPaired(
        present.map((agent) => ({
          label: agent.label,
          run: () => runAgent(agent, plays[name], { server, url, root, isMemoryWatched }),
        })),
        { rounds: at, warmUps: isMemoryWatched ? 0 : 1 },
      );
    byPlay.set(name, await run(false));
    for (const [label, [watched]] of await run(true, 1))
      memory.set(`${name}: ${label}`, watched?.memoryBytes);
  }
} finally {
  await server[Symbol.asyncDispose]();
}

const runsOf = (name: keyof Plays, label: string): readonly Run[] => byPlay.get(name)?.get(label) ?? [];
const medianOf = (name: keyof Plays, label: string, pick: (run: Run) => number): number =>
  spread(runsOf(name, label).map(pick)).median;
const deltas = (label: string): readonly number[] =>
  runsOf('20,000 deltas', label).flatMap((all, round) => {
    const oneWord = runsOf('a one-word answer', label)[round];
    return oneWord === undefined ? [] : [deltasASecond(all, oneWord)];
  });

publish({
  name: 'run',
  title: 'A whole run beside other agents, against a model that answers at once',
  subject: `${root}, ${rounds} paired rounds, median (min to max)`,
  rows: names.flatMap((name) =>
    present.map(({ label }): Row => {
      const runs = runsOf(name, label);
      const bytes = memory.get(`${name}: ${label}`);
      return {
        label: `${name}: ${label}`,
        cells: {
          'wall ms': spread(runs.map(({ wallMs }) => wallMs)),
          'processor ms': spread(runs.map(({ cpuMs }) => cpuMs)),
          'first request ms': spread(runs.map(({ firstRequestMs }) => firstRequestMs)),
          'most memory, MB': bytes === undefined ? 'not measured' : Math.round(bytes / MB),
          ...(name === '20,000 deltas'
            ? { 'deltas a second': Math.round(spread(deltas(label)).median) }
            : {}),
        },
      };
    }),
  ),
  goals: goals(),
  notes: [
    ...notes,
    'All get the same task and the same answers: five files to read and five directories to list, one after the other, each by a tool of the agent. A run counts if each result came back to the model.',
    'Each run is a process of its own, with its settings and its cache from the runs before it; none keeps a session, and what would ask servers beyond this machine is switched off.',
    'Processor time is that of all threads of the process and of the processes it waited for. Memory is the most that the process and its descendants had at once (PSS), in a run of its own.',
    'What is printed goes into a pipe. Deltas a second: 20,000 by the time they add to a one-word answer, from the first request to the end of the process. Troupe prints each as it comes.',
  ],
  samples: Object.fromEntries([...byPlay].map(([name, runs]) => [name, Object.fromEntries(runs)])),
});

function goals(): Goal[] {
  const besideBest = (what: string, of: (label: string) => number): Goal => {
    const goal: Goal = { what, unit: 'x the best peer', atMost: 1 };
    if (others.length === 0) return { ...goal, note: 'no other agent is installed' };
    const measured = of(us) / Math.min(...others.map(of));
    return { ...goal, ...(Number.isNaN(measured) ? {} : { measured }) };
  };
  return [
    besideBest('ten tool calls, wall', (label) => medianOf('ten tool calls', label, ({ wallMs }) => wallMs)),
    besideBest('ten tool calls, processor', (label) =>
      medianOf('ten tool calls', label, ({ cpuMs }) => cpuMs),
    ),
    besideBest(
      'ten tool calls, most memory',
      (label) => memory.get(`ten tool calls: ${label}`) ?? Number.NaN,
    ),
    besideBest('start to first request', (label) =>
      medianOf('a one-word answer', label, ({ firstRequestMs }) => firstRequestMs),
    ),
    {
      what: 'start to first request',
      measured: medianOf('a one-word answer', us, ({ firstRequestMs }) => firstRequestMs),
      unit: 'ms',
      atMost: 300,
    },
    {
      what: 'an answer of 4 s, processor',
      measured: medianOf('an answer of 4 s', us, ({ cpuMs }) => cpuMs),
      unit: 'ms',
      atMost: 600,
    },
    {
      what: 'deltas a second, printed',
      measured: spread(deltas(us)).median,
      unit: 'a second',
      atLeast: 60_000,
    },
  ];
}
