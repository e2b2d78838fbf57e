import { toVisibleName } from '../../../markdown/visible-text.js';
import { formatCount } from './format-count.js';

export const PLACEHOLDER = 'Ask, or type @ to point at files';

/** What the buttons below the message do. */
export const TITLES = {
  attach: 'Attach files and pictures',
  mention: 'Mention a file, the selection, problems and more (@)',
  send: 'Send (Enter)',
  queue: 'Send at the next step (Enter). Ctrl+Enter interrupts and sends now.',
  stop: 'Stop (Escape)',
} as const;

/** What is said above the messages that wait. */
export const QUEUED = {
  running: 'Sent at the next step:',
  stopped: 'Sent with your next message:',
} as const;

/** What the list says when it is empty. */
export function describeNothingFound(query: string): string {
  if (query === '') return 'Type a part of a file name.';
  if (query === '#') return 'Type a part of the name of a symbol.';
  if (query.startsWith('#')) return `No symbol matches “${toVisibleName(query.slice(1))}”.`;
  return `No file matches “${toVisibleName(query)}”.`;
}

/** How full the context window of the model is. */
export function describeWindow(percent: number, usedTokens: number, windowTokens: number): string {
  const counts = `${formatCount(usedTokens, 'token')} of ${formatCount(windowTokens, 'token')}`;
  return `The conversation fills ${percent}% of what the model can read at once: ${counts}.`;
}
