// The last lines of `.ci/run`. Pure.
import { isAbsolute, relative } from 'node:path';

/**
 * @typedef {import('./judge-suites.mjs').Finding} Finding
 * @typedef {import('./judge-suites.mjs').Verdict} Verdict
 *
 * @typedef {object} Stage
 * @property {string} name
 * @property {string} [problem]
 * @property {number} seconds
 */

// With the stages the summary fits into a hundred lines, as each of these takes two.
const MAX_FAILED = 20;
const MAX_FLAKY = 10;
const MAX_SKIPPED = 10;
// Units: UTF-16 units.
const MAX_LINE = 200;

/**
 * Shape: lines. The last is "N passed, N failed"; when tests were flaky, the one before it says how many.
 *
 * @param {readonly Stage[]} stages
 * @param {Verdict} verdict
 * @param {string} root Paths are printed relative to it.
 */
export function summarize(stages, { passed, failed, flaky, skipped }, root) {
  const describe = ({ suite, file, name }) =>
    file === '' ? suite : `${isAbsolute(file) ? relative(root, file) : file} > ${name}`;
  const twoLines = (word) => (finding) => [`${word} ${describe(finding)}`, `       ${finding.note}`];
  const lines = [
    '== summary',
    ...list(failed, MAX_FAILED, 'failed', twoLines('FAILED')),
    ...list(flaky, MAX_FLAKY, 'flaky', twoLines('FLAKY ')),
    ...list(countReasons(skipped), MAX_SKIPPED, 'reasons for skipped tests', ([reason, count]) => [
      `skipped ${count}: ${reason}`,
    ]),
    ...stages.map(
      ({ name, problem, seconds }) =>
        `${name}: ${problem === undefined ? 'ok' : `FAILED, ${problem}`}, ${Math.round(seconds)} s`,
    ),
  ];
  if (flaky.length > 0) lines.push(`${flaky.length} flaky: failed in one of two runs`);
  return [...lines.map((line) => line.slice(0, MAX_LINE)), `${passed} passed, ${failed.length} failed`];
}

function list(items, max, what, format) {
  const rest = items.length - max;
  return [...items.slice(0, max).flatMap(format), ...(rest > 0 ? [`... and ${rest} more ${what}`] : [])];
}

/** @param {readonly Finding[]} skipped */
function countReasons(skipped) {
  const counts = new Map();
  for (const { note } of skipped) {
    const reason = note === '' ? 'no reason was given' : note;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts];
}
