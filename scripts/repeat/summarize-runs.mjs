/**
 * @typedef {import('./repeat.mjs').RepeatedSuite} RepeatedSuite
 * @typedef {import('./repeat.mjs').Repetition} Repetition
 */

/**
 * What the runs of each file came to. A file that never ran counts as failed.
 *
 * @param {readonly RepeatedSuite[]} suites
 * @param {readonly Repetition[]} repetitions
 * @returns {{ lines: readonly string[], succeeded: boolean }} The last line is "files: N passed, N failed".
 */
export function summarizeRuns(suites, repetitions) {
  const files = suites.flatMap((suite) => {
    const own = repetitions.filter((repetition) => repetition.suite === suite);
    return suite.files.map((file) => summarizeFile(suite, file, own));
  });
  const crashes = suites.flatMap((suite) => {
    const own = repetitions.filter((repetition) => repetition.suite === suite);
    const findings = own.flatMap(({ seed, failed }) =>
      failed.filter(({ file }) => file === '').map((finding) => ({ ...finding, seed })),
    );
    return findings.length === 0
      ? []
      : [`FAILED ${suite.name}, no single file`, ...describe(findings, suite, suite.files.join(' '))];
  });
  const failed = files.filter((file) => !file.passed).length;
  return {
    lines: [
      ...files.flatMap(({ lines }) => lines),
      ...crashes,
      `files: ${files.length - failed} passed, ${failed} failed`,
    ],
    succeeded: failed === 0 && crashes.length === 0,
  };
}

/**
 * @param {RepeatedSuite} suite
 * @param {string} file
 * @param {readonly Repetition[]} repetitions
 */
function summarizeFile(suite, file, repetitions) {
  const of = (findings) => findings.filter((finding) => finding.file === file);
  const runs = repetitions.filter(({ ran }) => ran.has(file)).length;
  const failures = repetitions.flatMap(({ seed, failed }) =>
    of(failed).map((finding) => ({ ...finding, seed })),
  );
  const count = new Set(failures.map(({ seed }) => seed)).size;
  const result = count > 0 ? 'FAILED' : runs > 0 ? 'ok    ' : 'NO RUN';
  const reasons = new Set(repetitions.flatMap(({ skipped }) => of(skipped)).map(({ note }) => note));
  return {
    passed: runs > 0 && count === 0,
    lines: [
      `${result} ${file}${runs > 0 ? `: ${count} of ${runs} runs failed` : ''}`,
      ...(failures.length === 0 ? [] : describe(failures, suite, file)),
      ...[...reasons].map((note) => `       skipped: ${note || 'no reason was given'}`),
    ],
  };
}

/** The first error, and how to have it again. */
function describe(findings, { again }, files) {
  const [{ name, note, seed }] = findings;
  const seeds = [...new Set(findings.map((finding) => finding.seed))];
  return [
    `       ${name}: ${note}`,
    `       TROUPE_SEED=${seed} ${again} ${files}`,
    ...(seeds.length > 1 ? [`       all seeds: ${seeds.join(', ')}`] : []),
  ];
}
