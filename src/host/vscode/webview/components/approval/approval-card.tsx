import { Fragment, type TargetedKeyboardEvent } from 'preact';
import { useId } from 'preact/hooks';
import type { ApprovalOffer, RememberScope } from '../../../../../actors/protocol/approvals.js';
import type { CallPreview } from '../../../../../actors/protocol/tool.js';
import type { CallStep } from '../../../../../actors/threads/turn-view.js';
import { memo } from '../../lib/memo.js';
import type { Dispatch } from '../../state/action.js';
import { toVisibleName, toVisibleText } from '../../../../markdown/visible-text.js';
import { CallPreviewView } from './call-preview.js';
import { TouchedFiles } from './touched-files.js';

interface Props {
  readonly callId: string;
  readonly tool: string;
  readonly preview: CallPreview | undefined;
  readonly question: NonNullable<CallStep['question']>;
  readonly dispatch: Dispatch;
}

interface Answer {
  readonly label: string;
  /** The same key as on the command line. */
  readonly key: string;
  readonly decision: 'approve' | 'deny';
  readonly remember?: RememberScope;
}

const ONCE: readonly Answer[] = [
  { label: 'Approve', key: 'y', decision: 'approve' },
  { label: 'Deny', key: 'n', decision: 'deny' },
];
const MORE: Readonly<Record<RememberScope, Answer>> = {
  files: { label: 'These files', key: 'f', decision: 'approve', remember: 'files' },
  edits: { label: 'All edits', key: 'e', decision: 'approve', remember: 'edits' },
  thread: { label: 'In this chat', key: 't', decision: 'approve', remember: 'thread' },
  always: { label: 'Always', key: 'a', decision: 'approve', remember: 'always' },
};

/** Shows what a call would do, why it needs approval, and the possible answers, each with a key of its own. */
export const ApprovalCard = memo<Props>(function ApprovalCard({ callId, tool, preview, question, dispatch }) {
  const { reasons, offers = [] } = question;
  const id = useId();
  const give = ({ decision, remember }: Answer): void => {
    const scope = remember === undefined ? {} : { remember };
    dispatch({ type: 'tell', message: { type: 'approval', callId, decision, ...scope } });
  };
  const offered = [...ONCE, ...offers.map(({ scope }) => MORE[scope])];
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const { key, ctrlKey, altKey, metaKey, repeat } = event;
    // A key that is held down answers one question, not also the next.
    if (ctrlKey || altKey || metaKey || repeat) return;
    const answer = offered.find((one) => one.key === key.toLowerCase());
    if (answer === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    give(answer);
  };
  const buttons = (answers: readonly Answer[], labelId?: string) => (
    <div class="buttons" {...(labelId === undefined ? {} : { role: 'group', 'aria-labelledby': labelId })}>
      {answers.map((answer) => (
        <button
          key={answer.key}
          type="button"
          {...(answer === ONCE[0] ? { class: 'primary' } : {})}
          aria-keyshortcuts={answer.key}
          onClick={() => give(answer)}
        >
          {answer.label}
          <kbd aria-hidden="true">{answer.key}</kbd>
        </button>
      ))}
    </div>
  );
  return (
    <section class="approval" aria-label={`Approval of ${toVisibleName(tool)}`} onKeyDown={onKeyDown}>
      {/* Announced as soon as it appears: the turn waits for the answer. */}
      <div role="alert">
        <p class="question">{ask(tool, preview)}</p>
        <ul class="reasons">
          {reasons.map((reason) => (
            <li key={reason}>
              <bdi>{toVisibleText(reason)}</bdi>
            </li>
          ))}
        </ul>
      </div>
      {preview !== undefined && preview.kind !== 'command' && (
        <TouchedFiles files={preview.files ?? []} protectedPaths={question.protectedPaths ?? []} />
      )}
      {preview !== undefined && <CallPreviewView preview={preview} />}
      {buttons(ONCE)}
      {groupByDescription(offers).map(({ description, scopes }, index) => (
        <Fragment key={description}>
          <p class="label" id={`${id}-${index}`}>
            Or allow <bdi>{toVisibleText(description)}</bdi>
            {scopes.some((scope) => scope === 'files' || scope === 'edits') && ' in this chat'}
          </p>
          {buttons(
            scopes.map((scope) => MORE[scope]),
            `${id}-${index}`,
          )}
        </Fragment>
      ))}
    </section>
  );
});

/** Offers of the same calls, for a different time, stand together. */
function groupByDescription(
  offers: readonly ApprovalOffer[],
): readonly { readonly description: string; readonly scopes: readonly RememberScope[] }[] {
  return [...new Set(offers.map(({ description }) => description))].map((description) => ({
    description,
    scopes: offers.filter((offer) => offer.description === description).map(({ scope }) => scope),
  }));
}

function ask(tool: string, preview: CallPreview | undefined): string {
  switch (preview?.kind) {
    case 'command':
      return 'Run this command?';
    case 'diff':
      return 'Make this change?';
    default:
      return `Run ${toVisibleName(tool)}?`;
  }
}
