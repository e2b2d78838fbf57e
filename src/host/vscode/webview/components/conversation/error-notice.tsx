import type { ComponentChildren } from 'preact';
import type { ErrorRecord } from '../../../../../actors/protocol/thread.js';
import { memo } from '../../lib/memo.js';
import type { Dispatch } from '../../state/action.js';
import { adviseOnError, findErrorHelp } from '../../text/error-help.js';
import { plainText } from '../../../../markdown/visible-text.js';
import { LongText } from '../parts/long-text.js';
import { TURN_TEXTS } from '../../../words/view-words.js';

// A message is a sentence or two, but a server's own message may be a page.
const LIMIT = { maxChars: 1_000, maxLines: 12 };

interface Props {
  readonly error: ErrorRecord;
  /** A button that sends the message again; `undefined` once another message was sent. */
  readonly resend: ComponentChildren;
  readonly dispatch: Dispatch;
}

/**
 * Shows why a turn failed and what to do, with buttons to do it. Shows a turn that the person stopped as no failure.
 */
export const ErrorNotice = memo<Props>(function ErrorNotice({ error, resend, dispatch }) {
  if (error.code === 'CANCELLED') return <p class="note">{TURN_TEXTS.stopped}</p>;
  const help = findErrorHelp(error.code);
  const advice = adviseOnError(error.code);
  return (
    <div class="error" role={resend === undefined ? undefined : 'alert'}>
      <p class="as-written" dir="auto">
        <LongText text={plainText(error.message)} limit={LIMIT} />
      </p>
      {advice !== '' && <p>{advice}</p>}
      <div class="buttons">
        {resend}
        <button
          type="button"
          onClick={() => dispatch({ type: 'tell', message: { type: 'command', command: help.command } })}
        >
          {help.label}
        </button>
      </div>
    </div>
  );
});
