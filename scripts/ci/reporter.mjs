// A reporter of vitest that writes what `.ci/run` judges by into the file that TEST_REPORT names. Unlike vitest's own
// JSON it holds the errors that belong to no test, those of hooks among them, and the reasons why tests were skipped.
import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {object} TestResult
 * @property {string} id Of its own among the tests of a suite, and the same in each run of the same code.
 * @property {string} file What the command of the suite takes to run it alone: here an absolute path.
 * @property {string} name The names of the groups around the test and its own.
 * @property {'test' | 'hooks'} kind Hooks stand for what runs outside of tests: a file that cannot be loaded, hooks of a group.
 *   They are listed only where they failed.
 * @property {'passed' | 'failed' | 'skipped'} state
 * @property {string} [note] The first line of its error, or why it was skipped.
 *
 * @typedef {object} FileTime
 * @property {string} file As in its results.
 * @property {number} seconds From the moment that its process is there: imports, set-up, hooks and tests.
 *
 * @typedef {object} SuiteReport
 * @property {readonly TestResult[]} tests
 * @property {readonly FileTime[]} files
 * @property {readonly string[]} crashes Errors that belong to no test: a worker died, a promise was rejected.
 */

export default class CiReporter {
  onTestRunEnd(testModules, unhandledErrors) {
    /** @type {SuiteReport} */
    const report = {
      tests: testModules.flatMap(readModule),
      files: testModules.map(readTime),
      crashes: unhandledErrors.map((error) => firstLine([error])),
    };
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(report));
  }
}

/** @returns {TestResult[]} */
function readModule(testModule) {
  const file = testModule.moduleId;
  const tests = [...testModule.children.allTests()].map((test) => {
    const { state, errors = [], note } = test.result();
    const result = { id: test.id, file, name: test.fullName, kind: 'test' };
    if (state === 'failed') return { ...result, state, note: firstLine(errors) };
    return { ...result, state: state === 'passed' ? state : 'skipped', note };
  });
  // A file that cannot be loaded, or a hook that throws, fails without a test that does.
  const groups = [testModule, ...testModule.children.allSuites()].filter(
    (group) => group.errors().length > 0,
  );
  const outside = groups.map((group) => ({
    id: `hooks ${group.id}`,
    file,
    name: group === testModule ? 'the whole file' : `hooks of ${group.fullName}`,
    kind: 'hooks',
    state: 'failed',
    note: firstLine(group.errors()),
  }));
  return [...tests, ...outside];
}

/** @returns {FileTime} */
function readTime(testModule) {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    testModule.diagnostic();
  const ms = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
  return { file: testModule.moduleId, seconds: ms / 1000 };
}

function firstLine(errors) {
  const [error] = errors;
  const text = error?.message || error?.name || 'no error was reported';
  return stripVTControlCharacters(String(text)).trim().split('\n')[0];
}
