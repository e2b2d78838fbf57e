/**
 * Twelve small real tasks, each in a worktree of its own: what is solved, and what that takes. By default the models are
 * scripted; `--model NAME`, with `--provider` and `--base-url` as the command line has them, asks another one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { publish } from '../report.js';
import { hashTree, prepareTask, runTask, type TaskResult } from '../tasks/run-task.js';
import { ScriptedModels } from '../tasks/scripted-model.js';
import { TASKS } from '../tasks/tasks.js';

const JOBS = 4;
const MS_PER_S = 1_000;

const { values } = parseArgs({
  options: {
    jobs: { type: 'string' },
    only: { type: 'string' },
    model: { type: 'string' },
    provider: { type: 'string' },
    'base-url': { type: 'string' },
  },
});
const jobs = values.jobs === undefined ? JOBS : Number(values.jobs);
if (!Number.isInteger(jobs) || jobs < 1)
  throw new Error(`--jobs takes a whole number from 1, got "${values.jobs}"`);
const chosen = TASKS.filter(({ name }) => values.only === undefined || name === values.only);
if (chosen.length === 0)
  throw new Error(`There is no task "${values.only}": try ${TASKS.map(({ name }) => name).join(', ')}.`);

const scratch = mkdtempSync(join(tmpdir(), 'troupe-bench-tasks-'));
const results: TaskResult[] = [];
let areRepositoriesSame: boolean;
try {
  await using models = await ScriptedModels.start();
  const named = (['model', 'provider', 'base-url'] as const).flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [`--${name}`, value];
  });
  const tasks = chosen.map((task) => prepareTask(task, scratch));
  const before = tasks.map(({ repository }) => hashTree(repository));
  const env = { ...process.env, XDG_STATE_HOME: join(scratch, 'state') };
  const waiting = [...tasks];
  const work = async (): Promise<void> => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
      const model = named.length > 0 ? named : ['--base-url', models.url, '--model', task.name];
      results.push(await runTask(task, model, env));
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  areRepositoriesSame = tasks.every(({ repository }, index) => hashTree(repository) === before[index]);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

const inOrder = chosen.flatMap((task) => results.find(({ name }) => name === task.name) ?? []);
const solved = inOrder.filter(({ isSolved }) => isSolved).length;
publish({
  name: 'tasks',
  title: 'Small real tasks, each in a worktree of its own',
  subject: `${values.model ?? 'scripted models'}, ${jobs} at once`,
  rows: inOrder.map((result) => ({
    label: result.name,
    cells: {
      solved: result.isSolved ? 'yes' : 'no',
      'model calls': result.modelCalls,
      'tokens, first request': result.firstTokens,
      'tokens in all': result.tokens,
      'US dollars': result.costUsd ?? 'no price',
      s: Math.round((result.wallMs / MS_PER_S) * 10) / 10,
      'refused edits': result.refusedEdits,
      'its own files only': result.isIsolated ? 'yes' : 'no',
    },
  })),
  goals: [
    { what: 'tasks solved', measured: solved, unit: 'tasks', atLeast: inOrder.length },
    {
      what: 'workspaces that are the start with the patch of their own run',
      measured: inOrder.filter(({ isIsolated }) => isIsolated).length,
      unit: 'workspaces',
      atLeast: inOrder.length,
    },
  ],
  notes: [
    areRepositoriesSame
      ? 'The repositories, which nobody worked in, are as they were.'
      : 'A repository that nobody works in has CHANGED.',
    ...(values.model === undefined
      ? [
          'Scripted models know what to do: the table shows what Troupe adds, and counts a token for four characters.',
        ]
      : []),
  ],
  samples: inOrder,
});
