import type { UserMessage, ViewStatus } from '../../../../actors/protocol/ui.js';
import { memo } from '../lib/memo.js';
import type { Dispatch } from '../state/action.js';
import { fileName, formatMention } from '../state/draft.js';
import { SET_UP_MODEL } from '../text/remedies.js';
import {
  FILE_QUESTIONS,
  FOLDER_QUESTIONS,
  INTRODUCTION,
  SEARCH_QUESTIONS,
  WITHOUT_MODEL,
} from '../text/welcome-texts.js';
import { toVisibleName } from '../../../markdown/visible-text.js';

interface Props {
  readonly status: ViewStatus;
  readonly canAsk: boolean;
  readonly dispatch: Dispatch;
}

interface Suggestion {
  readonly label: string;
  readonly message: UserMessage;
}

/** The page of an empty conversation: what Troupe does, how to set up a model, and what to ask. */
export const Welcome = memo<Props>(function Welcome({ status, canAsk, dispatch }) {
  const { offersSetup, activeFile } = status;
  return (
    <section class="welcome" aria-label="Welcome">
      <h2>Troupe</h2>
      {INTRODUCTION.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {offersSetup === true && (
        <>
          <p>{WITHOUT_MODEL}</p>
          <button
            type="button"
            class="primary"
            onClick={() => dispatch({ type: 'tell', message: { type: 'command', command: 'selectModel' } })}
          >
            {SET_UP_MODEL}
          </button>
        </>
      )}
      <ul class="examples" aria-label="Examples">
        {listSuggestions(offersSetup === true, activeFile).map(({ label, message }) => (
          <li key={label}>
            <button type="button" disabled={!canAsk} onClick={() => dispatch({ type: 'ask', message })}>
              <bdi>{label}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
});

function listSuggestions(isOffline: boolean, activeFile: string | undefined): readonly Suggestion[] {
  if (isOffline || activeFile === undefined)
    return (isOffline ? SEARCH_QUESTIONS : FOLDER_QUESTIONS).map((text) => ({
      label: text,
      message: { text, attachments: [] },
    }));
  const name = fileName(activeFile);
  return FILE_QUESTIONS.map((ask) => ({
    label: ask(toVisibleName(name)),
    message: { text: ask(formatMention(name)), attachments: [{ kind: 'file', path: activeFile }] },
  }));
}
