import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';
import { findSandbox } from '../../../../src/host/node/sandbox/find-sandbox.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../../doubles/temp-dir.js';
import { type BuiltEntries, buildEntries } from '../../../threads/build-entries.js';
import { testUnless, whyUnsandboxed } from '../../../doubles/run-unless.js';

const { state } = await findSandbox({ roots: [] });
const folder = makeTempDir();
let entries: BuiltEntries;
beforeAll(async () => {
  entries = await buildEntries({ 'list-files.entry': 'test/host/node/sandbox/entries/list-files.entry.ts' });
});
afterAll(() => {
  entries.remove();
  removeTempDir(folder);
});

testUnless(whyUnsandboxed(state))(
  'a command gets no file that Troupe has inherited from who started it',
  async () => {
    writeFiles(folder, { 'secret.txt': 'secret', 'root/a.txt': '' });
    const secret = openSync(join(folder, 'secret.txt'), 'r');
    const stdio = Array.from({ length: 41 }, (_, fd) =>
      fd === 3 || fd === 40 ? secret : ('ignore' as const),
    );
    const entry = fileURLToPath(entries.url('list-files.entry'));
    const child = spawn(process.execPath, [entry, join(folder, 'root')], {
      stdio: ['ignore', 'pipe', 'inherit', ...stdio.slice(3)],
    });
    closeSync(secret);
    const [looking, working] = (await text(child.stdout ?? process.stdin)).split('\0');
    expect([looking, working].join()).not.toContain('secret');
    // The shell, and what it has opened itself.
    expect(looking).toMatch(/^\/dev\/null\n/);
    expect(working).toMatch(/^\/dev\/null\n/);
  },
);
