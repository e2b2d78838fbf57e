import type { UserMessage, ViewStatus } from '../../../../actors/protocol/ui.js';
import { memo } from '../lib/memo.js';
import type { Dispatch } from '../state/action.js';
import { fileName, formatMention } from '../state/draft.js';
import { toVisibleName } from '../../../markdown/visible-text.js';
import { VIEW_TEXTS, WELCOME_TEXTS } from '../../words/view-words.js';

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
  const { offersSetup, activeFile, isWithoutFolder } = status;
  return (
    <section class="welcome" aria-label={WELCOME_TEXTS.welcome}>
      <h2>{VIEW_TEXTS.name}</h2>
      {WELCOME_TEXTS.introduction.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {offersSetup === true && (
        <>
          <p>{WELCOME_TEXTS.withoutModel}</p>
          <button
            type="button"
            class="primary"
            onClick={() => dispatch({ type: 'tell', message: { type: 'command', command: 'selectModel' } })}
          >
            {WELCOME_TEXTS.setUpModel}
          </button>
        </>
      )}
      {isWithoutFolder !== true && (
        <ul class="examples" aria-label={WELCOME_TEXTS.examples}>
          {listSuggestions(offersSetup === true, activeFile).map(({ label, message }) => (
            <li key={label}>
              <button type="button" disabled={!canAsk} onClick={() => dispatch({ type: 'ask', message })}>
                <bdi>{label}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
});

function listSuggestions(isOffline: boolean, activeFile: string | undefined): readonly Suggestion[] {
  if (isOffline || activeFile === undefined)
    return (isOffline ? WELCOME_TEXTS.searchQuestions : WELCOME_TEXTS.folderQuestions).map((text) => ({
      label: text,
      message: { text, attachments: [] },
    }));
  const name = fileName(activeFile);
  return WELCOME_TEXTS.fileQuestions.map((ask) => ({
    label: ask(toVisibleName(name)),
    message: { text: ask(formatMention(name)), attachments: [{ kind: 'file', path: activeFile }] },
  }));
}
