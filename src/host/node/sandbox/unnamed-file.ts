import { randomBytes } from 'node:crypto';
import { closeSync, constants, openSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SettingsError } from '../../../actors/protocol/errors.js';

// O_TMPFILE of Linux, which Node has no name for.
const NAMELESS = 0o20200000;

// A process has one of each content, for all of its sandboxes: a filter, and a copy of each settings file of git.
const opened = new Map<string, string>();

/**
 * The path at which a new process of this user can open a file with this content, as long as this process lives. The
 * file has no name on the disk: no command finds it, and none is left behind. Linux only. Errors: `SettingsError` when no
 * temporary folder can be written to.
 */
export function openUnnamedFile(content: Buffer): string {
  const key = content.toString('latin1');
  const known = opened.get(key);
  if (known !== undefined) return known;
  const path = `/proc/${process.pid}/fd/${openSomewhere(content)}`;
  opened.set(key, path);
  return path;
}

/** Returns a descriptor in the first temporary folder that takes the file. */
function openSomewhere(content: Buffer): number {
  // The one of the environment may be missing or read-only.
  const folders = [...new Set([tmpdir(), '/tmp', '/var/tmp', '/dev/shm'])];
  const failures: unknown[] = [];
  for (const folder of folders) {
    try {
      return openNameless(folder, content) ?? openUnlinked(folder, content);
    } catch (error) {
      failures.push(error);
    }
  }
  throw new SettingsError(
    `No temporary folder can be written to (${folders.join(', ')}): set TMPDIR to one that can.`,
    { setting: 'TMPDIR' },
    { cause: new AggregateError(failures) },
  );
}

/** Returns the descriptor of a file that never had a name; `undefined` where the file system has no such files. */
function openNameless(folder: string, content: Buffer): number | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(folder, NAMELESS | constants.O_RDWR, 0o600);
  } catch {
    return undefined;
  }
  try {
    writeSync(descriptor, content);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** Returns the descriptor of a file whose name is gone, unless this process is killed in between. */
function openUnlinked(folder: string, content: Buffer): number {
  const name = join(folder, `troupe-${randomBytes(16).toString('hex')}`);
  const writing = openSync(name, 'wx', 0o600);
  try {
    writeSync(writing, content);
    return openSync(name, 'r');
  } finally {
    unlinkSync(name);
    closeSync(writing);
  }
}
