import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string | undefined;

/** Makes a folder for what programs under test store for the person: conversations, a journal, a history. */
export function setup(): void {
  folder = mkdtempSync(join(tmpdir(), 'troupe-state-'));
  // The processes of the tests, and what they start, inherit it.
  process.env['XDG_STATE_HOME'] = folder;
}

export function teardown(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
