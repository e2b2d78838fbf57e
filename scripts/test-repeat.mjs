// `npm run test:repeat` runs the files of tests that a change adds or touches twenty times, every other time beside load.
//
//     npm run test:repeat -- [--base REF] [--runs N] [FILE ...]
//
// Without files they are those that differ from `main`, or from REF. Ctrl+C ends it with a summary of what ran by then.
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { listChangedFiles } from './repeat/changed-files.mjs';
import { repeat } from './repeat/repeat.mjs';
import { sortIntoSuites } from './repeat/suites.mjs';
import { runCommand } from './runs/run-command.mjs';
import { stopOnSignals } from './runs/stop-on-signals.mjs';

const root = join(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  options: { base: { type: 'string', default: 'main' }, runs: { type: 'string', default: '20' } },
  allowPositionals: true,
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1)
  refuse(`--runs needs a whole number from 1 on, got "${values.runs}".`);

const suites = sortIntoSuites(positionals.length > 0 ? positionals.map(findFile) : findChanged(values.base));
if (suites.length === 0) {
  if (positionals.length > 0) refuse('None of these files is a test.');
  console.log(`No file of tests was added or changed since ${values.base}.`);
} else {
  const signal = stopOnSignals();
  const folder = await mkdtemp(join(tmpdir(), 'troupe-repeat-'));
  try {
    const succeeded =
      (await prepare(suites, folder, signal)) &&
      (await repeat({
        root,
        folder,
        suites: suites.map((suite) => ({ ...suite, env: suite.env?.(folder) })),
        runs,
        signal,
      }));
    // What a shell says of a program that Ctrl+C has ended.
    if (signal.aborted) process.exitCode = 130;
    else if (!succeeded) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns {string} A path below the root of the project. */
function findFile(file) {
  const path = relative(root, file);
  if (!existsSync(file)) refuse(`There is no file ${file}.`);
  return path;
}

function findChanged(base) {
  try {
    return listChangedFiles(root, base);
  } catch (error) {
    return refuse(`git cannot compare with "${base}": ${error.stderr ?? error.message}`);
  }
}

/** Builds what the tests run. Resolves to whether that succeeded. */
async function prepare(suites, folder, signal) {
  const log = join(folder, 'log');
  for (const { prepare } of suites) {
    const command = prepare?.(folder);
    if (command === undefined) continue;
    const { problem } = await runCommand(command, { cwd: root, env: process.env, log, signal });
    if (problem === undefined) continue;
    console.log(`${await readFile(log, 'utf8')}\nThe build failed: ${problem}`);
    return false;
  }
  return true;
}

function refuse(message) {
  console.error(message);
  process.exit(2);
}
