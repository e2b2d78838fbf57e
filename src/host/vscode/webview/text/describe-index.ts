import type { ViewStatus } from '../../../../actors/protocol/ui.js';
import { formatCount } from './format-count.js';
import { toVisibleName } from '../../../markdown/visible-text.js';

/** The state of the index as a short sentence. */
export function describeIndex({ phase, files, reason }: ViewStatus['index']): string {
  const why = reason === undefined ? '' : `: ${toVisibleName(reason)}`;
  switch (phase) {
    case 'none':
      return `No folder${why}`;
    case 'idle':
      return `Index not started${why}`;
    case 'scanning':
      return `Scanning, ${formatCount(files, 'file')}${why}`;
    case 'ready':
      return `Index ready, ${formatCount(files, 'file')}${why}`;
    case 'degraded':
      return `Index degraded${why}`;
    case 'failed':
      return `Index failed${why}`;
    default:
      return `Restarting the index${why}`;
  }
}

/** Whether restarting the index may help. */
export function mayRestart({ phase }: ViewStatus['index']): boolean {
  return phase === 'degraded' || phase === 'failed';
}
