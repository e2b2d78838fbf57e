import { useMemo } from 'preact/hooks';
import { memo } from '../lib/memo.js';
import type { Dispatch } from '../state/action.js';
import type { ToolStep } from '../state/step.js';
import type { TextLimit } from '../text/cut-text.js';
import { takeLastLines } from '../text/take-last-lines.js';
import { formatParams, writeParams } from '../text/format-params.js';
import { plainText, toVisibleName, toVisibleText } from '../../../markdown/visible-text.js';
import { ApprovalCard } from './approval-card.js';
import { CallPreviewView } from './call-preview.js';
import { Fold } from './fold.js';
import { LongText } from './long-text.js';

// Enough of a result to get an impression; the model has the rest.
const LIMIT: TextLimit = { maxChars: 2_000, maxLines: 24 };

interface Props {
  readonly step: ToolStep;
  readonly dispatch: Dispatch;
}

/** A tool call: its parameters, its state and its result. */
export const ToolStepView = memo<Props>(function ToolStepView({ step, dispatch }) {
  const { callId, tool, params, preview, state, output, question } = step;
  const isRunning = state === 'running';
  // A command's output is shown while it runs; afterwards the step collapses to one line.
  const isWatched = isRunning && (preview?.kind === 'command' || output !== undefined);
  return (
    <Fold
      title={<bdi>{toVisibleName(tool)}</bdi>}
      detail={<bdi>{formatParams(params)}</bdi>}
      state={state}
      isOpen={state === 'waiting' || isWatched}
    >
      {preview === undefined && <Labelled label="Parameters" text={writeParams(params)} />}
      {question === undefined ? (
        preview !== undefined && <CallPreviewView preview={preview} />
      ) : (
        <ApprovalCard callId={callId} tool={tool} preview={preview} question={question} dispatch={dispatch} />
      )}
      {isRunning ? <LiveOutput output={output} /> : <Labelled label="Result" text={output ?? ''} />}
    </Fold>
  );
});

/** The end of the output so far. */
function LiveOutput({ output = '' }: { readonly output: string | undefined }) {
  const shown = useMemo(() => takeLastLines(plainText(output), LIMIT), [output]);
  if (shown === '') return null;
  return (
    <>
      <div class="label">Output so far</div>
      {drawPre(shown)}
    </>
  );
}

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
  return <pre class="as-written">{toVisibleText(shown)}</pre>;
}
