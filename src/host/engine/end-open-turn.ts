import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import { endCancelled } from '../../machines/turn-end.js';
import type { OpenTurn } from '../../actors/threads/open-turn.js';
import type { ThreadRecord } from '../../actors/threads/thread-record.js';

/** Records the end of an interrupted turn that lacks nothing else. Returns whether it was one. */
export function endOpenTurn(record: ThreadRecord, { last }: OpenTurn): boolean {
  if (last === undefined) return false;
  const isAnswer = last.stop === 'end' || last.stop === 'length';
  const end = isAnswer ? ({ kind: 'turn_ended', outcome: 'answered' } as const) : endCancelled();
  record.append(end, omitUndefined({ turn: last.turn }));
  return true;
}
