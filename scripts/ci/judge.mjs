// Runs checks and suites of tests, gives failed tests a second run, and prints a verdict.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseSecondRun, judgeSuites } from './judge-suites.mjs';
import { readReport } from './read-report.mjs';
import { summarize } from './summarize.mjs';

/**
 * @typedef {readonly [string, ...string[]]} Command
 *
 * @typedef {object} Plan
 * @property {string} root Where the commands run.
 * @property {readonly { name: string, command: Command }[]} installs
 * @property {Command} [headStart] Runs beside the checks. It is not judged: the suite that needs it does it again, and says
 *   why where it fails.
 * @property {readonly { name: string, command: Command }[]} checks Each is one failure, like each install. All run at once,
 *   and what each prints is shown when it has ended.
 * @property {readonly { name: string, command: Command, alone: readonly string[] }[]} suites Commands that write a report
 *   (reporter.mjs) into the file that TEST_REPORT names. With `alone` and files behind it they run only these, one after another.
 */

/**
 * Every stage runs even when one before it failed. Prints a summary at the end (summarize.mjs).
 *
 * @param {Plan} plan
 * @returns {Promise<boolean>} Whether nothing failed.
 */
export async function judge({ root, installs, headStart, checks, suites }) {
  const start = performance.now();
  const reports = await mkdtemp(join(tmpdir(), 'troupe-ci-'));
  const stages = [];
  const runStage = async (name, command, options = {}) => {
    const stage = { name };
    stages.push(stage);
    const { isHeldBack = false } = options;
    if (!isHeldBack) console.log(`== ${name}`);
    const { output, ...ended } = await run(command, root, options);
    Object.assign(stage, ended);
    if (isHeldBack) process.stdout.write(`== ${name}\n${output}`);
    const { problem, seconds } = stage;
    console.log(
      `== ${name}: ${problem === undefined ? 'ok' : `FAILED, ${problem}`}, ${Math.round(seconds)} s`,
    );
    return stage;
  };
  const runSuite = async ({ name, command }, title, args) => {
    const report = join(reports, `${title}.json`);
    const { problem } = await runStage(title, [...command, ...args], { report });
    return { suite: name, problem, report: await readReport(report) };
  };
  try {
    const checked = [];
    for (const { name, command } of installs) checked.push(await runStage(name, command));
    const ahead = headStart === undefined ? undefined : run(headStart, root, { isHeldBack: true });
    checked.push(
      ...(await Promise.all(
        checks.map(({ name, command }) => runStage(name, command, { isHeldBack: true })),
      )),
    );
    await ahead;
    const brokenChecks = checked
      .filter(({ problem }) => problem !== undefined)
      .map(({ name, problem }) => ({ suite: name, file: '', name, note: problem }));
    const runs = [];
    for (const suite of suites) runs.push(await runSuite(suite, suite.name, []));
    const again = chooseSecondRun(runs, brokenChecks);
    const secondRuns = [];
    for (const suite of suites) {
      const files = again.get(suite.name);
      if (files !== undefined)
        secondRuns.push(await runSuite(suite, `${suite.name}, second run`, [...suite.alone, ...files]));
    }
    const verdict = judgeSuites(runs, secondRuns, brokenChecks);
    const all = { name: 'all', seconds: (performance.now() - start) / 1000 };
    const files = runs.flatMap(({ report }) => report?.files ?? []);
    console.log(summarize({ stages: [...stages, all], files, verdict, root }).join('\n'));
    return verdict.failed.length === 0;
  } finally {
    await rm(reports, { recursive: true, force: true });
  }
}

/**
 * Resolves when the command has ended: what went wrong, if anything did, how long it took, and with `isHeldBack` what it
 * has printed.
 */
async function run([program, ...args], cwd, { isHeldBack = false, report }) {
  const start = performance.now();
  const stdio = isHeldBack ? 'pipe' : 'inherit';
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', stdio, stdio],
    env: report === undefined ? process.env : { ...process.env, TEST_REPORT: report },
  });
  let output = '';
  const keep = (text) => {
    output += text;
  };
  child.stdout?.setEncoding('utf8').on('data', keep);
  child.stderr?.setEncoding('utf8').on('data', keep);
  const problem = await new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : (signal ?? `exit code ${code}`)));
  });
  return { problem, seconds: (performance.now() - start) / 1000, output };
}
