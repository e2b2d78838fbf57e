// Runs files of tests many times, half of the times beside load, and prints which failed.
import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { judgeSuites } from '../ci/judge-suites.mjs';
import { REPORTERS, runSuite } from '../runs/run-suite.mjs';
import { startLoad } from './load.mjs';
import { summarizeRuns } from './summarize-runs.mjs';

/**
 * @typedef {object} RepeatedSuite
 * @property {string} name
 * @property {readonly string[]} files Paths below `root`.
 * @property {readonly string[]} command Takes options of vitest and files.
 * @property {Readonly<Record<string, string>>} [env]
 * @property {string} again What a person types before the name of a file to run it once.
 *
 * @typedef {object} Repetition One run of one suite.
 * @property {RepeatedSuite} suite
 * @property {number} seed
 * @property {ReadonlySet<string>} ran The files of which a test was run.
 * @property {readonly import('../ci/judge-suites.mjs').Finding[]} failed Their files are paths below `root`.
 * @property {readonly import('../ci/judge-suites.mjs').Finding[]} skipped
 */

/**
 * Every run has a seed of its own, which the summary names where the run failed.
 *
 * @param {object} plan
 * @param {string} plan.root
 * @param {string} plan.folder Temporary files go there.
 * @param {readonly RepeatedSuite[]} plan.suites
 * @param {number} plan.runs Of each suite.
 * @param {AbortSignal} plan.signal Ends the run at hand; the ones before are summed up.
 * @returns {Promise<boolean>} Whether all files ran and none failed.
 */
export async function repeat({ root, folder, suites, runs, signal }) {
  /** @type {Repetition[]} */
  const repetitions = [];
  for (const suite of suites) {
    for (let number = 1; number <= runs && !signal.aborted; number += 1) {
      const title = `${suite.name}, run ${number} of ${runs}${number % 2 === 0 ? ', beside load' : ''}`;
      const load = number % 2 === 0 ? startLoad() : undefined;
      try {
        const repetition = await runOnce(suite, title);
        if (repetition !== undefined) repetitions.push(repetition);
      } finally {
        await load?.end();
      }
    }
  }
  const { lines, succeeded } = summarizeRuns(suites, repetitions);
  console.log(['== summary', ...lines].join('\n'));
  return succeeded;

  /** Nothing when it was stopped. */
  async function runOnce(suite, title) {
    const seed = randomInt(2 ** 31);
    const log = join(folder, 'log');
    const files = suite.files.map((file) => join(root, file));
    const run = await runSuite(suite.name, [...suite.command, ...REPORTERS, ...files], {
      cwd: root,
      env: { ...process.env, ...suite.env, TROUPE_SEED: String(seed) },
      log,
      signal,
    });
    if (signal.aborted) return undefined;
    const verdict = judgeSuites([run], [], []);
    if (verdict.failed.length > 0) console.log(await readFile(log, 'utf8'));
    const result = verdict.failed.length === 0 ? 'ok' : 'FAILED';
    console.log(`== ${title}, TROUPE_SEED=${seed}: ${result}, ${run.seconds.toFixed(1)} s`);
    const below = (finding) => ({
      ...finding,
      file: finding.file === '' ? '' : relative(root, finding.file),
    });
    const tried = run.report?.tests.filter(({ state }) => state !== 'skipped') ?? [];
    return {
      suite,
      seed,
      ran: new Set(tried.map(({ file }) => relative(root, file))),
      failed: verdict.failed.map(below),
      skipped: verdict.skipped.map(below),
    };
  }
}
