import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readReport } from '../ci/read-report.mjs';
import { runCommand } from './run-command.mjs';

const reporter = join(import.meta.dirname, '../ci/reporter.mjs');

/** Arguments that make vitest write the report, and a log that says which test is at fault. */
export const REPORTERS = ['--reporter=default', `--reporter=${reporter}`];

/**
 * Runs tests by a command that writes a report (scripts/ci/reporter.mjs), with its output in `log`.
 *
 * @param {string} suite
 * @param {readonly string[]} command
 * @param {Parameters<typeof runCommand>[1]} options
 * @returns {Promise<import('../ci/judge-suites.mjs').SuiteRun & { seconds: number }>}
 */
export async function runSuite(suite, command, options) {
  const path = `${options.log}.report.json`;
  const env = { ...options.env, TEST_REPORT: path };
  try {
    const { problem, seconds } = await runCommand(command, { ...options, env });
    return { suite, problem, seconds, report: await readReport(path) };
  } finally {
    await rm(path, { force: true });
  }
}
