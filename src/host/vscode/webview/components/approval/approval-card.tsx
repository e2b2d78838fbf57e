import { Fragment, type TargetedKeyboardEvent } from 'preact';
import { useId, useMemo, useState } from 'preact/hooks';
import type { ApprovalOffer, RememberScope } from '../../../../../actors/protocol/approvals.js';
import { omitUndefined } from '../../../../../actors/protocol/json/omit-undefined.js';
import { previewFiles } from '../../../../../actors/protocol/previews/preview-files.js';
import type { CallPreview } from '../../../../../actors/protocol/tool.js';
import type { CallStep } from '../../../../../actors/threads/turn-view.js';
import { type FilePatch, measurePatch, readUnifiedDiff } from '../../../../markdown/read-unified-diff.js';
import { memo } from '../../lib/memo.js';
import { useReadable } from '../../lib/use-readable.js';
import type { Dispatch } from '../../state/action.js';
import type { TextLimit } from '../../text/clamp-text.js';
import { toVisibleText } from '../../../../markdown/visible-text.js';
import { describeApprovalQuestion, nameQuestion, sayOffer } from '../../text/describe-change.js';
import { KEYS_IN_MESSAGE } from '../../text/keys-in-message.js';
import { Icon } from '../parts/icon.js';
import { WithCode } from '../parts/with-code.js';
import { readInnerCall } from '../../text/server-tool.js';
import { CallParams } from './call-params.js';
import { CallPreviewView } from './call-preview.js';
import { DenyReason } from './deny-reason.js';
import { TouchedFiles } from './touched-files.js';
import { WholeChange } from './whole-change.js';
import { APPROVAL_TEXTS } from '../../../words/view-words.js';

interface Props {
  readonly callId: string;
  readonly tool: string;
  readonly params: unknown;
  readonly preview: CallPreview | undefined;
  readonly question: NonNullable<CallStep['question']>;
  readonly dispatch: Dispatch;
}

interface Answer {
  readonly label: string;
  /** The same key as on the command line. It works while the focus is in the question. */
  readonly key: string;
  readonly decision: 'approve' | 'deny';
  readonly remember?: RememberScope;
}

// A text that fills a screen or two; the rest on demand, and a line says how much that is.
const PARAMS_LIMIT: TextLimit = { maxChars: 20_000, maxLines: 200 };

const ONCE: readonly Answer[] = [
  { label: APPROVAL_TEXTS.approve, key: 'y', decision: 'approve' },
  { label: APPROVAL_TEXTS.deny, key: 'n', decision: 'deny' },
];
const MORE: Readonly<Record<RememberScope, Answer>> = {
  files: { label: APPROVAL_TEXTS.theseFiles, key: 'f', decision: 'approve', remember: 'files' },
  edits: { label: APPROVAL_TEXTS.allEdits, key: 'e', decision: 'approve', remember: 'edits' },
  thread: { label: APPROVAL_TEXTS.inChat, key: 't', decision: 'approve', remember: 'thread' },
  always: { label: APPROVAL_TEXTS.always, key: 'a', decision: 'approve', remember: 'always' },
};

/** Shows what a call would do, why it needs approval, and the possible answers, each with a key of its own. */
export const ApprovalCard = memo<Props>(function ApprovalCard(props) {
  const { callId, preview, question, dispatch } = props;
  const { name: tool, params } = readInnerCall(props.tool, props.params);
  const { reasons, offers = [], protectedPaths = [] } = question;
  const id = useId();
  const [isExplaining, setIsExplaining] = useState(false);
  const isReadable = useReadable(callId) !== undefined;
  const diff = preview?.kind === 'diff' ? preview.diff : undefined;
  const patches = useMemo(() => (diff === undefined ? undefined : readUnifiedDiff(diff)), [diff]);
  const sizes = useMemo(() => new Map((patches ?? []).map(toSize)), [patches]);
  const give = ({ decision, remember }: Answer): void => {
    if (!isReadable) return;
    const scope = omitUndefined({ remember });
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
  const button = (answer: Answer) => (
    <button
      key={answer.key}
      type="button"
      {...(answer === ONCE[0] ? { class: 'primary' } : {})}
      aria-keyshortcuts={answer.key}
      aria-disabled={!isReadable}
      onClick={() => give(answer)}
    >
      {answer.label}
      <kbd aria-hidden="true">{answer.key}</kbd>
    </button>
  );
  return (
    <section
      class="approval"
      aria-label={toVisibleText(nameQuestion(tool, preview?.kind))}
      onKeyDown={onKeyDown}
    >
      {/* Announced as soon as it appears: the turn waits for the answer. */}
      <div role="alert">
        <p class="question">{toVisibleText(describeApprovalQuestion(tool, preview?.kind))}</p>
        <ul class="reasons">
          {reasons.map((reason) => (
            <li key={reason}>
              <WithCode text={reason} />
            </li>
          ))}
        </ul>
      </div>
      <TouchedFiles files={previewFiles(preview) ?? []} protectedPaths={protectedPaths} sizes={sizes} />
      {preview?.kind === 'diff' && patches !== undefined && (
        <button
          type="button"
          class="quiet"
          onClick={() => dispatch({ type: 'tell', message: { type: 'openDiff', callId } })}
        >
          <Icon name="diff" /> {APPROVAL_TEXTS.openDiff}
        </button>
      )}
      {preview === undefined && <CallParams params={params} limit={PARAMS_LIMIT} />}
      {preview?.kind === 'diff' ? (
        <WholeChange preview={preview} patches={patches} />
      ) : (
        preview !== undefined && <CallPreviewView preview={preview} />
      )}
      <div class="buttons">
        {ONCE.map(button)}
        <button
          type="button"
          class="quiet"
          aria-expanded={isExplaining}
          onClick={() => setIsExplaining(!isExplaining)}
        >
          {APPROVAL_TEXTS.denyBecause}
        </button>
      </div>
      <p class="label keys">{KEYS_IN_MESSAGE}</p>
      {isExplaining && (
        <DenyReason
          onDeny={(reason) => {
            const because = reason === '' ? {} : { reason };
            dispatch({ type: 'tell', message: { type: 'approval', callId, decision: 'deny', ...because } });
          }}
          onClose={() => setIsExplaining(false)}
        />
      )}
      {groupByDescription(offers).map(({ description, scopes }, index) => (
        <Fragment key={description}>
          <p class="label" id={`${id}-${index}`}>
            {APPROVAL_TEXTS.orAllow} <WithCode text={sayOffer(description)} />
            {scopes.some((scope) => scope === 'files' || scope === 'edits') && ` ${APPROVAL_TEXTS.forChat}`}
          </p>
          <div class="buttons" role="group" aria-labelledby={`${id}-${index}`}>
            {scopes.map((scope) => button(MORE[scope]))}
          </div>
        </Fragment>
      ))}
    </section>
  );
});

function toSize(patch: FilePatch) {
  return [patch.newPath ?? patch.oldPath ?? '', measurePatch(patch)] as const;
}

/** Offers of the same calls, for a different time, stand together. */
function groupByDescription(
  offers: readonly ApprovalOffer[],
): readonly { readonly description: string; readonly scopes: readonly RememberScope[] }[] {
  return [...new Set(offers.map(({ description }) => description))].map((description) => ({
    description,
    scopes: offers.filter((offer) => offer.description === description).map(({ scope }) => scope),
  }));
}
