import { memo } from '../../lib/memo.js';
import type { Dispatch } from '../../state/action.js';
import type { QueuedMessage } from '../../state/queue.js';
import { plainText } from '../../../../markdown/visible-text.js';
import { QUEUED } from '../../text/composer-texts.js';
import { Icon } from '../parts/icon.js';
import { describeAttachment } from '../parts/attachment-chip.js';

interface Props {
  readonly queued: readonly QueuedMessage[];
  readonly isRunning: boolean;
  readonly dispatch: Dispatch;
}

/** The messages that the model has not read, which can be changed and removed until then. */
export const QueuedMessages = memo<Props>(function QueuedMessages({ queued, isRunning, dispatch }) {
  if (queued.length === 0) return null;
  return (
    <section class="queued" aria-label="Messages that wait">
      <p class="note">{isRunning ? QUEUED.running : QUEUED.stopped}</p>
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
                    aria-label={`Edit “${plainText(words)}”`}
                    title="Edit"
                    onClick={() => dispatch({ type: 'editQueued', entry })}
                  >
                    <Icon name="edit" />
                  </button>
                  <button
                    type="button"
                    class="quiet icon"
                    aria-label={`Remove “${plainText(words)}”`}
                    title="Remove"
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
