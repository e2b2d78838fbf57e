import type { ViewStatus } from '../../../../../actors/protocol/ui.js';
import { toVisibleName } from '../../../../markdown/visible-text.js';
import { memo } from '../../lib/memo.js';
import type { Dispatch } from '../../state/action.js';
import { describeModel } from '../../text/describe-model.js';
import { Icon } from '../parts/icon.js';
import { MiddleCut } from '../parts/middle-cut.js';
import { ModeMenu } from './mode-menu.js';
import { UsageButton } from './usage-button.js';
import { MODEL_TEXTS } from '../../../words/model-words.js';
import { COMPOSER_TEXTS } from '../../../words/view-words.js';

interface Props {
  readonly status: ViewStatus;
  readonly canSend: boolean;
  readonly isRunning: boolean;
  /** Begins a mention in the message box. */
  readonly onMention: () => void;
  readonly dispatch: Dispatch;
}

/** The row in the composer: what to attach, the mode, the model, how full its window is, and send or stop. */
export const Toolbar = memo<Props>(function Toolbar({ status, canSend, isRunning, onMention, dispatch }) {
  const { name, whole } = describeModel(status);
  const model = toVisibleName(whole);
  return (
    <div class="toolbar">
      <button
        type="button"
        class="quiet icon"
        aria-label={COMPOSER_TEXTS.attach}
        title={COMPOSER_TEXTS.attachTitle}
        onClick={() => dispatch({ type: 'tell', message: { type: 'command', command: 'attachFiles' } })}
      >
        <Icon name="attach" />
      </button>
      <button
        type="button"
        class="quiet icon"
        aria-label={COMPOSER_TEXTS.mention}
        title={COMPOSER_TEXTS.mentionTitle}
        onClick={onMention}
      >
        <Icon name="mention" />
      </button>
      <ModeMenu mode={status.mode} isTrusted={status.isTrusted} dispatch={dispatch} />
      <button
        type="button"
        class="quiet model"
        aria-label={MODEL_TEXTS.current(model)}
        title={model}
        onClick={() => dispatch({ type: 'tell', message: { type: 'command', command: 'selectModel' } })}
      >
        <Icon name="chip" />
        <span class="words">
          <MiddleCut text={name} />
        </span>
      </button>
      <UsageButton context={status.context} usage={status.usage} />
      <span class="end">
        {isRunning && (
          <button
            type="button"
            class="icon stop"
            aria-label={COMPOSER_TEXTS.stop}
            title={COMPOSER_TEXTS.stopTitle}
            onClick={() => dispatch({ type: 'tell', message: { type: 'stop' } })}
          >
            <Icon name="debug-stop" />
          </button>
        )}
        <button
          type="submit"
          class="primary icon"
          aria-label={isRunning ? COMPOSER_TEXTS.queue : COMPOSER_TEXTS.send}
          title={isRunning ? COMPOSER_TEXTS.queueTitle : COMPOSER_TEXTS.sendTitle}
          disabled={!canSend}
        >
          <Icon name="arrow-up" />
        </button>
      </span>
    </div>
  );
});
