import type { AgentMode } from '../../../actors/protocol/agent.js';
import { CAPABILITIES } from '../../../actors/protocol/modes/capabilities.js';
import { SettingsError } from '../../../actors/protocol/errors.js';
import type { EntryId, ThreadEntry } from '../../../actors/protocol/thread.js';
import type { UserMessage } from '../../../actors/protocol/ui.js';
import type { Thread } from '../../engine/thread.js';
import type { TurnOptions } from '../../engine/turn-options.js';
import type { Turn } from '../../engine/turn.js';
import { CHAT_TEXTS } from '../words/editor-words.js';

/** Begins a turn in a thread, without a new message of the person. */
export type Continuation = (thread: Thread, options: TurnOptions) => Promise<unknown>;

/** A message in the place of another one. */
export interface MessageEdit {
  readonly message: UserMessage;
  /** Whether files are put back as well to what they were before the earlier message. */
  readonly files: boolean;
}

/**
 * Sends the message of that entry again, or another one, in its own place: what followed it stays in the thread, as
 * another branch. `undefined` when the branch has no such message. Errors: those of `Thread.edit`.
 */
export function retryMessage(
  branch: readonly ThreadEntry[],
  entry: EntryId,
  edit?: MessageEdit,
): Continuation | undefined {
  const position = branch.findIndex(({ id }) => id === entry);
  const replaced = branch[position];
  if (replaced?.kind !== 'user_message') return undefined;
  const { text, attachments } = replaced;
  const message = edit?.message ?? { text, attachments: attachments.map(({ ref }) => ref) };
  return (thread, options) => {
    // In a copy of the thread the entries have other ids, and the same order.
    const isHere = thread.entries.some(({ id }) => id === entry);
    const here = isHere ? entry : (thread.branch[position]?.id ?? entry);
    return thread.edit(here, message, { ...options, files: edit?.files === true });
  };
}

/**
 * Goes on with the last turn, which was interrupted, in its own mode. Returns `undefined` when there was nothing to do.
 * Errors: `SettingsError` when the chosen mode allows less than that of the turn; those of `Thread.resume`.
 */
export function resumeTurn(thread: Thread, { mode, ...options }: TurnOptions): Turn | undefined {
  const began = thread.branch.findLast(({ kind }) => kind === 'turn_began');
  if (began?.kind === 'turn_began' && !isReading(began.mode) && isReading(mode ?? began.mode))
    throw new SettingsError(CHAT_TEXTS.modeForbids, { setting: 'troupe.mode' });
  return thread.resume(options);
}

/** Whether a mode lets nothing be changed. */
function isReading(mode: AgentMode): boolean {
  return !CAPABILITIES[mode].write;
}
