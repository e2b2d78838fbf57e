// Runs vitest on the packaged extension in a real VS Code, from nothing but `npm ci`.
//
// VSCODE_SCREENSHOTS=FOLDER  where pictures of the windows go; a temporary folder otherwise
// VSCODE_VSIX=FILE           a vsix to try instead of a fresh one
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'dist');

/** Installs VS Code if need be, packages the extension, and runs what a vitest configuration names. */
export function runVitest(title, config, args) {
  const { VSCODE_SCREENSHOTS, VSCODE_VSIX } = process.env;
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', join(root, config)];
  try {
    stage('VS Code and Chromium', join(import.meta.dirname, 'install.sh'), []);
    const vsix = resolve(VSCODE_VSIX ?? packageVsix());
    const screenshots = resolve(VSCODE_SCREENSHOTS ?? mkdtempSync(join(tmpdir(), 'troupe-screenshots-')));
    console.log(`Screenshots go to ${screenshots}`);
    stage(title, process.execPath, [...vitest, ...args], {
      VSCODE_VSIX: vsix,
      VSCODE_SCREENSHOTS: screenshots,
    });
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Runs a command and tells how long it took. Errors: the command failed. */
function stage(name, command, args, env = {}) {
  console.log(`== ${name}`);
  const start = performance.now();
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`== ${name}: ${status === 0 ? 'ok' : 'FAILED'}, ${seconds} s`);
  if (status !== 0) throw error ?? new Error(`The stage "${name}" failed.`);
}

/** The vsix that `npm run package` makes. */
function packageVsix() {
  // With an old one beside it nobody could tell which is new.
  for (const name of vsixNames()) rmSync(join(dist, name));
  stage('package', 'npm', ['run', '--silent', 'package']);
  const [name] = vsixNames();
  if (name === undefined) throw new Error(`"npm run package" left no vsix in ${dist}.`);
  return join(dist, name);
}

function vsixNames() {
  return existsSync(dist) ? readdirSync(dist).filter((name) => name.endsWith('.vsix')) : [];
}
