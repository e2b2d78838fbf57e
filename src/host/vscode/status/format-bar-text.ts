import type { ViewStatus } from '../../../actors/protocol/ui.js';
import { BAR_TEXTS } from '../words/editor-words.js';

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
  const say = (text: string, details: string, kind: BarText['kind'] = 'plain'): BarText => ({
    text,
    details: reason === undefined ? details : `${details} ${reason}`,
    kind,
  });
  if (activity === 'asking') return say(`$(bell-dot) ${BAR_TEXTS.asks}`, BAR_TEXTS.asksDetails, 'warning');
  if (phase === 'failed') return say(`$(error) ${BAR_TEXTS.noIndex}`, BAR_TEXTS.noIndexDetails, 'error');
  if (activity === 'working') return say(`$(loading~spin) ${BAR_TEXTS.name}`, BAR_TEXTS.working);
  switch (phase) {
    case 'degraded':
      return say(`$(warning) ${BAR_TEXTS.name}`, BAR_TEXTS.incomplete(files), 'warning');
    case 'restarting':
      return say(`$(loading~spin) ${BAR_TEXTS.restarting}`, BAR_TEXTS.restartingDetails, 'warning');
    case 'idle':
    case 'scanning':
      return isSlow
        ? say(`$(loading~spin) ${BAR_TEXTS.indexing(files)}`, BAR_TEXTS.indexingDetails)
        : say(`$(comment-discussion) ${BAR_TEXTS.name}`, BAR_TEXTS.indexingDetails);
    case 'ready':
      return say(`$(comment-discussion) ${BAR_TEXTS.name}`, BAR_TEXTS.ready(files));
    default:
      return say(`$(comment-discussion) ${BAR_TEXTS.name}`, BAR_TEXTS.open);
  }
}
