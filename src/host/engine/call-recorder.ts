import type { CallRecording, Checkpoints } from '../../actors/protocol/checkpoints.js';
import { messageOf } from '../../actors/protocol/errors/message-of.js';
import type { FileChanges, ReadLog } from '../../actors/protocol/file-changes.js';
import type { BodyOf, TurnId } from '../../actors/protocol/thread.js';
import type { ThreadRecord } from '../../actors/threads/thread-record.js';
import type { TimeTravel } from './time-travel.js';

interface RecorderOptions {
  readonly checkpoints: Checkpoints;
  /** How tools change files. */
  readonly changes?: FileChanges;
  readonly thread: ThreadRecord;
  readonly turn: TurnId;
  readonly travel: TimeTravel;
  /** Forgets the files that commands change: what the conversation has read of them is no reason to refuse an edit. */
  readonly reads: ReadLog;
  readonly warn: (sentence: string) => void;
  /** Aborts when the turn is over. */
  readonly ended: AbortSignal;
}

/** Records what the calls of one turn do to files. What a call does after its turn was cancelled is recorded as well. */
export class CallRecorder {
  readonly #options: RecorderOptions;
  /** The commands whose state before them is kept, and that have not ended. */
  readonly #open = new Map<string, () => Promise<void>>();
  readonly #warned = new Set<string>();

  constructor(options: RecorderOptions) {
    this.#options = options;
    // A command that was permitted and never began has ended as well.
    options.ended.addEventListener('abort', () => {
      for (const callId of this.#open.keys()) this.#options.travel.track(this.#end(callId));
    });
  }

  /** The port through which a call of a file tool changes files; `undefined` when the tools have none. */
  portFor(callId: string): FileChanges | undefined {
    const { checkpoints, changes } = this.#options;
    return changes === undefined
      ? undefined
      : checkpoints.recordEdits(changes, this.#recording(callId, 'edit'));
  }

  /** Keeps what a command may destroy. Errors: the signal's reason. */
  async before(callId: string, signal: AbortSignal): Promise<void> {
    const begun = this.#options.checkpoints.beforeCommand(this.#recording(callId, 'command'), signal);
    this.#options.travel.track(begun);
    const end = await begun;
    this.#open.set(callId, end);
    if (this.#options.ended.aborted) this.#options.travel.track(this.#end(callId));
  }

  /** Runs a call, and then records what became of files, however it ended. */
  async around<Value>(callId: string, run: () => Promise<Value>): Promise<Value> {
    const end = this.#open.get(callId);
    this.#open.delete(callId);
    const running = this.#runAndEnd(run, end);
    this.#options.travel.track(running);
    return running;
  }

  async #runAndEnd<Value>(run: () => Promise<Value>, end: (() => Promise<void>) | undefined): Promise<Value> {
    try {
      return await run();
    } finally {
      await this.#guard(end);
    }
  }

  async #end(callId: string): Promise<void> {
    const end = this.#open.get(callId);
    this.#open.delete(callId);
    await this.#guard(end);
  }

  async #guard(end: (() => Promise<void>) | undefined): Promise<void> {
    try {
      await end?.();
    } catch (error) {
      const reason = messageOf(error);
      this.#warn(`What the command has changed could not be recorded: ${reason}`);
    }
  }

  #recording(callId: string, cause: BodyOf<'checkpoint'>['cause']): CallRecording {
    const { thread, turn, reads } = this.#options;
    return {
      thread: thread.id,
      callId,
      onCheckpoint: async (versions, uncovered) => {
        const more = uncovered === undefined || uncovered.length === 0 ? {} : { uncovered };
        thread.append({ kind: 'checkpoint', cause, callId, versions, ...more }, { turn });
        await thread.settled();
      },
      onChanged: (changes) => {
        // An edit is refused for what somebody else has changed; a formatter of the agent's own is nobody else.
        if (cause === 'command') for (const { path } of changes) reads.delete(path);
        if (changes.length > 0)
          thread.append({ kind: 'files_changed', by: 'call', callId, changes }, { turn });
      },
      onProblem: (sentence) => {
        this.#warn(sentence);
      },
    };
  }

  /** Says each problem once a turn. */
  #warn(sentence: string): void {
    if (this.#warned.has(sentence)) return;
    this.#warned.add(sentence);
    this.#options.warn(sentence);
  }
}
