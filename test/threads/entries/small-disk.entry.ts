// Fills a small disk or makes it read-only, works on a folder on it with a host, and prints as JSON what came of it.
// Arguments: the built api, where the disk is mounted, a folder on another disk, what is wrong with the disk.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as api from '../../../src/host/api.js';
import { fillDisk } from '../fill-disk.js';
import type { SmallDiskReport, Trial } from '../small-disk.js';

const REQUEST = 'replace needle with nadel in src/needle.ts';

const [apiUrl = '', disk = '', elsewhere = '', trouble = ''] = process.argv.slice(2);
const { createHost } = (await import(apiUrl)) as typeof api;
const root = join(disk, 'work');
const filler = join(disk, 'filler');
const cache = join(disk, 'cache');

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' });
}

/** Every path below a directory with what the file there holds; nothing where there is no directory. */
function contentOf(directory: string): Record<string, string> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.startsWith(join(root, '.git/')));
  return Object.fromEntries(
    files.sort().map((path) => [path.slice(disk.length), readFileSync(path, 'latin1')]),
  );
}

/** Opens the folder, edits a file in it, and closes it. */
async function work(stateDirectory: string): Promise<Trial> {
  const before = contentOf(disk);
  const host = await createHost({
    roots: [root],
    workspace: { cacheDirectory: cache },
    approvals: { 'File edits': 'auto' },
    stateDirectory,
  });
  const [status] = await host.workspace.whenReady();
  const files: string[] = [];
  for await (const batch of await host.workspace.files()) files.push(...batch.paths);
  let edit: Trial['edit'];
  for await (const event of host.engine.processMessage(REQUEST, 'agent')) {
    if (event.type !== 'observation' || event.tool !== 'edit_file') continue;
    const { outcome, error } = event.result;
    edit = { outcome, output: event.result.output, ...(error === undefined ? {} : { error }) };
  }
  await host[Symbol.asyncDispose]();
  const after = contentOf(disk);
  return {
    phase: status?.phase,
    snapshot: status?.snapshot,
    files: files.sort(),
    filesOfGit: git('ls-files', '-co', '--exclude-standard').split('\n').slice(0, -1).sort(),
    edit,
    needle: readFileSync(join(root, 'src/needle.ts'), 'utf8'),
    changed: [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (path) => before[path] !== after[path],
    ),
  };
}

mkdirSync(join(root, 'src'), { recursive: true });
git('init', '-q');
writeFileSync(join(root, '.gitignore'), '*.log\n');
writeFileSync(join(root, 'made.log'), '');
writeFileSync(join(root, 'src/needle.ts'), 'export const needle = 42;\n');
if (trouble === 'full') fillDisk(filler);
else {
  // What is kept of the index from before is there to be read.
  const host = await createHost({ roots: [root], workspace: { cacheDirectory: cache } });
  await host.workspace.whenReady();
  await host[Symbol.asyncDispose]();
  execFileSync('mount', ['-o', 'remount,bind,ro', disk]);
}
const states = [join(disk, 'state'), join(elsewhere, 'state')] as const;
const inTrouble = [await work(states[0]), await work(states[1])] as const;
const leftElsewhere = readdirSync(elsewhere, { recursive: true, withFileTypes: true }).filter((entry) =>
  entry.isFile(),
);
if (trouble === 'full') rmSync(filler);
else execFileSync('mount', ['-o', 'remount,bind,rw', disk]);
const report: SmallDiskReport = {
  inTrouble,
  leftElsewhere: leftElsewhere.map(({ name }) => name),
  afterwards: await work(states[0]),
};
console.log(JSON.stringify(report));
