import type { ThreadEntry } from '../../../actors/protocol/thread.js';
import type { ToolTable } from '../../../machines/tool-info.js';
import { toPieces } from './recorded-piece.js';
import { PieceReplay } from './replay-piece.js';
import type { ReplayStep } from './replay-step.js';
import { readToolTable } from './tool-table.js';

export interface EntriesReplay {
  /** What is known of tools; the rest follows from the thread. */
  readonly tools: ToolTable;
  /** The last entry that is replayed. Shape: a `seq`. Default: all. */
  readonly until?: number;
  /** Ends the replay. */
  readonly signal?: AbortSignal;
}

/**
 * Runs the turns of a thread again, without a model and without effects: whatever came from the world comes from the
 * entries, and the machines must make the rest of them again. Nothing is written anywhere.
 * Shape: `entries` is the whole thread by `seq`; yields one step for each, in that order, up to the first difference of each
 * turn. Errors: the reason of `signal`. Source: SPEC L3.
 */
export async function* replayEntries(
  entries: readonly ThreadEntry[],
  { tools, until = Infinity, signal }: EntriesReplay,
): AsyncGenerator<ReplayStep, void> {
  for (const piece of toPieces(entries.filter(({ seq }) => seq <= until))) {
    if ('id' in piece) {
      yield { type: 'given', entry: piece };
      continue;
    }
    const replay = new PieceReplay(entries, piece, readToolTable(entries, piece.began, tools));
    yield* replay.run(signal);
  }
}
