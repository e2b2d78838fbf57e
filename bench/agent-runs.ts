import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Child } from './child.js';
import type { AgentPeer } from './peers/agents.js';
import type { Play, Played, PlayedCall } from './played-turns.js';
import { openScratchFolder } from './scratch-folder.js';
import { type Spent, spend } from './spend.js';

const DELTAS = 20_000;
const SLOW_WORDS = 40;
const PAUSE_MS = 100;
const CALLS = 10;
// A file of the usual length, and a directory of the usual size.
const LINES_A_FILE = 120;
const FILES_A_DIRECTORY = 20;
const MS_PER_S = 1_000;

/** What a model does in the runs that are measured. */
export type Plays = Readonly<
  Record<'a one-word answer' | 'ten tool calls' | 'an answer of 4 s' | '20,000 deltas', Play>
>;

/** Puts what the calls read and list below `root`; it is gone when the process ends. */
export function preparePlays(root: string): Plays {
  const answer = { calls: [], words: 1, pauseMs: 0 };
  return {
    'a one-word answer': answer,
    'ten tool calls': { ...answer, calls: prepareCalls(root) },
    'an answer of 4 s': { ...answer, words: SLOW_WORDS, pauseMs: PAUSE_MS },
    '20,000 deltas': { ...answer, words: DELTAS },
  };
}

/** Reads and listings by turns, each of another path: an agent may stop a model that asks the same again. */
function prepareCalls(root: string): readonly PlayedCall[] {
  const folder = openScratchFolder(root);
  return Array.from({ length: CALLS }, (_, at): PlayedCall => {
    const proof = `proof${at}x${process.pid}`;
    const path = join(folder, `part-${at}`);
    if (at % 2 === 0) {
      const lines = Array.from(
        { length: LINES_A_FILE },
        (_line, line) => `export const value${line} = ${line};`,
      );
      writeFileSync(path, `${lines.join('\n')}\n// ${proof}\n`);
      return { kind: 'read', path: relative(root, path), proof };
    }
    mkdirSync(path);
    writeFileSync(join(path, `${proof}.ts`), '');
    for (let file = 1; file < FILES_A_DIRECTORY; file += 1) writeFileSync(join(path, `name-${file}.ts`), '');
    return { kind: 'list', path: relative(root, path), proof };
  });
}

/** One run. Units: milliseconds. */
export interface Run extends Spent {
  readonly firstRequestMs: number;
  /** From the first request to the end of the process. */
  readonly afterRequestMs: number;
}

/** An agent's run in `root`, against the server `model-server` at `url`. Errors: it failed, or a call of it did. */
export async function runAgent(
  agent: AgentPeer,
  play: Play,
  {
    server,
    url,
    root,
    isMemoryWatched = false,
  }: {
    readonly server: Child;
    readonly url: string;
    readonly root: string;
    readonly isMemoryWatched?: boolean;
  },
): Promise<Run> {
  await server.ask<'ready'>(play);
  const argv = agent.argv(url, 'Do what is to be done.');
  const env = { ...process.env, ...agent.env(url) };
  const startMs = Date.now();
  const spent = await spend(argv, { cwd: root, env, isMemoryWatched });
  const endMs = Date.now();
  const { requests, results, firstRequestAtMs } = await server.ask<Played>({ type: 'what was asked' });
  const { length } = play.calls;
  if (firstRequestAtMs === undefined || requests !== length + 1 || results !== length)
    throw new Error(`${agent.label} sent ${requests} requests and ${results} results of ${length} calls`);
  return {
    ...spent,
    firstRequestMs: firstRequestAtMs - startMs,
    afterRequestMs: endMs - firstRequestAtMs,
  };
}

/** What 20,000 deltas added to a one-word answer. Units: milliseconds. */
export function deltasMs(all: Run, oneWord: Run): number {
  return all.afterRequestMs - oneWord.afterRequestMs;
}

/** As many as came in a run of `20,000 deltas` in a second. */
export function deltasASecond(all: Run, oneWord: Run): number {
  return (DELTAS / deltasMs(all, oneWord)) * MS_PER_S;
}
