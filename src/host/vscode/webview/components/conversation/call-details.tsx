import type { CallStep } from '../../../../../actors/threads/turn-view.js';
import { plainText, toVisibleText } from '../../../../markdown/visible-text.js';
import { memo } from '../../lib/memo.js';
import type { TextLimit } from '../../text/cut-text.js';
import { describeParams } from '../../text/describe-params.js';
import { CallPreviewView } from '../approval/call-preview.js';
import { LongText } from '../parts/long-text.js';
import { CallOutput } from './call-output.js';
import { ChangesView } from './changes-view.js';

// Enough of a parameter to get an impression; the model wrote the rest.
const LIMIT: TextLimit = { maxChars: 2_000, maxLines: 24 };

/** What a call was made with, what it changed and what it returned. */
export const CallDetails = memo<{ readonly step: CallStep }>(function CallDetails({ step }) {
  const { params, question, changes = [] } = step;
  const hasHunks = changes.some(({ hunks = [] }) => hunks.length > 0);
  if (hasHunks)
    return (
      <>
        <ChangesView changes={changes} />
        <CallOutput step={step} />
      </>
    );
  return (
    <>
      {question?.preview === undefined ? (
        <Params params={params} />
      ) : (
        <CallPreviewView preview={question.preview} />
      )}
      <CallOutput step={step} />
    </>
  );
});

function Params({ params }: { readonly params: unknown }) {
  const lines = describeParams(params);
  if (lines.length === 0) return null;
  return (
    <dl class="params">
      {lines.map(({ label, value }) => (
        <div key={label}>
          <dt>
            <bdi>{toVisibleText(label)}</bdi>
          </dt>
          <dd class="as-written" dir="auto">
            <LongText text={plainText(value)} limit={LIMIT} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
