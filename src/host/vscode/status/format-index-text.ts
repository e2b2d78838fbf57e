import type { ViewStatus } from '../../../actors/protocol/ui.js';

/** The index as the status bar shows it. */
interface IndexText {
  /** With the editor's icons, as in `$(check)`. */
  readonly text: string;
  /** For screen readers, without icons. */
  readonly spoken: string;
  readonly kind: 'plain' | 'warning' | 'error';
}

/** A short text about the index; `undefined` while there is no index. */
export function formatIndexText({ phase, files }: ViewStatus['index']): IndexText | undefined {
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
