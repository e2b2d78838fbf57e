import { useMemo } from 'preact/hooks';
import type { CallPreview } from '../../../../actors/protocol/tool.js';
import { memo } from '../memo.js';
import type { Act } from '../state/action.js';
import type { ApprovalQuestion } from '../state/step.js';
import type { TextLimit } from '../text/cut-text.js';
import { visibleName, visibleText } from '../text/visible-text.js';
import { LongText } from './long-text.js';

// A change that fills a screen or two; more of it on demand.
const LIMIT: TextLimit = { maxChars: 20_000, maxLines: 200 };

interface Props {
  readonly callId: string;
  readonly tool: string;
  readonly question: ApprovalQuestion;
  readonly act: Act;
}

/** What a call would do, why it is asked about, and the answers to choose from. All of it is text, never HTML. */
export const ApprovalCard = memo<Props>(function ApprovalCard({ callId, tool, question, act }) {
  const { reasons, preview, rememberAs } = question;
  const answer = (decision: 'approve' | 'deny', remember?: 'thread' | 'always') => () => {
    const scope = remember === undefined ? {} : { remember };
    act({ type: 'tell', message: { type: 'approval', callId, decision, ...scope } });
  };
  return (
    <section class="approval" aria-label={`Approval of ${visibleName(tool)}`}>
      {preview !== undefined && <Preview preview={preview} />}
      {/* Announced as soon as it is there: nothing goes on before it is answered. */}
      <div role="alert">
        <p class="label">Troupe asks before it runs {visibleName(tool)}:</p>
        <ul class="reasons">
          {reasons.map((reason) => (
            <li key={reason}>
              <bdi>{visibleText(reason)}</bdi>
            </li>
          ))}
        </ul>
      </div>
      <div class="buttons">
        <button type="button" class="primary" onClick={answer('approve')}>
          Approve
        </button>
        <button type="button" onClick={answer('deny')}>
          Deny
        </button>
      </div>
      {rememberAs !== undefined && (
        <>
          <p class="label">
            Or allow <bdi>{visibleText(rememberAs)}</bdi>
          </p>
          <div class="buttons">
            <button type="button" onClick={answer('approve', 'thread')}>
              In this chat
            </button>
            <button type="button" onClick={answer('approve', 'always')}>
              Always
            </button>
          </div>
        </>
      )}
    </section>
  );
});

function Preview({ preview }: { readonly preview: CallPreview }) {
  switch (preview.kind) {
    case 'command':
      // Whole, however long it is: what is cut off may be what matters. Nothing is taken out either.
      return (
        <>
          <div class="label">Command</div>
          <pre class="as-written" tabIndex={0} dir="ltr">
            {visibleText(preview.command)}
          </pre>
          {preview.cwd !== '' && (
            <div class="label">
              in <bdi>{visibleName(preview.cwd)}</bdi>
            </div>
          )}
          {preview.notes.map((note) => (
            <div class="label" key={note}>
              <bdi>{visibleText(note)}</bdi>
            </div>
          ))}
        </>
      );
    case 'diff':
      return (
        <>
          <div class="label">
            Change of <bdi>{visibleName(preview.path)}</bdi>
          </div>
          <Long text={preview.diff} isDiff={true} />
        </>
      );
    default:
      return <Long text={preview.text} isDiff={false} />;
  }
}

function Long({ text, isDiff }: { readonly text: string; readonly isDiff: boolean }) {
  // Line ends of Windows are no news; everything else that hides is written out.
  const lines = useMemo(() => text.replaceAll('\r\n', '\n'), [text]);
  return <LongText text={lines} limit={LIMIT} draw={isDiff ? drawDiff : drawText} />;
}

function drawText(shown: string) {
  return (
    <pre class="as-written" tabIndex={0} dir="ltr">
      {visibleText(shown)}
    </pre>
  );
}

function drawDiff(shown: string) {
  return (
    <pre class="as-written" tabIndex={0} dir="ltr">
      {shown.split('\n').map((line, index) => (
        <span key={index} class={diffClass(line)}>
          {visibleText(line)}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}

function diffClass(line: string): string {
  if (line.startsWith('+')) return 'code-addition';
  if (line.startsWith('-')) return 'code-deletion';
  return line.startsWith('@@') ? 'code-comment' : '';
}
