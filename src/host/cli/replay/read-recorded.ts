import type { ThreadEntry, ThreadId } from '../../../actors/protocol/thread.js';
import { fromJson } from '../../../actors/threads/exports/from-json.js';
import { runCooperatively } from '../../../actors/runtime/slices.js';
import { readNamedFile } from '../threads/text-files.js';

/** Whether the person means a file, and not the id of a thread. */
export function isFileName(text: string): boolean {
  return /[./\\]/.test(text);
}

/** An exported thread. Errors: `SettingsError` for a file that cannot be read; those of `fromJson`. */
export async function readRecorded(
  file: string,
  signal: AbortSignal,
): Promise<{ readonly id: ThreadId; readonly entries: readonly ThreadEntry[] }> {
  const { id, entries } = await runCooperatively(fromJson(await readNamedFile(file, signal)), signal);
  return { id: id as ThreadId, entries };
}
