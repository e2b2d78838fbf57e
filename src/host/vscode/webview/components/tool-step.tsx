import { useMemo } from 'preact/hooks';
import { memo } from '../memo.js';
import type { Act } from '../state/action.js';
import type { ToolStep } from '../state/step.js';
import type { TextLimit } from '../text/cut-text.js';
import { formatParams } from '../text/format-params.js';
import { plainText, visibleName, visibleText } from '../text/visible-text.js';
import { ApprovalCard } from './approval-card.js';
import { Fold } from './fold.js';
import { LongText } from './long-text.js';

// Enough to see what came; the model has the rest.
const LIMIT: TextLimit = { maxChars: 2_000, maxLines: 24 };

interface Props {
  readonly step: ToolStep;
  readonly act: Act;
}

/** A call of a tool: what it is called with, how it is, and what it said. */
export const ToolStepView = memo<Props>(function ToolStepView({ step, act }) {
  const { callId, tool, params, state, output, question } = step;
  return (
    <Fold
      title={<bdi>{visibleName(tool)}</bdi>}
      detail={<bdi>{formatParams(params)}</bdi>}
      state={state}
      isOpen={state === 'waiting'}
    >
      {question?.preview === undefined && (
        <Labelled label="Parameters" text={params === undefined ? '' : JSON.stringify(params, null, 2)} />
      )}
      <Labelled label="Result" text={output ?? ''} />
      {state === 'waiting' && question !== undefined && (
        <ApprovalCard callId={callId} tool={tool} question={question} act={act} />
      )}
    </Fold>
  );
});

function Labelled({ label, text }: { readonly label: string; readonly text: string }) {
  const plain = useMemo(() => plainText(text), [text]);
  if (plain === '') return null;
  return (
    <>
      <div class="label">{label}</div>
      <LongText text={plain} limit={LIMIT} draw={drawPre} />
    </>
  );
}

function drawPre(shown: string) {
  return <pre class="as-written">{visibleText(shown)}</pre>;
}
