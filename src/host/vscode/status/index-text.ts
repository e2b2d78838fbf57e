import type { ViewStatus } from '../../../actors/protocol/ui.js';

/** What the status bar says of the index. */
export interface IndexText {
  /** With the editor's icons, as in `$(check)`. */
  readonly text: string;
  /** The same for ears, without icons. */
  readonly spoken: string;
  readonly kind: 'plain' | 'warning' | 'error';
}

/** The index in a few words; `undefined` while there is nothing to say. */
export function indexText({ phase, files }: ViewStatus['index']): IndexText | undefined {
  const count = `${files.toLocaleString('en-US')} ${files === 1 ? 'file' : 'files'}`;
  const say = (icon: string, words: string, kind: IndexText['kind'] = 'plain'): IndexText => ({
    text: `$(${icon}) Troupe: ${words}`,
    spoken: `Troupe index: ${words}`,
    kind,
  });
  switch (phase) {
    case 'none':
      return undefined;
    case 'idle':
      return say('sync~spin', 'starting');
    case 'scanning':
      return say('sync~spin', `scanning ${count}`);
    case 'ready':
      return say('check', count);
    case 'degraded':
      return say('warning', `degraded, ${count}`, 'warning');
    case 'restarting':
      return say('sync~spin', 'restarting', 'warning');
    case 'failed':
      return say('error', 'index failed', 'error');
    default:
      return phase satisfies never;
  }
}
