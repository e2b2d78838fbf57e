import type { ComponentChildren } from 'preact';
import { memo } from '../lib/memo.js';
import type { Act } from '../state/action.js';
import type { Step } from '../state/step.js';
import { errorAdvice, errorHelp } from '../text/error-help.js';
import { plainText, visibleText } from '../../../markdown/visible-text.js';
import { LongText } from './long-text.js';

// A message is a sentence or two; a server's own words can be a page.
const LIMIT = { maxChars: 1_000, maxLines: 12 };

interface Props {
  readonly error: Extract<Step, { kind: 'error' }>;
  /** What sends the message again; `undefined` once another one was sent: then the error is history. */
  readonly again: ComponentChildren;
  readonly act: Act;
}

/** Why a turn failed, what to do, and the buttons to do it. A turn that a person stopped is no failure. */
export const ErrorNotice = memo<Props>(function ErrorNotice({ error, again, act }) {
  if (error.code === 'CANCELLED') return <p class="note">You stopped this turn.</p>;
  const help = errorHelp(error.code);
  return (
    <div class="error" role={again === undefined ? undefined : 'alert'}>
      <p class="as-written">
        <strong>{visibleText(error.name)}:</strong> <LongText text={plainText(error.message)} limit={LIMIT} />
      </p>
      <p>{errorAdvice(error.code)}</p>
      <div class="buttons">
        {again}
        <button
          type="button"
          onClick={() => act({ type: 'tell', message: { type: 'command', command: help.command } })}
        >
          {help.label}
        </button>
      </div>
    </div>
  );
});
