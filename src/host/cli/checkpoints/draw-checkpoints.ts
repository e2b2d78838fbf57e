import type { Checkpoint } from '../../../actors/checkpoints/ledger.js';
import { countOf } from '../../../actors/tools/text/count-of.js';
import { drawColumns } from '../draw/draw-columns.js';
import { escapeHidden } from '../draw/escape-hidden.js';
import type { Output } from '../terminal/output.js';

const KINDS: Readonly<Record<Checkpoint['kind'], string>> = {
  message: 'before',
  change: 'after',
  turn: 'end',
  jump: 'jump',
  person: 'others',
};

/** Checkpoints that differ from the one before, each with the number that a command takes. */
export function drawCheckpoints(checkpoints: readonly Checkpoint[], out: Output): string {
  const rows = listDistinct(checkpoints).map(({ seq, at, kind, title, changes }) => {
    const time = new Date(at).toISOString().replace('T', ' ').slice(0, 'YYYY-MM-DD HH:MM'.length);
    const files = changes.length === 0 ? '' : ` (${countOf(changes.length, 'file')})`;
    return [`${seq}`, `${time}  ${KINDS[kind]}: ${escapeHidden(title)}${files}`] as const;
  });
  return drawColumns(rows, out);
}

/** Without the end of a turn that changed nothing since the checkpoint before it, or that a message follows at once. */
function listDistinct(checkpoints: readonly Checkpoint[]): readonly Checkpoint[] {
  return checkpoints.filter(({ kind, changes }, index) => {
    if (kind !== 'turn' || changes.length > 0) return true;
    const next = checkpoints[index + 1];
    return next === undefined || next.kind !== 'message' || next.changes.length > 0;
  });
}
