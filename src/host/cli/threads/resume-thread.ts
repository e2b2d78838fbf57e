import { SettingsError } from '../../../actors/protocol/errors.js';
import type { ThreadId } from '../../../actors/protocol/thread.js';
import { findOpenTurn } from '../../../actors/threads/open-turn.js';
import type { Thread } from '../../engine/thread.js';
import type { FileThreadLibrary } from '../../node/threads/library/file-thread-library.js';
import { findThread } from './find-thread.js';
import type { ThreadFlags } from './open-library.js';

/**
 * The thread that the options name, if they name one.
 * Errors: `ThreadNotFoundError`; `SettingsError` when several threads are meant, there is none, or another program has it.
 */
export async function findNamedThread(
  library: FileThreadLibrary | undefined,
  { resume, continue: isContinued }: ThreadFlags,
): Promise<ThreadId | undefined> {
  if (library === undefined || (typeof resume !== 'string' && isContinued !== true)) return undefined;
  const threads = await library.list();
  if (typeof resume === 'string') return checkFree(library, findThread(resume, threads).id);
  const newest = threads.find(({ isArchived, messages }) => !isArchived && messages > 0);
  if (newest === undefined)
    throw new SettingsError('There is no conversation of this folder to continue.', { setting: 'continue' });
  return checkFree(library, newest.id);
}

/** Claims a thread for this program until it ends. Errors: `SettingsError` while another one has it open. */
export async function checkFree(library: FileThreadLibrary, thread: ThreadId): Promise<ThreadId> {
  if ((await library.claim(thread)) === 'elsewhere')
    throw new SettingsError(
      `Another window or program has the thread ${thread} open: close it there, or copy it with "troupe threads duplicate ${thread}".`,
      { setting: 'resume' },
    );
  return thread;
}

/** What was interrupted in the last turn, as a sentence; `undefined` when it has ended. */
export function describeInterruption(thread: Pick<Thread, 'branch'>): string | undefined {
  const open = findOpenTurn(thread.branch);
  if (open === undefined || open.last !== undefined) return undefined;
  const ran = open.calls.filter(({ result, isObserved }) => result !== undefined && !isObserved);
  const waited = open.calls.filter(({ result }) => result === undefined);
  const names = (calls: typeof ran): string => calls.map(({ call }) => call.name).join(', ');
  if (ran.length > 0)
    return `The last turn was interrupted while ${names(ran)} ran: it may have had effects, and is not run again.`;
  if (waited.length > 0) return `The last turn was interrupted before ${names(waited)} ran.`;
  return 'The last turn was interrupted while the model worked.';
}
