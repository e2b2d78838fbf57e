import type { ViewStatus } from '../../../actors/protocol/ui.js';

/** What Troupe is doing. */
export type Activity = 'idle' | 'working' | 'asking';

/** The text of the status bar item. */
export interface BarText {
  /** With the editor's icons, as in `$(check)`. */
  readonly text: string;
  /** What the text leaves out, as sentences, for the tooltip and for screen readers. */
  readonly details: string;
  readonly kind: 'plain' | 'warning' | 'error';
}

/**
 * The state of Troupe in a few words. The index is mentioned only while it is not as it should be; `isSlow` says whether
 * it has been working for so long that a person may wonder.
 */
export function formatBarText(index: ViewStatus['index'], activity: Activity, isSlow: boolean): BarText {
  const { phase, files, reason } = index;
  const count = `${files.toLocaleString('en-US')} ${files === 1 ? 'file' : 'files'}`;
  const say = (text: string, details: string, kind: BarText['kind'] = 'plain'): BarText => ({
    text,
    details: reason === undefined ? details : `${details} ${reason}`,
    kind,
  });
  if (activity === 'asking')
    return say('$(bell-dot) Troupe asks', 'Troupe waits for your answer.', 'warning');
  if (phase === 'failed') return say('$(error) Troupe: no index', 'The index of files has failed.', 'error');
  if (activity === 'working') return say('$(loading~spin) Troupe', 'Troupe is working.');
  switch (phase) {
    case 'degraded':
      return say('$(warning) Troupe', `The index of files is not complete: ${count}.`, 'warning');
    case 'restarting':
      return say('$(loading~spin) Troupe: restarting', 'The index of files is being restarted.', 'warning');
    case 'idle':
    case 'scanning':
      return isSlow
        ? say(`$(loading~spin) Troupe: ${count}`, 'The files are being indexed.')
        : say('$(comment-discussion) Troupe', 'The files are being indexed.');
    case 'ready':
      return say('$(comment-discussion) Troupe', `Ready. ${count} indexed.`);
    default:
      return say('$(comment-discussion) Troupe', 'Open the chat.');
  }
}
