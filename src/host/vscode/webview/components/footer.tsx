import type { ViewStatus } from '../../../../actors/protocol/ui.js';
import { memo } from '../lib/memo.js';
import type { Dispatch } from '../state/action.js';
import { describeIndex, mayRestart } from '../text/describe-index.js';
import { toVisibleName } from '../../../markdown/visible-text.js';

interface Props {
  readonly status: ViewStatus;
  readonly dispatch: Dispatch;
}

/** The state of the index, and the model in use. */
export const Footer = memo<Props>(function Footer({ status, dispatch }) {
  const { index, provider, model, isTrusted } = status;
  return (
    <footer class="bar">
      {/* A running count is not announced, only its result. */}
      <div class="status" role="status" data-phase={index.phase} aria-busy={index.phase === 'scanning'}>
        <span>{describeIndex(index)}</span>{' '}
        <span>
          {toVisibleName(provider)}: <bdi>{toVisibleName(model)}</bdi>
        </span>{' '}
        {!isTrusted && <span>Restricted mode: only reading</span>}
      </div>
      {mayRestart(index) && (
        <button
          type="button"
          onClick={() => dispatch({ type: 'tell', message: { type: 'command', command: 'restartIndex' } })}
        >
          Restart index
        </button>
      )}
    </footer>
  );
});
