import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const vitest = [process.execPath, join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config'];

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {RegExp} pattern Which files are its tests. The first suite that fits has a file.
 * @property {(folder: string) => string[]} [prepare] A command that runs once before all.
 * @property {readonly string[]} command Takes options of vitest and files.
 * @property {(folder: string) => Record<string, string>} [env]
 * @property {string} again What a person types before the name of a file to run it once.
 */

/** @type {readonly Suite[]} */
const SUITES = [
  {
    name: 'vscode',
    pattern: /^test\/vscode\/.*\.test\.ts$/,
    // Otherwise each run would package the extension anew.
    prepare: (folder) => [
      process.execPath,
      join(root, 'scripts/package-vsix.mjs'),
      '--out',
      join(folder, 'troupe.vsix'),
    ],
    env: (folder) => ({ VSCODE_VSIX: join(folder, 'troupe.vsix'), VSCODE_SCREENSHOTS: folder }),
    command: [process.execPath, join(root, 'scripts/test-vscode.mjs')],
    again: 'npm run test:vscode --',
  },
  {
    name: 'view',
    pattern: /^test\/host\/vscode\/webview\/.*\.e2e\.ts$/,
    command: [...vitest, join(root, 'test/host/vscode/webview/vitest.config.ts')],
    again: 'npm run test:view --',
  },
  {
    name: 'tests',
    pattern: /^test\/.*\.test\.ts$/,
    prepare: () => [process.execPath, join(root, 'scripts/build.mjs')],
    command: [...vitest, join(root, 'vitest.config.ts')],
    again: 'npx vitest run',
  },
];

/**
 * The suites that have tests among the files, each with its own.
 *
 * @param {readonly string[]} files Paths below the root of the project.
 * @returns {(Suite & { files: string[] })[]}
 */
export function sortIntoSuites(files) {
  const suiteOf = (file) => SUITES.find(({ pattern }) => pattern.test(file));
  return SUITES.map((suite) => ({
    ...suite,
    files: files.filter((file) => suiteOf(file) === suite),
  })).filter((suite) => suite.files.length > 0);
}
