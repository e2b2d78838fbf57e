import { omitUndefined } from '../../../../actors/protocol/json/omit-undefined.js';
import type { ThreadId } from '../../../../actors/protocol/thread.js';
import type { ThreadDamage } from '../../../../actors/protocol/thread-store.js';
import type { Loss } from './log-content.js';

/** Describes a loss to a person, as sentences. */
export function describeLoss(thread: ThreadId, path: string, loss: Loss): ThreadDamage {
  const { kind, seqs } = loss;
  return {
    place: path,
    ...omitUndefined({ seqs }),
    kind: kind === 'torn' ? 'torn' : 'damaged',
    sentence: sentenceOf(thread, path, loss),
  };
}

function sentenceOf(thread: ThreadId, path: string, { kind, seqs, after, reason = '' }: Loss): string {
  const place = `The conversation ${thread} is damaged in ${path}`;
  if (kind === 'unreadable') return `${place}: the file cannot be read (${reason}). It was left as it is.`;
  if (kind === 'foreign')
    return `${place}: there are bytes that are no entry. No entry was lost, and the bytes were left there.`;
  if (kind === 'torn') {
    const which = seqs === undefined ? 'An entry' : `Entry ${seqs.from}`;
    return `${which} of the conversation ${thread} was not written to its end when a program or the computer stopped, and is ignored: ${path}`;
  }
  if (seqs === undefined) {
    const where = after === undefined ? 'at its end' : `behind entry ${after}`;
    return `${place}: what is ${where} cannot be read and is left out. The damaged bytes were left there.`;
  }
  const which = seqs.from === seqs.to ? `entry ${seqs.from} is` : `entries ${seqs.from} to ${seqs.to} are`;
  return `${place}: ${which} lost and left out. The other entries are there, and the damaged bytes were left, too.`;
}
