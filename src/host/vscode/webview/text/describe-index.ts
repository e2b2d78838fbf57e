import type { ViewStatus } from '../../../../actors/protocol/ui.js';
import { toVisibleName } from '../../../markdown/visible-text.js';
import { STATUS_TEXTS } from '../../words/view-words.js';

/** What is wrong with the index, or what it does, as a short sentence; `undefined` while there is nothing to say. */
export function describeIndex({ phase, files, reason }: ViewStatus['index']): string | undefined {
  const why = reason === undefined ? '.' : `: ${toVisibleName(reason)}`;
  switch (phase) {
    case 'none':
    case 'ready':
      return undefined;
    case 'idle':
      return STATUS_TEXTS.indexStarting;
    case 'scanning':
      return STATUS_TEXTS.indexing(files);
    case 'degraded':
      return STATUS_TEXTS.indexIncomplete + why;
    case 'failed':
      return STATUS_TEXTS.indexFailed + why;
    default:
      return STATUS_TEXTS.indexRestarting + why;
  }
}

/** Whether the index is at work, which is worth a word only when it takes long. */
export function isAtWork({ phase }: ViewStatus['index']): boolean {
  return phase === 'idle' || phase === 'scanning';
}

/** Whether restarting the index may help. */
export function mayRestart({ phase }: ViewStatus['index']): boolean {
  return phase === 'degraded' || phase === 'failed';
}
