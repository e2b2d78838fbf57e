import type { UserInput } from '../../actors/protocol/attachment.js';
import type { ReadLog } from '../../actors/protocol/file-changes.js';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type { ThreadRecord } from '../../actors/threads/thread-record.js';
import { listUnread } from '../../actors/threads/to-messages.js';
import { type Message, type AttachmentReader, resolveMessage } from './resolve-attachments.js';
import type { StepQueue } from './steps/step-queue.js';
import type { Turn, TurnPlan } from './turn.js';

/** A message, and the turn that it may begin. */
export interface MessageToSend {
  readonly input: string | UserInput;
  readonly plan: TurnPlan;
}

/** Begins a turn with a message whose attachments have been read. */
export type BeginTurn = (message: Message, signal: AbortSignal) => Promise<Turn>;

interface Enqueued {
  readonly parts: AttachmentReader;
  readonly reads: ReadLog;
  readonly steps: StepQueue;
  /** The record, as long as the thread is open. Errors: `DisposedError`. */
  readonly open: () => ThreadRecord;
  /** The signal of the caller, who is told its reason. */
  readonly caller: AbortSignal | undefined;
  readonly message: MessageToSend;
  readonly begin: BeginTurn;
}

/**
 * Reads a message and begins a turn behind the steps before it. Resolves once everything recorded in it is stored.
 * Errors: `DisposedError`, and the reason of `caller`, until `begin` is called.
 */
export async function enqueueTurn({
  parts,
  reads,
  steps,
  open,
  caller,
  message: { input, plan },
  begin,
}: Enqueued): Promise<Turn> {
  const record = open();
  caller?.throwIfAborted();
  const turn = await steps.run(async (cancelled) => {
    if (record.failure !== undefined) throw record.failure.error;
    const signal = caller === undefined ? cancelled : AbortSignal.any([cancelled, caller]);
    const message = await resolveMessage(parts, input, { reads, signal, plan });
    open();
    caller?.throwIfAborted();
    const begun = await begin(message, signal);
    if (signal.aborted) begun.cancel();
    return begun;
  });
  await record.settled();
  return turn;
}

/** Takes back a message that no request had yet. Resolves to whether there was one. Errors: as `Thread.withdraw`. */
export async function withdrawMessage(record: ThreadRecord, message: string): Promise<boolean> {
  const sent = record.findMessage(message);
  if (!listUnread(record.branch).includes(sent.id)) return false;
  const place = omitUndefined({ turn: sent.turn });
  await record.appendStored({ kind: 'message_withdrawn', message: sent.id }, place);
  return true;
}
