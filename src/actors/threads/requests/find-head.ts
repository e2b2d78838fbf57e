import type { RequestHead, ThreadEntry } from '../../protocol/thread.js';

/** The head of the next request, and what the model has read about changes since. */
export interface CurrentHead {
  readonly head: RequestHead;
  /** The model of the turn that brought it. Shape: `provider/model`. `''` when no turn did. */
  readonly model: string;
  /** The names of the tools that the model knows of: those of the head, and what later turns said. */
  readonly toolNames: ReadonlySet<string>;
}

/** The head that the newest entries of a branch left in force; `undefined` when the next turn has to bring one. */
export function findHead(branch: readonly ThreadEntry[]): CurrentHead | undefined {
  let current: CurrentHead | undefined;
  let model = '';
  for (const entry of branch) {
    if (entry.kind === 'adopted') current = undefined;
    if (entry.kind === 'turn_began') ({ model } = entry);
    if (entry.kind === 'compaction') current = undefined;
    if (entry.kind !== 'turn_began' && entry.kind !== 'compaction') continue;
    if (entry.head !== undefined)
      current = { head: entry.head, model, toolNames: new Set(entry.head.tools.map(({ name }) => name)) };
    else if (entry.kind === 'turn_began' && entry.toolsChanged !== undefined && current !== undefined) {
      const { added, removed } = entry.toolsChanged;
      const kept = [...current.toolNames].filter((name) => !removed.includes(name));
      current = { ...current, toolNames: new Set([...kept, ...added]) };
    }
  }
  return current;
}
