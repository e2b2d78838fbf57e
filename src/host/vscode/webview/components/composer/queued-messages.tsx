import { memo } from '../../lib/memo.js';
import type { Dispatch } from '../../state/action.js';
import type { QueuedMessage } from '../../state/queue.js';
import { plainText } from '../../../../markdown/visible-text.js';
import { Icon } from '../parts/icon.js';
import { describeAttachment } from '../parts/attachment-chip.js';
import { COMPOSER_TEXTS } from '../../../words/view-words.js';

interface Props {
  readonly queued: readonly QueuedMessage[];
  readonly isRunning: boolean;
  readonly dispatch: Dispatch;
}

/** The messages that the model has not read, which can be changed and removed until then. */
export const QueuedMessages = memo<Props>(function QueuedMessages({ queued, isRunning, dispatch }) {
  if (queued.length === 0) return null;
  return (
    <section class="queued" aria-label={COMPOSER_TEXTS.queued}>
      <p class="note">{isRunning ? COMPOSER_TEXTS.queuedWhileRunning : COMPOSER_TEXTS.queuedWhileStopped}</p>
      <ul>
        {queued.map(({ entry, text, attachments }, index) => {
          const words = text.trim() === '' ? attachments.map(describeAttachment).join(', ') : text;
          return (
            <li key={entry ?? `coming ${index}`}>
              <Icon name="clock" />
              <bdi class="text" title={plainText(words)}>
                {plainText(words).replace(/\s+/g, ' ')}
              </bdi>
              {entry !== undefined && (
                <>
                  <button
                    type="button"
                    class="quiet icon"
                    aria-label={COMPOSER_TEXTS.editQueued(plainText(words))}
                    title={COMPOSER_TEXTS.edit}
                    onClick={() => dispatch({ type: 'editQueued', entry })}
                  >
                    <Icon name="edit" />
                  </button>
                  <button
                    type="button"
                    class="quiet icon"
                    aria-label={COMPOSER_TEXTS.removeQueued(plainText(words))}
                    title={COMPOSER_TEXTS.remove}
                    onClick={() => dispatch({ type: 'tell', message: { type: 'withdraw', entry } })}
                  >
                    <Icon name="close" />
                  </button>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
});
