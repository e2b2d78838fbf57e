import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ViewCommand, ViewStatus } from '../../../../../actors/protocol/ui.js';
import { toVisibleName, toVisibleText } from '../../../../markdown/visible-text.js';
import { memo } from '../../lib/memo.js';
import type { Dispatch } from '../../state/action.js';
import { describeIndex, isAtWork, mayRestart } from '../../text/describe-index.js';
import { Icon } from '../parts/icon.js';
import { TOOL_SERVER_TEXTS } from '../../../words/mcp-words.js';
import { STATUS_TEXTS, WELCOME_TEXTS } from '../../../words/view-words.js';

export const PROBLEM_ID = 'problem';

const REMEDIES: Readonly<Partial<Record<ViewCommand, string>>> = STATUS_TEXTS.remedies;

// Most folders are indexed sooner, and nobody needs to hear of that.
const LONG_MS = 1_000;

interface Props {
  readonly status: ViewStatus;
  /** Whether the first screen shows, which offers to set up a model itself. */
  readonly isFirstScreen: boolean;
  /** Why something could not be attached. */
  readonly refusal: string | undefined;
  readonly dispatch: Dispatch;
}

/** What stands in the way of a message or of its answer, each with the button that helps. */
export const StatusLines = memo<Props>(function StatusLines({ status, isFirstScreen, refusal, dispatch }) {
  const {
    index,
    problem,
    remedy,
    isTrusted,
    isWithoutFolder,
    offersSetup,
    terminals = 0,
    toolServers,
    warning,
  } = status;
  const button = (command: ViewCommand, label: string): ComponentChildren => (
    <button type="button" onClick={() => dispatch({ type: 'tell', message: { type: 'command', command } })}>
      {label}
    </button>
  );
  const label = remedy && REMEDIES[remedy];
  return (
    <div class="status-lines">
      <IndexLine index={index}>
        {mayRestart(index) && button('restartIndex', STATUS_TEXTS.restartIndex)}
      </IndexLine>
      {isWithoutFolder === true && (
        <p class="line">
          <span>{STATUS_TEXTS.noFolder}</span> {button('openFolder', STATUS_TEXTS.remedies.openFolder)}
        </p>
      )}
      {!isTrusted && (
        <p class="line">
          <span>{STATUS_TEXTS.restricted}</span> {button('manageTrust', STATUS_TEXTS.manageTrust)}
        </p>
      )}
      {offersSetup === true && !isFirstScreen && problem === undefined && (
        <p class="line">
          <span>{STATUS_TEXTS.noModel}</span> {button('selectModel', WELCOME_TEXTS.setUpModel)}
        </p>
      )}
      {terminals > 0 && (
        <p class="line">
          <span>{STATUS_TEXTS.terminals(terminals)}</span>{' '}
          {button('showTerminals', STATUS_TEXTS.showTerminals)}
        </p>
      )}
      {toolServers !== undefined && <ToolServerLines {...toolServers} button={button} />}
      {warning !== undefined && (
        <p class="line" role="status">
          <span>{toVisibleText(warning)}</span> {button('openSettings', STATUS_TEXTS.remedies.openSettings)}
        </p>
      )}
      <div id={PROBLEM_ID} class="problem" aria-live="polite">
        {problem !== undefined && <span>{toVisibleText(problem)}</span>}
        {problem === undefined && refusal !== undefined && <span>{toVisibleText(refusal)}</span>}
        {problem !== undefined && remedy !== undefined && label !== undefined && button(remedy, label)}
      </div>
    </div>
  );
});

/** What MCP servers need of the person. */
function ToolServerLines({
  unapproved,
  needing,
  failed,
  asking,
  button,
}: NonNullable<ViewStatus['toolServers']> & {
  readonly button: (command: ViewCommand, label: string) => ComponentChildren;
}) {
  const states = [
    ...(unapproved > 0 ? [TOOL_SERVER_TEXTS.unapproved(unapproved)] : []),
    ...(needing > 0 ? [TOOL_SERVER_TEXTS.needing(needing)] : []),
    ...(failed > 0 ? [TOOL_SERVER_TEXTS.failed(failed)] : []),
  ];
  return (
    <>
      {asking !== undefined && (
        <p class="line" role="status">
          <span>{TOOL_SERVER_TEXTS.asks(toVisibleName(asking))}</span>{' '}
          {button('answerMcpServer', TOOL_SERVER_TEXTS.answer)}
        </p>
      )}
      {states.length > 0 && (
        <p class="line">
          <span>{states.join(' ')}</span> {button('showMcpServers', TOOL_SERVER_TEXTS.show)}
        </p>
      )}
    </>
  );
}

/** The state of the index, unless it is ready or at work for a short time only. A running count is not announced. */
function IndexLine({
  index,
  children,
}: {
  readonly index: ViewStatus['index'];
  readonly children: ComponentChildren;
}) {
  const isBusy = isAtWork(index);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (!isBusy) return undefined;
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, [isBusy]);
  const text = isBusy && !isLong ? undefined : describeIndex(index);
  return (
    <div
      class="line status"
      role="status"
      data-phase={index.phase}
      data-files={index.files}
      aria-busy={index.phase === 'scanning'}
    >
      {text !== undefined && (
        <>
          <span>
            {isBusy && <Icon name="loading" isSpinning />} {text}
          </span>{' '}
          {children}
        </>
      )}
    </div>
  );
}
