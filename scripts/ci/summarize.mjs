// The last lines of `.ci/run`. Pure.
import { isAbsolute, relative } from 'node:path';

/**
 * @typedef {import('./reporter.mjs').FileTime} FileTime
 * @typedef {import('./judge-suites.mjs').Finding} Finding
 * @typedef {import('./judge-suites.mjs').Verdict} Verdict
 *
 * @typedef {object} Stage
 * @property {string} name
 * @property {string} [problem]
 * @property {number} seconds
 *
 * @typedef {object} Summary
 * @property {readonly Stage[]} stages
 * @property {readonly FileTime[]} files Of all suites.
 * @property {Verdict} verdict
 * @property {string} root Paths are printed relative to it.
 */

// It is read in one piece, at the end of a long log.
const MAX_LINES = 100;
// Enough to see where the time goes. They are fewer where failures need their place.
const MAX_SLOW = 30;
// With the stages they leave some lines of the hundred, as each of these takes two.
const MAX_FAILED = 20;
const MAX_FLAKY = 10;
const MAX_SKIPPED = 10;
// Units: UTF-16 units.
const MAX_LINE = 200;

/**
 * Shape: lines, the slowest files first. The last is "N passed, N failed"; when tests were flaky, the one before it says
 * how many.
 *
 * @param {Summary} summary
 */
export function summarize({ stages, files, verdict: { passed, failed, flaky, skipped }, root }) {
  const pathOf = (file) => (isAbsolute(file) ? relative(root, file) : file);
  const describe = ({ suite, file, name }) => (file === '' ? suite : `${pathOf(file)} > ${name}`);
  const twoLines = (word) => (finding) => [`${word} ${describe(finding)}`, `       ${finding.note}`];
  const lines = [
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
  lines.push(`${passed} passed, ${failed.length} failed`);
  const heading = '== summary';
  const slow = files
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, Math.min(MAX_SLOW, Math.max(0, MAX_LINES - lines.length - 1)))
    .map(({ file, seconds }) => `slow ${seconds.toFixed(1).padStart(7)} s  ${pathOf(file)}`);
  return [heading, ...slow, ...lines].map((line) => line.slice(0, MAX_LINE));
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
