import { randomBytes } from 'node:crypto';
import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// A process has one of each content, for all of its sandboxes: a filter, and a copy of each settings file of git.
const opened = new Map<string, string>();

/**
 * The path at which a new process of this user can open a file with this content, as long as this process lives. The
 * file has no name on the disk: no command finds it, and none is left behind. Linux only.
 */
export function openUnnamedFile(content: Buffer): string {
  const key = content.toString('latin1');
  const known = opened.get(key);
  if (known !== undefined) return known;
  const name = join(tmpdir(), `troupe-${randomBytes(16).toString('hex')}`);
  const writing = openSync(name, 'wx', 0o600);
  try {
    writeSync(writing, content);
    const reading = openSync(name, 'r');
    const path = `/proc/${process.pid}/fd/${reading}`;
    opened.set(key, path);
    return path;
  } finally {
    unlinkSync(name);
    closeSync(writing);
  }
}
