// `npm run campaigns` runs tests with as many cases as it takes to find what is rare: kills, random histories, hostile
// input. They take hours. Ctrl+C stops it, and the same command goes on with those that are not finished on this commit.
//
//     npm run campaigns -- [--list] [--fresh] [--cases N] [NAME ...]
//
// --list names them, --fresh runs them also when they are finished, --cases N tries each with so few cases. Some fail with
// less than a few hundred, as they want to see each kind of case.
// What they print goes to bench/out/campaigns/NAME.log. The campaigns are in campaigns/list.mjs.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CAMPAIGNS } from './campaigns/list.mjs';
import { planRuns } from './campaigns/plan-runs.mjs';
import { runCampaigns } from './campaigns/run-campaigns.mjs';
import { findVersion } from './campaigns/state.mjs';
import { runCommand } from './runs/run-command.mjs';
import { stopOnSignals } from './runs/stop-on-signals.mjs';

const root = join(import.meta.dirname, '..');
const { values, positionals: names } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    cases: { type: 'string' },
  },
  allowPositionals: true,
});
const cases = values.cases === undefined ? undefined : Number(values.cases);
if (cases !== undefined && !(Number.isInteger(cases) && cases > 0))
  refuse(`--cases needs a whole number from 1 on, got "${values.cases}".`);
const unknown = names.find((name) => CAMPAIGNS.every((campaign) => campaign.name !== name));
if (unknown !== undefined)
  refuse(`There is no campaign "${unknown}": try ${CAMPAIGNS.map(({ name }) => name).join(', ')}.`);
const campaigns = CAMPAIGNS.filter(({ name }) => names.length === 0 || names.includes(name));

if (values.list) {
  for (const campaign of campaigns) {
    console.log(`${campaign.name}\n    ${campaign.shows}`);
    for (const { key } of planRuns(campaign, cases)) console.log(`    ${key}`);
  }
} else {
  const signal = stopOnSignals();
  const folder = join(root, 'bench/out/campaigns');
  const vitest = [process.execPath, join(root, 'node_modules/vitest/vitest.mjs'), 'run'];
  const version = findVersion(root);
  await mkdir(folder, { recursive: true });
  const log = join(folder, 'build.log');
  const build = [process.execPath, join(root, 'scripts/build.mjs')];
  const { problem } = await runCommand(build, { cwd: root, env: process.env, log, signal });
  if (problem !== undefined && !signal.aborted)
    console.error(`The build failed: ${problem}. Its log is ${log}`);
  const succeeded =
    problem === undefined &&
    (await runCampaigns({ root, folder, version, vitest, campaigns, isFresh: values.fresh, cases, signal }));
  // What a shell says of a program that Ctrl+C has ended.
  if (signal.aborted) process.exitCode = 130;
  else if (!succeeded) process.exitCode = 1;
}

function refuse(message) {
  console.error(message);
  process.exit(2);
}
