// Lets a thread change files, brings trouble over the workspace, goes back, and goes back again when the trouble is over.
// Prints as JSON what came of it. Arguments: the folder for the workspace, which trouble.
import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { makeTravelWorld, readTree } from '../../doubles/travel-world.js';
import { fillDisk } from '../fill-disk.js';
import type { TroubleReport } from '../travel-trouble.js';

const [folder = '', trouble = ''] = process.argv.slice(2);
process.env['TMPDIR'] = folder;
const filler = join(folder, 'filler');
// More than what is left on a full disk in blocks that are begun. Units: bytes.
const BIG = 200_000;

await using world = makeTravelWorld({
  files: { a: 'first\n', 'd/b': 'second\n', big: noise(1), kept: 'kept\n' },
});
const before = Object.fromEntries(readTree(world.roots));
const thread = world.engine.createThread();
await world.act(thread, [
  'sh',
  { command: 'echo changed > a; echo changed > d/b; echo small > big; echo new > c; chmod 644 a' },
]);
const start = thread.entries[0]!.id;
begin();
const inTrouble = stampsOf(world.root);
const outcomes: { code: string; message: string }[] = [];
for (const choices of ['keep', 'restore'] as const)
  outcomes.push(
    await thread.jump(start, { scope: 'files', choices }).then(
      () => ({ code: 'none', message: 'It was done.' }),
      (error: unknown) => {
        const { code, message } = error as Error & { code: string };
        return { code, message: message.replaceAll(dirname(world.root), '') };
      },
    ),
  );
const after = stampsOf(world.root);
end();
await thread.jump(start, { scope: 'files' });
const report: TroubleReport = {
  outcomes,
  changed: [...new Set([...inTrouble.keys(), ...after.keys()])].filter(
    (path) => inTrouble.get(path) !== after.get(path),
  ),
  isRestored: JSON.stringify(Object.fromEntries(readTree(world.roots))) === JSON.stringify(before),
  leftInJournal: readdirSync(join(dirname(world.root), '.journal')).length,
};
console.log(JSON.stringify(report));

function begin(): void {
  if (trouble === 'full') fillDisk(filler);
  else if (trouble === 'read-only') {
    mount('--bind', world.root, world.root);
    mount('-o', 'remount,bind,ro', world.root);
  } else if (trouble === 'unreadable') chmodSync(world.at('a'), 0);
  else chmodSync(world.at('d'), 0o500);
}

function end(): void {
  if (trouble === 'full') rmSync(filler);
  else if (trouble === 'read-only') execFileSync('umount', [world.root]);
  else if (trouble === 'unreadable') chmodSync(world.at('a'), 0o644);
  else chmodSync(world.at('d'), 0o755);
}

function mount(...args: readonly string[]): void {
  execFileSync('mount', args);
}

/** What tells whether somebody has written to a file, without reading it. Folders change with what is in them. */
function stampsOf(root: string): ReadonlyMap<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Map(
    files.sort().map((path) => {
      const { ino, mtimeMs, size, mode } = lstatSync(path);
      return [relative(root, path), [ino, mtimeMs, size, mode].join()];
    }),
  );
}

/** A text that is the same each time, and that compresses badly. */
function noise(seed: number): string {
  let state = seed;
  return Array.from({ length: BIG }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return String.fromCharCode(33 + ((state >> 16) % 90));
  }).join('');
}
