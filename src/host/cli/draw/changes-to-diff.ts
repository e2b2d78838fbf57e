import { relative } from 'node:path';
import type { ChangeRecord } from '../../../actors/protocol/tool.js';

/** Changes as a unified diff, with paths relative to `root`; empty where there is nothing to compare. */
export function changesToDiff(changes: readonly ChangeRecord[], root: string): string {
  const nameOf = (path: string): string => relative(root, path).replaceAll('\\', '/');
  return changes
    .flatMap(({ kind, path, from = path, hunks }) => {
      if (hunks === undefined || hunks.length === 0) return [];
      return [
        `--- ${kind === 'created' ? '/dev/null' : `a/${nameOf(from)}`}`,
        `+++ ${kind === 'deleted' ? '/dev/null' : `b/${nameOf(path)}`}`,
        ...hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
          `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
          ...lines,
        ]),
      ];
    })
    .map((line) => `${line}\n`)
    .join('');
}
