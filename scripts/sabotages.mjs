// `npm run sabotages` shows that the sixteen properties can fail: each is tried as the code is, and once more with the code
// broken on purpose (sabotages/list.mjs), in a copy of the project.
//
//     npm run sabotages -- [NUMBER ...]
//
// It prints a line for each, and exits with 1 unless every property holds, and falls when its code is broken.
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stopOnSignals } from './runs/stop-on-signals.mjs';
import { runCommand } from './runs/run-command.mjs';
import { SABOTAGES } from './sabotages/list.mjs';

const root = join(import.meta.dirname, '..');
const wanted = process.argv.slice(2).map(Number);
const unknown = wanted.find((number) => SABOTAGES.every(({ property }) => property !== number));
if (unknown !== undefined) {
  console.error(`The properties are 1 to ${SABOTAGES.length}, got ${process.argv.slice(2).join(' ')}.`);
  process.exit(2);
}

const signal = stopOnSignals();
const folder = await mkdtemp(join(tmpdir(), 'troupe-sabotages-'));
try {
  const copy = join(folder, 'project');
  await copyProject(copy);
  const files = await readdir(join(copy, 'test/properties'));
  let failures = 0;
  for (const { property, what, changes } of SABOTAGES) {
    if (signal.aborted || (wanted.length > 0 && !wanted.includes(property))) continue;
    const number = String(property).padStart(2, '0');
    const file = files.find((name) => name.startsWith(`${number}-`));
    const before = await tryProperty(copy, file, property);
    await sabotage(copy, changes);
    const after = await tryProperty(copy, file, property);
    for (const changed of changes) await cp(join(root, changed.file), join(copy, changed.file));
    if (signal.aborted) break;
    const isGood = before.state === 'holds' && after.state === 'falls';
    if (!isGood) failures += 1;
    console.log(`${number}  ${before.state}, ${after.state}${isGood ? '' : '  <- NOT AS EXPECTED'}  ${what}`);
    console.log(`      ${isGood ? after.said : [before.said, after.said].filter(Boolean).join(' / ')}`);
  }
  if (signal.aborted) process.exitCode = 130;
  else if (failures > 0) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** What git knows of the project, as it is now, beside the packages that are installed here. */
async function copyProject(copy) {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  const isWanted = (file) => /^(?:src|test|scripts|types|bin|extension|docs|[^/]+$)/.test(file);
  for (const file of listed.filter((name) => name !== '' && isWanted(name)))
    await cp(join(root, file), join(copy, file), { recursive: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
}

async function sabotage(copy, changes) {
  for (const { file, find, replace } of changes) {
    const text = await readFile(join(copy, file), 'utf8');
    const parts = text.split(find);
    if (parts.length !== 2)
      throw new Error(`"${find}" stands ${parts.length - 1} times in ${file}, expected once.`);
    await writeFile(join(copy, file), parts.join(replace));
  }
}

/** @returns {Promise<{ state: 'holds' | 'falls' | 'breaks', said: string }>} `breaks`: not the property has failed. */
async function tryProperty(copy, file, property) {
  const options = { cwd: copy, env: { ...process.env, NO_COLOR: '1' }, signal };
  const log = join(dirname(copy), 'log');
  const built = await runCommand([process.execPath, 'scripts/build.mjs'], { ...options, log });
  if (built.problem !== undefined) return { state: 'breaks', said: `The build: ${built.problem}` };
  const report = join(dirname(copy), 'report.json');
  await rm(report, { force: true });
  const vitest = [process.execPath, 'node_modules/vitest/vitest.mjs', 'run'];
  const what = [join('test/properties', file), '--reporter=json', `--outputFile=${report}`];
  await runCommand([...vitest, ...what], { ...options, log });
  const { testResults } = JSON.parse(await readFile(report, 'utf8').catch(() => '{"testResults":[]}'));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const ours = tests.filter(({ title }) => title.startsWith(`property ${property}:`));
  const failed = ours.find(({ status }) => status === 'failed');
  if (failed !== undefined) return { state: 'falls', said: describe(failed.failureMessages) };
  const hasPassed = ours.length > 0 && tests.every(({ status }) => status === 'passed');
  return hasPassed
    ? { state: 'holds', said: '' }
    : { state: 'breaks', said: (await readFile(log, 'utf8')).trim().split('\n').slice(-1)[0] ?? '' };
}

/** The counterexample, and what was wrong with it. */
function describe(messages) {
  const lines = messages.join('\n').split('\n');
  const [first = ''] = lines;
  const cause = lines.find((line) => /AssertionError|Caused by/.test(line)) ?? '';
  return `${first} ${cause}`.replace(/\s+/g, ' ').trim().slice(0, 160);
}
