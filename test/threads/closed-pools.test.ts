import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuiltEntries, buildEntries } from './build-entries.js';

// Enough that many are closed before their threads are ready. Closed twice then, a pool would replace its threads for ever.
const POOLS = Number(process.env['TROUPE_CLOSED_POOLS'] ?? 80);

let entries: BuiltEntries;
beforeAll(async () => {
  entries = await buildEntries({
    'scan.entry': 'src/workers/scan.entry.ts',
    'close-pools.entry': 'test/threads/entries/close-pools.entry.ts',
  });
});
afterAll(() => {
  entries.remove();
});

test('pools that are closed while their threads start do not end the process', async () => {
  const entry = fileURLToPath(entries.url('close-pools.entry'));
  const { stdout } = await promisify(execFile)(process.execPath, [entry, String(POOLS)]);
  expect(stdout).toBe('closed\n');
}, 600_000);
