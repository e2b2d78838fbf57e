import type { TouchedPath } from '../../protocol/tool.js';
import type { FilePlan } from './plan-file-edits.js';

/** The paths that a planned change touches: two of them when it moves a file. */
export function touchedBy({ absolute, shown, change, diff, isExecutable }: FilePlan): readonly TouchedPath[] {
  const mode = isExecutable === true ? { isExecutable } : {};
  switch (change.kind) {
    case 'remove':
      return [{ shown, absolute, change: 'delete' }];
    case 'move':
      return [
        { shown: diff?.oldPath ?? change.from, absolute: change.from, change: 'delete' },
        { shown, absolute, change: 'create', ...mode },
      ];
    case 'make directory':
      return [{ shown, absolute, change: 'create' }];
    case 'write':
      return [{ shown, absolute, change: change.expected === null ? 'create' : 'edit', ...mode }];
    default:
      return change satisfies never;
  }
}
