import type { RelPath } from '../../../src/actors/protocol/workspace.js';
import type { IndexData } from '../../../src/workers/index/store/index-data.js';

/** One change of an index, as `ChangeBatch.add`. */
export function add(data: IndexData, path: RelPath, kind: number): void {
  data.change((batch) => {
    batch.add(path, kind);
  });
}

/** One change of an index, as `ChangeBatch.move`. */
export function move(data: IndexData, from: RelPath, to: RelPath): boolean {
  return data.change((batch) => batch.move(from, to));
}

/** One change of an index, as `ChangeBatch.setMtime`. */
export function setMtime(data: IndexData, path: RelPath, mtimeMs: number): void {
  data.change((batch) => {
    batch.setMtime(path, mtimeMs);
  });
}
