import type { RootStatus } from '../../../actors/protocol/workspace.js';
import { joinSentences } from '../../../actors/protocol/sentences.js';
import type { ViewStatus } from '../../../actors/protocol/ui.js';
import type { HostState } from '../engine/lazy-host.js';
import { BAR_TEXTS } from '../words/editor-words.js';

/** The combined state of all roots' indexes, for the view and the status bar. */
export function getIndexState(host: HostState): ViewStatus['index'] {
  switch (host.status) {
    case 'closed':
      return { phase: 'none', files: 0 };
    case 'starting':
      return { phase: 'idle', files: 0 };
    case 'failed':
      return { phase: 'failed', files: 0, reason: host.error.message };
    default:
      return host.isEmpty === true ? { phase: 'none', files: 0 } : openIndexState(host);
  }
}

function openIndexState({
  life,
  roots,
  missing,
}: Extract<HostState, { status: 'open' }>): ViewStatus['index'] {
  const files = roots.reduce((sum, root) => sum + root.files, 0);
  switch (life) {
    case 'starting':
      return { phase: 'idle', files: 0 };
    case 'restarting':
      return { phase: 'restarting', files, reason: BAR_TEXTS.indexRestarts };
    case 'failed':
      return {
        phase: 'failed',
        files: 0,
        reason: BAR_TEXTS.indexStopped,
      };
    default: {
      const reasons = [
        ...missing.map(({ message }) => message),
        ...roots.flatMap(({ reason }) => (reason === undefined ? [] : [reason])),
      ];
      const phase = phaseOf(roots, missing.length > 0);
      return { phase, files, ...(reasons.length === 0 ? {} : { reason: joinSentences(...reasons) }) };
    }
  }
}

/** The phase to show when roots differ: work in progress first, then problems. */
function phaseOf(roots: readonly RootStatus[], isOneMissing: boolean): RootStatus['phase'] {
  const phases = new Set(roots.map(({ phase }) => phase));
  if (phases.size === 0 || phases.has('scanning') || phases.has('idle')) return 'scanning';
  if (phases.size === 1 && phases.has('failed')) return 'failed';
  return isOneMissing || phases.has('failed') || phases.has('degraded') ? 'degraded' : 'ready';
}
