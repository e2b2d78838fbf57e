import { join } from 'node:path';
import { deltasMs, preparePlays, runAgent } from '../agent-runs.js';
import { openBenchTree, openContentTree } from '../bench-tree.js';
import { type Build, startChild } from '../child.js';
import { CONTENT_NEEDLES } from '../content-tree.js';
import type { PairedWork } from '../paired-builds.js';
import { openHome, troupeAgent } from '../peers/agents.js';
import { spend } from '../spend.js';
import type { OpenWorks } from './both.js';

const ROUNDS = 7;
// Each takes four seconds and more.
const SLOW_ROUNDS = 3;
// Rules leave some 27,500 of them: a workspace of the usual size.
const FILES = 30_000;

/** The command line, each time a process of its own. */
export const commandWork: OpenWorks = async (options) => {
  const { before = '' } = options;
  const root = openBenchTree({ ...options, files: FILES });
  const large = openBenchTree(options);
  const content = openContentTree(options);
  const plays = preparePlays(root);
  const home = openHome();
  const clis = { before: join(before, 'dist/cli.js'), after: join(process.cwd(), 'dist/cli.js') };
  const agents = {
    before: troupeAgent('before', clis.before, home),
    after: troupeAgent('after', clis.after, home),
  };
  const server = startChild('model-server');
  const url = `http://127.0.0.1:${await server.ask<number>()}/v1`;
  const play = (build: Build, name: keyof typeof plays): ReturnType<typeof runAgent> =>
    runAgent(agents[build], plays[name], { server, url, root });
  const command = (what: string, cwd: string, args: readonly string[]): PairedWork => ({
    rounds: ROUNDS,
    async run(build) {
      const env = { ...process.env, ...agents[build].env(url) };
      const { wallMs } = await spend([process.execPath, clis[build], ...args], { cwd, env });
      return { [`troupe ${what}, ms`]: wallMs };
    },
  });
  return {
    works: [
      {
        rounds: ROUNDS,
        async run(build) {
          const oneWord = await play(build, 'a one-word answer');
          const deltas = await play(build, '20,000 deltas');
          return {
            'run, start to first request, ms': oneWord.firstRequestMs,
            'run, one word, wall, ms': oneWord.wallMs,
            'run, one word, processor, ms': oneWord.cpuMs,
            'run, 20,000 deltas, ms': deltasMs(deltas, oneWord),
            'run, 20,000 deltas, processor, ms': deltas.cpuMs,
          };
        },
      },
      {
        rounds: ROUNDS,
        async run(build) {
          const { wallMs, cpuMs } = await play(build, 'ten tool calls');
          return { 'run, ten tool calls, wall, ms': wallMs, 'run, ten tool calls, processor, ms': cpuMs };
        },
      },
      {
        rounds: SLOW_ROUNDS,
        run: async (build) => ({
          'run, an answer of 4 s, processor, ms': (await play(build, 'an answer of 4 s')).cpuMs,
        }),
      },
      command('files, 160,000 of them', large, ['files']),
      command('search', large, ['search', 'index']),
      command('grep, a literal', content, ['grep', CONTENT_NEEDLES.common]),
      command('grep, a regex', content, ['grep', '-e', String.raw`\b[mtw][a-z]{5}T[a-z]{5}W\w+`]),
    ],
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
};
