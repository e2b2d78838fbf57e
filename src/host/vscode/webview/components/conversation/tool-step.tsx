import { useMemo } from 'preact/hooks';
import type { CallState, CallStep } from '../../../../../actors/threads/turn-view.js';
import { memo } from '../../lib/memo.js';
import type { Dispatch } from '../../state/action.js';
import type { TextLimit } from '../../text/cut-text.js';
import { takeLastLines } from '../../text/take-last-lines.js';
import { formatParams, writeParams } from '../../text/format-params.js';
import { plainText, toVisibleName, toVisibleText } from '../../../../markdown/visible-text.js';
import { ApprovalCard } from '../approval/approval-card.js';
import { CallPreviewView } from '../approval/call-preview.js';
import { Fold } from '../parts/fold.js';
import { LongText } from '../parts/long-text.js';

// Enough of a result to get an impression; the model has the rest.
const LIMIT: TextLimit = { maxChars: 2_000, maxLines: 24 };

// A person does not care what happens before a tool runs, as long as nobody is asked.
const LABELS: Readonly<Record<CallState, string>> = {
  requested: 'running',
  judging: 'running',
  waiting: 'waiting',
  allowed: 'running',
  running: 'running',
  done: 'done',
  failed: 'failed',
  rejected: 'rejected',
  stopped: 'stopped',
};

interface Props {
  readonly step: CallStep;
  /** The output so far, while it runs. */
  readonly live: string | undefined;
  /** Whether the person has answered its question; the entries will say so. */
  readonly isAnswered: boolean;
  /** Whether the program ended before its turn did. */
  readonly isInterrupted: boolean;
  readonly dispatch: Dispatch;
}

/** A tool call: its parameters, its state and its result. */
export const ToolStepView = memo<Props>(function ToolStepView(props) {
  const { step, live, isAnswered, isInterrupted, dispatch } = props;
  const { callId, tool, params, question, output } = step;
  const preview = question?.preview;
  const state = isAnswered && step.state === 'waiting' ? 'running' : LABELS[step.state];
  const isRunning = state === 'running';
  const isWaiting = state === 'waiting';
  // A command's output is shown while it runs; afterwards the step collapses to one line.
  const isWatched = isRunning && (preview?.kind === 'command' || live !== undefined);
  return (
    <Fold
      title={<bdi>{toVisibleName(tool)}</bdi>}
      detail={<bdi>{formatParams(params)}</bdi>}
      state={state === 'stopped' && isInterrupted ? 'interrupted' : state}
      isOpen={isWaiting || isWatched}
    >
      {preview === undefined && <Labelled label="Parameters" text={writeParams(params)} />}
      {isWaiting && question !== undefined ? (
        <ApprovalCard callId={callId} tool={tool} preview={preview} question={question} dispatch={dispatch} />
      ) : (
        preview !== undefined && <CallPreviewView preview={preview} />
      )}
      {isRunning ? <LiveOutput output={live} /> : <Labelled label="Result" text={output ?? ''} />}
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
