import type { AgentMode, TurnOutcome } from '../../../actors/protocol/agent.js';
import type { Attachment, UserInput } from '../../../actors/protocol/attachment.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { LLMConfig } from '../../../actors/protocol/llm.js';
import { SettingsError } from '../../../actors/protocol/errors.js';
import type { EntryId, EntryOf, ThreadEntry } from '../../../actors/protocol/thread.js';
import type { ThreadEvent } from '../../../actors/threads/thread-record.js';
import { TurnFeed } from '../../../actors/threads/turn-feed.js';
import type { Thread } from '../../engine/thread.js';
import type { TurnOptions } from '../../engine/turn-options.js';
import type { Turn } from '../../engine/turn.js';
import { addRemedy, type NextMessage } from './add-remedy.js';
import type { TurnScreen } from './turn-screen.js';

/** The earlier message in whose place another one is sent. */
export interface ReplacedMessage {
  readonly message: EntryId;
  /** Whether files are put back as well to what they were before it. */
  readonly files: boolean;
}

/**
 * Sends a message, or without one continues an interrupted turn, and shows the turn. Resolves to its end.
 * Errors: those of `Thread.send`, and of `Thread.edit`; `SettingsError` when no turn was interrupted.
 */
export async function runTurn(
  thread: Thread,
  message: UserInput | undefined,
  options: {
    readonly mode: AgentMode;
    /** Default: the model of the engine. */
    readonly model?: LLMConfig;
    /** Default: none, and the message follows all others. */
    readonly replaced?: ReplacedMessage;
    /** Called before the turn with what has become of files that were put back. */
    readonly onJump?: (jump: EntryOf<'jump'>) => Promise<void>;
    /** Where the turn is shown. */
    readonly screen: TurnScreen;
    /** How the message after this turn is sent: an error may advise it. */
    readonly next: NextMessage;
    readonly signal: AbortSignal;
    /** Called before the first event with what was attached, read or not. */
    readonly onAttached?: (attachments: readonly Attachment[]) => Promise<void>;
  },
): Promise<TurnOutcome> {
  const { mode, model, signal } = options;
  const cancel = (): void => {
    thread.cancel();
  };
  const newest = thread.entries.at(-1)?.id;
  const events = thread.subscribe(omitUndefined({ after: newest }));
  // What was shown of an interrupted turn is not shown again.
  const past = thread.branch.slice();
  const chosen = omitUndefined({ model });
  const sent = begin(thread, message, { mode, ...chosen }, options.replaced);
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    const turn = await sent;
    return await readTurn(turn, events, { ...options, past });
  } finally {
    signal.removeEventListener('abort', cancel);
    await events.return?.();
  }
}

/** Begins the turn, or continues it. Errors: those of `resume`, of `Thread.send` and of `Thread.edit`. */
function begin(
  thread: Thread,
  message: UserInput | undefined,
  options: TurnOptions,
  replaced: ReplacedMessage | undefined,
): Promise<Turn> {
  if (message === undefined) return resume(thread, options);
  if (replaced === undefined) return thread.send(message, options);
  return thread.edit(replaced.message, message, { ...options, files: replaced.files });
}

/** Continues the interrupted turn. Errors: `SettingsError` when there is none; those of `Thread.resume`. */
async function resume(thread: Thread, options: TurnOptions): Promise<Turn> {
  const turn = thread.resume(options);
  if (turn === undefined)
    throw new SettingsError('Nothing was interrupted: say what is to be done next.', { setting: 'resume' });
  await thread.settled();
  return turn;
}

/** Shows the events of a turn up to its end, which it resolves to; cancels the turn when nobody looks any more. */
async function readTurn(
  turn: Turn,
  events: AsyncIterable<ThreadEvent>,
  {
    past,
    screen,
    next,
    onAttached,
    onJump,
  }: {
    readonly past: readonly ThreadEntry[];
    readonly screen: TurnScreen;
    readonly next: NextMessage;
    readonly onAttached?: (attachments: readonly Attachment[]) => Promise<void>;
    readonly onJump?: (jump: EntryOf<'jump'>) => Promise<void>;
  },
): Promise<TurnOutcome> {
  const feed = new TurnFeed(turn.id);
  const began = past.findIndex((entry) => entry.kind === 'turn_began' && entry.turn === turn.id);
  if (began !== -1) feed.resume(past.slice(began + 1));
  try {
    for await (const event of events) {
      if (event.type === 'entry' && event.entry.kind === 'user_message' && event.entry.turn === turn.id)
        await onAttached?.(event.entry.attachments);
      if (event.type === 'entry' && event.entry.kind === 'jump') await onJump?.(event.entry);
      for (const taken of feed.take(event)) {
        const told = addRemedy(taken, next);
        await screen.show(told);
        if (told.type === 'answer' || told.type === 'error') return told;
      }
      if (!screen.isGone) continue;
      turn.cancel();
      return await turn.result();
    }
  } catch (error) {
    // The store has failed, which the outcome of the turn says.
    if (!turn.isOver) throw error;
  }
  const outcome = addRemedy(await turn.result(), next);
  await screen.show(outcome);
  return outcome;
}
