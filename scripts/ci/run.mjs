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
// Without bubblewrap the tests of the sandbox skip themselves, so it is installed wherever that is possible.
const canInstallSandbox = !has('bwrap') && has('apt-get') && process.getuid() === 0;

const succeeded = await judge({
  root,
  installs: [
    { name: 'install', command: ['npm', 'ci', '--no-audit', '--no-fund'] },
    ...(canInstallSandbox
      ? [{ name: 'sandbox', command: ['bash', '-c', aptInstall, 'bash', 'bubblewrap'] }]
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
