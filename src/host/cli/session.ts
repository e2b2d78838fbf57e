import { systemClock } from '../../actors/runtime/clock.js';
import type { Host, HostOptions } from '../api.js';
import { checkpointOptionsOf } from '../node/checkpoints/checkpoint-settings.js';
import { openApprovalFile } from '../node/approval-store.js';
import { readSettingsFile } from '../node/settings-file.js';
import { stateDirectory } from '../node/state-directory.js';
import type { Interrupts } from './terminal/interrupts.js';
import type { Output } from './terminal/output.js';
import type { QuestionQueue } from './terminal/question-queue.js';
import { type Progress, watchScan } from './turn/progress.js';

/** The options that every command takes. */
export interface GlobalOptions {
  /** Default: the working directory. */
  readonly root?: string;
  readonly json?: boolean;
}

/** The output streams of a command, its interrupts, and the questions to its person. */
export interface Session {
  readonly out: Output;
  /** Standard error. */
  readonly err: Output;
  readonly interrupts: Interrupts;
  readonly questions: QuestionQueue;
  readonly progress: Progress;
  readonly isJson: boolean;
  readonly root: string;
}

/**
 * Runs work on a host over the root, and disposes of the host afterwards, also on failure. Resolves to the exit code.
 */
export async function withHost(
  session: Session,
  options: Omit<HostOptions, 'roots'>,
  work: (host: Host) => Promise<number>,
): Promise<number> {
  const { root, interrupts, progress } = session;
  if (interrupts.left.aborted) return interrupts.exitCode;
  const store = openApprovalFile(process.env, [root]);
  // Loaded on demand: neither a listing nor the help text needs it.
  const { createHost } = await import('../api.js');
  const host = await createHost({
    ...(options.threadStore === undefined
      ? {}
      : { checkpoints: checkpointOptionsOf(await readSettingsFile(process.env), stateDirectory()) }),
    ...options,
    roots: [root],
    ...(store === undefined ? {} : { approvalStore: store }),
  });
  void host.recovered.then((recovered) => {
    for (const { outcome, paths } of recovered)
      void notify(
        session,
        outcome === 'refused'
          ? `the journal of changes has a record that leads outside of the workspace; it was left alone: ${paths.join(', ')}`
          : `changes that were cut off are ${outcome}: ${paths.join(', ')}`,
      );
  });
  const stopProgress = watchScan(host.workspace, progress, systemClock);
  try {
    const left = new Promise<number>((resolve) => {
      const leave = (): void => {
        resolve(interrupts.exitCode);
      };
      if (interrupts.left.aborted) leave();
      else interrupts.left.addEventListener('abort', leave);
    });
    const working = work(host);
    // After the person has left, the outcome does not matter.
    working.catch(() => undefined);
    return await Promise.race([working, left]);
  } finally {
    stopProgress();
    await host[Symbol.asyncDispose]();
  }
}

/** `warn` for what may come at any time: not in the midst of a question. */
export function notify(
  { err, questions }: Pick<Session, 'err' | 'questions'>,
  message: string,
): Promise<void> {
  return questions.tell(() => warn(err, message));
}

/** Prints a message for the person to standard error. */
export function warn(err: Output, message: string): Promise<void> {
  return err.line(`troupe: ${err.sanitize(message)}`);
}
