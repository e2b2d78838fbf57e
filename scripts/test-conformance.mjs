// Runs the two conformance suites of the Model Context Protocol against our client. They are installed into the folder of
// caches, beside the dependencies: `npm ci` stays as small as it is. The last line is "N passed, N failed" scenarios.
//
//     npm run test:conformance -- [--alone] [REVISION/SCENARIO ...]
//
// Without names all scenarios run; with --alone one at a time. TEST_REPORT=FILE has the report of scripts/ci written there.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { build } from 'esbuild';

const PACKAGE = '@modelcontextprotocol/conformance';

/** What each revision of the protocol requires of a client. */
const SUITES = [
  { version: '0.1.16', revision: '2025-11-25', choice: ['--spec-version', '2025-11-25'], expected: 18 },
  {
    version: '0.2.0-alpha.12',
    revision: '2026-07-28',
    choice: ['--requirements', '2026-07-28'],
    expected: 32,
  },
];

const { values, positionals: wanted } = parseArgs({
  options: { alone: { type: 'boolean', default: false } },
  allowPositionals: true,
});

// Most of a scenario is waiting.
const atATime = values.alone ? 1 : 4;

// The suites' own default is for an idle machine. Units: milliseconds.
const TIMEOUT_MS = 60_000;

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

const folder = await mkdtemp(join(tmpdir(), 'troupe-conformance-'));
try {
  const client = join(folder, 'client.mjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['test/conformance/client.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: client,
    logLevel: 'warning',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  /** @type {import('./ci/reporter.mjs').SuiteReport} */
  const report = { tests: [], files: [], crashes: [] };
  for (const suite of SUITES) {
    const program = await install(suite.version);
    const scenarios = await list(program, suite);
    if (scenarios.length !== suite.expected)
      report.crashes.push(
        `${suite.version} lists ${scenarios.length} scenarios, and ${suite.expected} are expected`,
      );
    const queue = scenarios
      .map((name) => ({ name, id: `${suite.revision}/${name}` }))
      .filter(({ id }) => wanted.length === 0 || wanted.includes(id));
    const work = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const { name, id } = next;
        const problem = await check(program, suite, name, client);
        const state = problem === undefined ? 'passed' : 'failed';
        report.tests.push({ id, file: id, name, kind: 'test', state, note: problem?.trim().split('\n')[0] });
        console.log(`${problem === undefined ? 'ok    ' : 'FAILED'} ${id}`);
        if (problem !== undefined) console.log(problem);
      }
    };
    await Promise.all(Array.from({ length: atATime }, work));
  }
  const { TEST_REPORT: path } = process.env;
  if (path !== undefined) await writeFile(path, JSON.stringify(report));
  const failed = report.tests.filter(({ state }) => state === 'failed');
  const problems = [...report.crashes, ...failed.map(({ id }) => id)];
  for (const text of problems) console.log(`Failed: ${text}`);
  console.log(`${report.tests.length - failed.length} passed, ${problems.length} failed`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Resolves to the program of a suite, which is installed if it is not there. */
async function install(version) {
  const place = join(root, 'node_modules/.cache/conformance', version);
  const program = join(place, 'node_modules', PACKAGE, 'dist/index.js');
  if (existsSync(program)) return program;
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'package.json'), '{"private":true}\n');
  const options = ['--prefix', place, '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error'];
  await run('npm', ['install', '--save-exact', ...options, `${PACKAGE}@${version}`], { cwd: place });
  return program;
}

function start(program, args) {
  const shim = join(root, 'test/conformance/glob-sync.mjs');
  return run(process.execPath, ['--import', shim, program, ...args], { cwd: folder, maxBuffer: 1e8 });
}

/** The scenarios that count for the revision. */
async function list(program, { revision, choice }) {
  const { stdout } = await start(program, ['list', '--client', ...choice]);
  // A list of requirements has those of servers before it and those that do not count after it; only the other names revisions.
  const own = /Client scenarios[^\n]*\n((?:\s+- [^\n]*\n?)*)/.exec(stdout)?.[1] ?? '';
  const matches = [...own.matchAll(/- (\S+)(?: \[([^\]]*)\])?/g)];
  return matches
    .filter(([, , revisions]) => revisions === undefined || revisions.split(',').includes(revision))
    .map(([, name]) => name);
}

/** Resolves to what is wrong, or to nothing. */
async function check(program, { revision }, name, client) {
  const command = `${process.execPath} ${client}`;
  const options = ['--spec-version', revision, '--timeout', String(TIMEOUT_MS), '-o', folder];
  try {
    await start(program, ['client', '--scenario', name, '--command', command, ...options]);
    return undefined;
  } catch (error) {
    return `${error.stdout ?? ''}${error.stderr ?? ''}`.split('\n').slice(-40).join('\n');
  }
}
