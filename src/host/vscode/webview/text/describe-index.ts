import type { ViewStatus } from '../../../../actors/protocol/ui.js';
import { formatCount } from './format-count.js';
import { toVisibleName } from '../../../markdown/visible-text.js';

/** What is wrong with the index, or what it does, as a short sentence; `undefined` while there is nothing to say. */
export function describeIndex({ phase, files, reason }: ViewStatus['index']): string | undefined {
  const why = reason === undefined ? '.' : `: ${toVisibleName(reason)}`;
  switch (phase) {
    case 'none':
    case 'ready':
      return undefined;
    case 'idle':
      return 'Starting the index…';
    case 'scanning':
      return `Indexing the folder: ${formatCount(files, 'file')} so far`;
    case 'degraded':
      return `The index is incomplete${why}`;
    case 'failed':
      return `The index failed${why}`;
    default:
      return `Restarting the index${why}`;
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
