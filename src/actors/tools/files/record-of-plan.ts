import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { ChangeRecord } from '../../protocol/tool.js';
import { toHunks } from '../edit/text/to-hunks.js';
import type { FilePlan } from './plan-file-edits.js';

/** What a planned change did, as data; nothing for a part of a change that another plan of the same call shows. */
export function recordOfPlan({ absolute, change, diff, movedFrom }: FilePlan): readonly ChangeRecord[] {
  if (diff === undefined) return [];
  const from = change.kind === 'move' ? change.from : movedFrom;
  const kinds = { added: 'created', changed: 'modified', deleted: 'deleted' } as const;
  const kind = from === undefined ? kinds[diff.kind] : 'moved';
  return [{ kind, path: absolute, ...omitUndefined({ from }), ...toHunks(diff) }];
}
