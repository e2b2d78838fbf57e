import { join } from 'node:path';
import type { AbsPath } from '../../../protocol/workspace.js';
import type { WorkspaceGate } from '../../gate/workspace-gate.js';
import { findScripts } from './find-scripts.js';

/** The digest of a file's content on the disk; `undefined` where there is no file. */
export type HashFile = (path: AbsPath) => Promise<string | undefined>;

interface ScriptDeps {
  readonly gate: WorkspaceGate;
  readonly hashFile?: HashFile;
}

// More than a person reads; a line that names more runs something that lists them.
const MAX_SCRIPTS = 20;

/**
 * Sentences about the files of the workspace that a line names and may run, with the digests of what is in them now: where one
 * changes while a question is open, the preview is another one. Empty without `hashFile`. Source: SPEC T11, A10.
 */
export async function describeScripts(
  line: string,
  cwd: AbsPath,
  { gate, hashFile }: ScriptDeps,
): Promise<readonly string[]> {
  if (hashFile === undefined) return [];
  const { names, folders } = findScripts(line);
  const notes = new Map<string, string>();
  const starts = ['', ...folders.map((_, index) => join(...folders.slice(0, index + 1))), ...folders];
  for (const name of names.slice(0, MAX_SCRIPTS))
    for (const start of new Set(starts)) {
      const absolute = await resolveInside(join(start, name), cwd, gate);
      const digest = absolute === undefined ? undefined : await hashFile(absolute);
      if (absolute !== undefined && digest !== undefined)
        notes.set(absolute, `It may run ${name}, as it is now (${digest}).`);
    }
  return [...notes.values()];
}

async function resolveInside(path: string, cwd: AbsPath, gate: WorkspaceGate): Promise<AbsPath | undefined> {
  try {
    const { absolute } = await gate.resolve(path.startsWith('/') ? path : join(cwd, path));
    return absolute;
  } catch {
    // It leads outside of the workspace, or nobody can say where.
    return undefined;
  }
}
