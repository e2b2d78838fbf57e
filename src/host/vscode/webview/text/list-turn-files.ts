import type { TurnStep } from '../../../../actors/threads/turn-view.js';

/** What a turn has made of a file. */
export interface TurnFile {
  /** Absolute. */
  readonly path: string;
  readonly change: 'created' | 'changed' | 'deleted' | 'moved';
  /** Units: lines. Absent where they are unknown, as after a command. */
  readonly counts?: { readonly added: number; readonly removed: number };
}

const CHANGES = { created: 'created', modified: 'changed', deleted: 'deleted', moved: 'moved' } as const;

/** The files that the steps of a turn have changed, commands included, in the order of their paths. */
export function listTurnFiles(steps: readonly TurnStep[]): readonly TurnFile[] {
  const files = new Map<string, TurnFile>();
  for (const step of steps) {
    if (step.kind !== 'call') continue;
    for (const { kind, path, from, isDirectory, addedLines, removedLines } of step.changes ?? []) {
      if (isDirectory === true) continue;
      const known = files.get(from ?? path);
      if (from !== undefined) files.delete(from);
      if (kind === 'deleted' && known?.change === 'created') {
        files.delete(path);
        continue;
      }
      const isKnown = (addedLines ?? removedLines) !== undefined;
      const counts = {
        added: (known?.counts?.added ?? 0) + (addedLines ?? 0),
        removed: (known?.counts?.removed ?? 0) + (removedLines ?? 0),
      };
      const change = known?.change === 'created' ? 'created' : CHANGES[kind];
      files.set(path, { path, change, ...(isKnown || known?.counts !== undefined ? { counts } : {}) });
    }
    const isCounted = (step.changes ?? []).length > 0;
    for (const path of isCounted ? [] : (step.changedPaths ?? []))
      if (!files.has(path)) files.set(path, { path, change: 'changed' });
  }
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}
