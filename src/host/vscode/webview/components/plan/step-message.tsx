import { plainText, toVisibleText } from '../../../../markdown/visible-text.js';
import { PLAN_TEXTS } from '../../../words/plan-words.js';
import type { TextLimit } from '../../text/clamp-text.js';
import { Fold } from '../parts/fold.js';
import { LongText } from '../parts/long-text.js';

// More than such a message has.
const LIMIT: TextLimit = { maxChars: 4_000, maxLines: 40 };

/** The message that begins a step of the plan, which nobody has typed: its first line, and the rest on demand. */
export function StepMessage({ text }: { readonly text: string }) {
  const plain = plainText(text);
  const [first = ''] = plain.split('\n', 1);
  return (
    <div class="step-message">
      <h2 class="for-screen-readers">{PLAN_TEXTS.stepOfPlan}</h2>
      <Fold icon="checklist" line={<bdi class="step-text">{toVisibleText(first)}</bdi>} state="done">
        <p class="as-written" dir="auto">
          <LongText text={plain} limit={LIMIT} />
        </p>
      </Fold>
    </div>
  );
}
