// What `.ci/run` runs, which sees to it that this can run at all. Exit code: 0, or 3 when something failed.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { judge } from './judge.mjs';

const root = join(import.meta.dirname, '../..');
const reporters = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'reporter.mjs')}`];
const oneWorker = ['--maxWorkers=1'];

const aptInstall =
  'export DEBIAN_FRONTEND=noninteractive; apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@"';
const has = (program) => spawnSync(program, ['--version']).status === 0;
// Without bubblewrap the tests of the sandbox skip themselves, and without the others some lines of a gauntlet cannot be
// run, so they are installed wherever that is possible. Shape: program, Debian's package.
const PROGRAMS = { bwrap: 'bubblewrap', wget: 'wget', jq: 'jq', column: 'bsdextrautils' };
const canInstall = has('apt-get') && process.getuid() === 0;
const packages = Object.keys(PROGRAMS)
  .filter((program) => canInstall && !has(program))
  .map((program) => PROGRAMS[program]);

const succeeded = await judge({
  root,
  installs: [
    { name: 'install', command: ['npm', 'ci', '--no-audit', '--no-fund'] },
    ...(packages.length > 0
      ? [{ name: 'programs', command: ['bash', '-c', aptInstall, 'bash', ...packages] }]
      : []),
  ],
  headStart: [join(root, 'scripts/vscode-host/install.sh')],
  checks: [
    { name: 'types', command: ['npm', 'run', '--silent', 'types'] },
    // oxlint colours its text wherever CI is set, whatever NO_COLOR says.
    { name: 'lint', command: ['env', '-u', 'CI', 'npm', 'run', '--silent', 'lint'] },
    { name: 'format', command: ['npm', 'run', '--silent', 'format:check'] },
    { name: 'unused', command: ['npm', 'run', '--silent', 'unused'] },
  ],
  suites: [
    { name: 'tests', command: ['npm', 'test', '--silent', '--', ...reporters], alone: oneWorker },
    // It installs VS Code and Chromium where they are not yet, which the tests of the view need as well.
    {
      name: 'vscode',
      command: ['npm', 'run', '--silent', 'test:vscode', '--', ...reporters],
      alone: oneWorker,
    },
    {
      name: 'conformance',
      command: ['npm', 'run', '--silent', 'test:conformance', '--'],
      alone: ['--alone'],
    },
    { name: 'view', command: ['npm', 'run', '--silent', 'test:view', '--', ...reporters], alone: oneWorker },
  ],
});
// Not 1, with which Node ends a script that throws.
process.exitCode = succeeded ? 0 : 3;
