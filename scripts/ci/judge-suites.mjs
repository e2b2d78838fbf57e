// Decides what the runs of the suites mean, and which tests deserve a second run. Pure.

/**
 * @typedef {import('./reporter.mjs').SuiteReport} SuiteReport
 * @typedef {import('./reporter.mjs').TestResult} TestResult
 *
 * @typedef {object} SuiteRun
 * @property {string} suite
 * @property {string} [problem] Why its command failed, where it did.
 * @property {SuiteReport | undefined} report Nothing when the command wrote none.
 *
 * @typedef {object} Finding
 * @property {string} suite
 * @property {string} file Empty where a check or a whole suite has failed.
 * @property {string} name
 * @property {string} note
 *
 * @typedef {object} Verdict
 * @property {number} passed Flaky tests among them.
 * @property {readonly Finding[]} failed
 * @property {readonly Finding[]} flaky
 * @property {readonly Finding[]} skipped
 */

// More than this is no bad luck. Units: files, of all suites together.
const MAX_SECOND_RUN_FILES = 5;

/**
 * The files to run a second time, by suite. None when too many failed, when a check did, or when something crashed:
 * then the run has failed whatever became of these tests.
 *
 * @param {readonly SuiteRun[]} runs
 * @param {readonly Finding[]} brokenChecks
 * @returns {Map<string, string[]>}
 */
export function chooseSecondRun(runs, brokenChecks) {
  const files = new Map();
  for (const run of runs) {
    if (findCrashes(run).length > 0) return new Map();
    const failed = new Set(
      run.report.tests.filter(({ state }) => state === 'failed').map(({ file }) => file),
    );
    if (failed.size > 0) files.set(run.suite, [...failed]);
  }
  const count = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  return brokenChecks.length > 0 || count > MAX_SECOND_RUN_FILES ? new Map() : files;
}

/**
 * A test that passed in one of two runs and failed in the other is flaky. One that failed and never passed has failed.
 *
 * @param {readonly SuiteRun[]} runs
 * @param {readonly SuiteRun[]} secondRuns
 * @param {readonly Finding[]} brokenChecks
 * @returns {Verdict}
 */
export function judgeSuites(runs, secondRuns, brokenChecks) {
  const verdict = { passed: 0, failed: [...brokenChecks], flaky: [], skipped: [] };
  for (const run of runs) {
    const again = secondRuns.filter(({ suite }) => suite === run.suite);
    verdict.failed.push(...[run, ...again].flatMap(findCrashes));
    for (const results of groupByTest([run, ...again])) {
      const has = (wanted) => results.some(({ state }) => state === wanted);
      const [{ kind, file }] = results;
      const first = results.find(({ state }) => state === 'failed') ?? results[0];
      const finding = { suite: run.suite, file, name: first.name, note: first.note ?? '' };
      // Hooks that did not fail again are in no second report, which lists the tests of their file.
      const hasPassed = kind === 'test' ? has('passed') : results.length === 1 && hasRun(again, file);
      if (has('failed')) (hasPassed ? verdict.flaky : verdict.failed).push(finding);
      else if (!hasPassed) verdict.skipped.push(finding);
      if (hasPassed && kind === 'test') verdict.passed += 1;
    }
  }
  return verdict;
}

/** The results of each test, the first run's before the second's. */
function groupByTest(runs) {
  const groups = new Map();
  for (const result of runs.flatMap(({ report }) => report?.tests ?? [])) {
    groups.set(result.id, [...(groups.get(result.id) ?? []), result]);
  }
  return groups.values();
}

function hasRun(runs, file) {
  return runs.some(({ report }) => report?.tests.some((test) => test.file === file));
}

/**
 * What went wrong in a suite beside its tests.
 *
 * @param {SuiteRun} run
 * @returns {Finding[]}
 */
function findCrashes({ suite, problem, report }) {
  const crash = (note) => ({ suite, file: '', name: suite, note });
  if (report === undefined) return [crash(`crashed: it wrote no report (${problem ?? 'exit code 0'})`)];
  if (report.crashes.length > 0) return report.crashes.map((note) => crash(`crashed: ${note}`));
  if (report.tests.length === 0) return [crash('ran no test')];
  if (problem !== undefined && report.tests.every(({ state }) => state !== 'failed'))
    return [crash(`failed without a test that did: ${problem}`)];
  return [];
}
