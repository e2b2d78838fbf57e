import { setTimeout as sleep } from 'node:timers/promises';
import { openContentTree } from '../bench-tree.js';
import type { Build } from '../child.js';
import { CONTENT_NEEDLES } from '../content-tree.js';
import type { Pattern } from '../grep-lines.js';
import type { PairedWork } from '../paired-builds.js';
import { rgGrep } from '../peers/rg.js';
import { forBoth, type OpenWorks, startBoth } from './both.js';

const ROUNDS = 7;
const LITERAL: Pattern = { pattern: CONTENT_NEEDLES.rare, isRegex: false };
const PATTERNS: Readonly<Record<string, Pattern>> = {
  'a literal': LITERAL,
  'a regex with a literal': { pattern: String.raw`return mapperTicketW\w+\(\d+7\)`, isRegex: true },
  'a regex without a literal': { pattern: String.raw`\b[mtw][a-z]{5}T[a-z]{5}W\w+`, isRegex: true },
};
// A filter is whole when it rules out nearly all; one that is not there after so long does not come.
const WHOLE = 0.95;
const LONGEST_WAIT_MS = 90_000;
const LOOK_EVERY_MS = 2_000;

/** Searches of contents: of a host that was just opened, of one that knows no filter, and of one with its filter. */
export const contentWork: OpenWorks = async (options) => {
  const root = openContentTree(options);
  const both = await startBoth();
  const warm = await startBoth();
  const first = await startBoth();
  // Whoever is first reads what is not in the system's cache.
  await rgGrep.grep(root, LITERAL.pattern, false);
  await forBoth(async (build) => {
    await both[build].ask({ type: 'open', root });
    await warm[build].ask({ type: 'open', root, isWatched: true });
    await warm[build].ask({ type: 'grep', ...LITERAL });
    await waitForFilter(build);
  });

  async function waitForFilter(build: Build): Promise<void> {
    for (let waitedMs = 0; waitedMs < LONGEST_WAIT_MS; waitedMs += LOOK_EVERY_MS) {
      await sleep(LOOK_EVERY_MS);
      if ((await warm[build].ask<number>({ type: 'share ruled out' })) > WHOLE) return;
    }
    throw new Error(`The filter of the build ${build} was not there after ${LONGEST_WAIT_MS} ms.`);
  }

  return {
    works: [
      ...Object.entries(PATTERNS).map(([what, pattern]): PairedWork => ({
        rounds: ROUNDS,
        run: async (build) => ({
          [`grep, ${what}, ms`]: await both[build].ask({ type: 'grep', ...pattern }),
        }),
      })),
      {
        rounds: ROUNDS,
        async run(build) {
          await first[build].ask({ type: 'open', root });
          const ms = await first[build].ask<number>({ type: 'grep', ...LITERAL });
          await first[build].ask({ type: 'close' });
          return { 'grep, a literal, the first of a host, ms': ms };
        },
      },
      {
        rounds: ROUNDS * 3,
        run: async (build) => ({
          'grep, a literal, warm filter, ms': await warm[build].ask({ type: 'grep', ...LITERAL }),
        }),
      },
    ],
    async [Symbol.asyncDispose]() {
      for (const builds of [both, warm, first]) await builds[Symbol.asyncDispose]();
    },
  };
};
