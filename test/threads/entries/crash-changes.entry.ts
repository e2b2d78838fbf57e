import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { hashOf } from '../../../src/actors/tools/text/content-hash.js';
import { DiskChanges } from '../../../src/host/node/file-changes/file-changes.js';

// Makes some changes as one, and dies before the step whose number it is given. Arguments: folder, journal, step.
const [folder = '', journal = '', dieAt = ''] = process.argv.slice(2);

let steps = 0;
const changes = new DiskChanges({
  journal,
  onStep: () => {
    if (String((steps += 1)) === dieAt) process.kill(process.pid, 'SIGKILL');
  },
});
const at = (path: string): AbsPath => join(folder, path) as AbsPath;
const old = (path: string) => hashOf(readFileSync(at(path)));
const NEW = Buffer.from('new\n'.repeat(2_000));

process.stdout.write('ready\n');
await changes.apply([
  { kind: 'write', path: at('a'), bytes: NEW, expected: await old('a') },
  { kind: 'write', path: at('made/deep/b'), bytes: NEW, expected: null },
  { kind: 'write', path: at('sub/c'), bytes: NEW, expected: await old('sub/c') },
  { kind: 'remove', path: at('d'), expected: await old('d') },
  { kind: 'remove', path: at('tree'), isRecursive: true },
  { kind: 'move', from: at('e'), to: at(join('sub', basename('moved'))), expected: await old('e') },
]);
process.stdout.write(`done ${steps}\n`);
