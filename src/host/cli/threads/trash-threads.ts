import { toJsonLine } from '../draw/to-json-line.js';
import { SettingsError } from '../../../actors/protocol/errors.js';
import { countOf } from '../../../actors/tools/text/count-of.js';
import { canAsk } from '../approvals/can-ask.js';
import { askAlone } from '../terminal/ask-alone.js';
import { formatBytes } from '../../../actors/tools/text/format-bytes.js';
import { ExitCode } from '../terminal/exit-codes.js';
import { titleForPerson } from './draw-threads.js';
import { findThread, shortenId } from './find-thread.js';
import { report, type ThreadsContext } from './threads-context.js';

/** The options of `troupe threads purge`. */
export interface PurgeOptions {
  readonly all?: boolean;
  readonly yes?: boolean;
}

export async function deleteThreads(context: ThreadsContext, starts: readonly string[]): Promise<number> {
  const { session, library } = context;
  const threads = await library.list();
  for (const thread of new Set(starts.map((start) => findThread(start, threads)))) {
    await library.delete(thread.id);
    const title = titleForPerson(thread, session.out);
    const back = `troupe threads restore ${shortenId(thread.id, threads)}`;
    await report(context, 'deleted', thread.id, `Deleted: ${title} ("${back}" takes it back)`);
  }
  return ExitCode.ok;
}

export async function restoreThreads(context: ThreadsContext, starts: readonly string[]): Promise<number> {
  const { session, library } = context;
  const deleted = await library.listDeleted();
  for (const thread of new Set(starts.map((start) => findThread(start, deleted)))) {
    await library.restore(thread.id);
    await report(context, 'restored', thread.id, `Restored: ${titleForPerson(thread, session.out)}`);
  }
  return ExitCode.ok;
}

/** Says what it will free, and asks on a terminal. */
export async function purgeThreads(
  { session, library }: ThreadsContext,
  starts: readonly string[],
  { all = false, yes = false }: PurgeOptions,
): Promise<number> {
  const { out, err, isJson } = session;
  if ((starts.length === 0) !== all)
    throw new SettingsError('Say which: troupe threads purge ID, or --all (see troupe threads --deleted).', {
      setting: 'purge',
    });
  const deleted = await library.listDeleted();
  const chosen = all ? deleted : [...new Set(starts.map((start) => findThread(start, deleted)))];
  const bytes = chosen.reduce((sum, thread) => sum + thread.bytes, 0);
  const what = `${countOf(chosen.length, 'conversation')}, ${formatBytes(bytes)}`;
  if (chosen.length > 0 && !yes) {
    if (!canAsk(err) || isJson)
      throw new SettingsError(`This deletes for good: ${what}. Say --yes to do so.`, { setting: 'yes' });
    for (const thread of chosen)
      await err.line(`  ${titleForPerson(thread, err)} (${formatBytes(thread.bytes)})`);
    const answer = await askAlone(session, `Delete for good: ${what}? [y]es  [n]o`, ['y', 'n']);
    if (answer !== 'y') return ExitCode.denied;
  }
  const freed = await library.purge(chosen.map(({ id }) => id));
  await out.line(
    isJson
      ? toJsonLine({ done: 'purged', ids: chosen.map(({ id }) => id), bytes: freed })
      : `Deleted for good: ${countOf(chosen.length, 'conversation')}, ${formatBytes(freed)} freed.`,
  );
  return ExitCode.ok;
}
