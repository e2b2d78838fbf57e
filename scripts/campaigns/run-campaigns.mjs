import { randomInt } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { judgeSuites } from '../ci/judge-suites.mjs';
import { REPORTERS, runSuite } from '../runs/run-suite.mjs';
import { formatTable } from './format-table.mjs';
import { formatCommand, OPTIONS, planRuns } from './plan-runs.mjs';
import { CampaignState } from './state.mjs';

// The end of a log has the errors. Units: lines.
const LAST_LINES = 40;

/**
 * Runs campaigns one after another, but for those that are finished, and prints a table of all.
 *
 * @param {object} plan
 * @param {string} plan.root
 * @param {string} plan.folder Results and logs are kept there.
 * @param {string} plan.version What is tested: results of other versions do not count.
 * @param {readonly string[]} plan.vitest The command that takes options and files.
 * @param {readonly import('./list.mjs').Campaign[]} plan.campaigns
 * @param {boolean} plan.isFresh Whether they run also when they are finished.
 * @param {number} [plan.cases] Instead of the number of cases of each.
 * @param {AbortSignal} plan.signal Ends the run at hand, which has to begin anew the next time.
 * @returns {Promise<boolean>} Whether none failed and none is left to run.
 */
export async function runCampaigns({ root, folder, version, vitest, campaigns, isFresh, cases, signal }) {
  await mkdir(folder, { recursive: true });
  const state = new CampaignState(join(folder, 'results.json'), version);
  const runs = campaigns.flatMap((campaign) => planRuns(campaign, cases));
  if (isFresh) for (const { key } of runs) state.delete(key);
  for (const run of runs) {
    if (signal.aborted) break;
    const before = state.get(run.key);
    // What could not run then may be able to now.
    const isFinished = before !== undefined && before.state !== 'skipped';
    console.log(`== ${run.title}${isFinished ? ': finished before' : ''}`);
    if (isFinished) continue;
    const result = await runOne(run);
    if (result !== undefined) state.set(run.key, result);
  }
  const results = runs.map((run) => ({ run, result: state.get(run.key) }));
  console.log(formatTable(results).join('\n'));
  return results.every(({ result }) => result !== undefined && result.state !== 'failed');

  /** Nothing when it was stopped. */
  async function runOne({ campaign, title, env: switches }) {
    const seed = switches.TROUPE_SEED ?? process.env.TROUPE_SEED ?? String(randomInt(2 ** 31));
    const env = { ...switches, TROUPE_SEED: seed };
    const log = join(folder, `${title}.log`);
    const run = await runSuite(title, [...vitest, ...REPORTERS, ...OPTIONS, ...campaign.files], {
      cwd: root,
      env: { ...process.env, ...env },
      log,
      signal,
    });
    if (signal.aborted) return undefined;
    const { passed, failed, skipped } = judgeSuites([run], [], []);
    const result = {
      state: failed.length > 0 ? 'failed' : passed > 0 ? 'passed' : 'skipped',
      tests: passed,
      notes: [...new Set((failed.length > 0 ? failed : skipped).map(({ name, note }) => `${name}: ${note}`))],
      seconds: run.seconds,
      command: formatCommand(campaign, env),
      log: relative(root, log),
    };
    if (failed.length > 0) {
      const lines = (await readFile(log, 'utf8')).trimEnd().split('\n');
      console.log([...lines.slice(-LAST_LINES), `The whole log is ${result.log}`].join('\n'));
    }
    console.log(`== ${title}: ${result.state}, ${Math.round(run.seconds)} s`);
    return result;
  }
}
