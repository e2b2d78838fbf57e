import { readFile } from 'node:fs/promises';
import { SettingsError } from '../../../actors/protocol/errors.js';
import type { ThreadEntry, ThreadId } from '../../../actors/protocol/thread.js';
import { fromJson } from '../../../actors/threads/exports/from-json.js';
import { runCooperatively } from '../../../actors/runtime/slices.js';

/** Whether the person means a file, and not the id of a thread. */
export function isFileName(text: string): boolean {
  return /[./\\]/.test(text);
}

/** An exported thread. Errors: `SettingsError` for a file that cannot be read; those of `fromJson`. */
export async function readRecorded(
  file: string,
  signal: AbortSignal,
): Promise<{ readonly id: ThreadId; readonly entries: readonly ThreadEntry[] }> {
  let text: string;
  try {
    text = await readFile(file, { encoding: 'utf8', signal });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingsError(
      `${file} cannot be read (${code ?? 'unknown error'}).`,
      { setting: 'file' },
      { cause: error },
    );
  }
  const { id, entries } = await runCooperatively(fromJson(text), signal);
  return { id: id as ThreadId, entries };
}
