// Keeps a core or the disk busy until its standard input is closed: `node load-process.mjs loop|disk`.
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Long enough to be a busy core, short enough to notice soon that it is over.
const SLICE_MS = 50;
// Small enough not to fill a disk, large enough to occupy it.
const FILE_BYTES = 4 << 20;

const isDisk = process.argv[2] === 'disk';
const folder = isDisk ? mkdtempSync(join(tmpdir(), 'troupe-load-')) : undefined;
const content = randomBytes(isDisk ? FILE_BYTES : 0);

process.stdin.resume();
process.stdin.once('close', () => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  process.exit();
});
keepBusy();

function keepBusy() {
  if (folder === undefined) for (const start = performance.now(); performance.now() - start < SLICE_MS;);
  else writeAndDelete(join(folder, 'file'));
  setImmediate(keepBusy);
}

function writeAndDelete(path) {
  const file = openSync(path, 'w');
  writeSync(file, content);
  fsyncSync(file);
  closeSync(file);
  rmSync(path);
}
