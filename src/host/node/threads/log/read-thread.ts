import { join } from 'node:path';
import { errorCode } from '../../../../actors/protocol/errors/error-code.js';
import { messageOf } from '../../../../actors/protocol/errors/message-of.js';
import type { EntryOf, ThreadEntry, ThreadId } from '../../../../actors/protocol/thread.js';
import type { ThreadDamage } from '../../../../actors/protocol/thread-store.js';
import type { ThreadOrigin } from '../../../../actors/threads/merge-entries.js';
import { describeLoss } from './describe-loss.js';
import { readFirstFormat } from './first-format.js';
import type { LogContent, Loss } from './log-content.js';
import { sealedNameOf } from './log-name.js';
import { readLog } from './read-log.js';
import { isFirstFormat, listThreadFiles } from './thread-files.js';

/** Everything that the files of a thread have. */
export interface ThreadContent {
  /** The entries of each file. */
  readonly sources: readonly (readonly ThreadEntry[])[];
  readonly origin: ThreadOrigin;
  readonly damages: readonly ThreadDamage[];
}

/** Reads all files of a thread. What cannot be read of them is damage. Errors: those of listing the folder. */
export async function readThread(folder: string, thread: ThreadId): Promise<ThreadContent> {
  const contents: LogContent[] = [];
  for (const name of await listThreadFiles(folder, thread))
    contents.push(await readFile(join(folder, name), thread));
  const headers = contents.flatMap(({ header }) => (header === undefined ? [] : [header]));
  const first = headers.find((header) => header.first !== undefined)?.first;
  const damages = contents.flatMap((content) =>
    content.losses
      .filter((loss) => !isKeptElsewhere(loss, content, contents))
      .map((loss) => describeLoss(thread, content.path, loss)),
  );
  return {
    sources: contents.map(({ entries }) => entries),
    origin: {
      ...(first === undefined ? {} : { first: first satisfies EntryOf<'thread'> }),
      ...(headers.length === 0
        ? {}
        : { version: headers.reduce((most, { version }) => Math.max(most, version), 0) }),
    },
    damages,
  };
}

async function readFile(path: string, thread: ThreadId): Promise<LogContent> {
  try {
    return await (isFirstFormat(path) ? readFirstFormat(path) : readLog(path, thread));
  } catch (error) {
    // Its writer has compressed it since it was listed.
    if (isMissing(error) && path.endsWith('.log')) return readFile(join(sealedNameOf(path)), thread);
    const reason = messageOf(error);
    const losses: readonly Loss[] = [{ kind: 'unreadable', reason }];
    return { path, writer: '', entries: [], losses };
  }
}

/** Whether another file of the same writer, such as the compressed one beside a plain one, has what one has lost. */
function isKeptElsewhere({ seqs }: Loss, { path, writer }: LogContent, all: readonly LogContent[]): boolean {
  if (seqs === undefined) return false;
  const others = all.filter((content) => content.writer === writer && content.path !== path);
  if (others.length === 0) return false;
  const kept = new Set(others.flatMap(({ entries }) => entries.map(({ seq }) => seq)));
  for (let seq = seqs.from; seq <= seqs.to; seq += 1) if (!kept.has(seq)) return false;
  return true;
}

function isMissing(error: unknown): boolean {
  return errorCode(error) === 'ENOENT';
}
