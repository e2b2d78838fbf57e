import type { ThreadHit } from '../../../../../actors/protocol/thread-store.js';
import type { Dispatch } from '../../state/action.js';
import { splitMatches } from '../../text/split-matches.js';
import { plainText, toVisibleName, toVisibleText } from '../../../../markdown/visible-text.js';
import { CHAT_LIST_TEXTS } from '../../../words/memory-words.js';

interface Props {
  readonly hits: readonly ThreadHit[];
  readonly dispatch: Dispatch;
}

/** The messages and answers in which the words were found; each opens its chat there. */
export function FoundMessages({ hits, dispatch }: Props) {
  return (
    <section aria-label={CHAT_LIST_TEXTS.inMessages}>
      <h3>{CHAT_LIST_TEXTS.inMessages}</h3>
      <ul>
        {hits.map(({ thread, entry, title, role, excerpt, ranges }) => {
          const found = ranges.map(({ from, to }) => [from, to] as const);
          return (
            <li key={entry} class="chat-row">
              <button
                type="button"
                class="quiet chat-open found"
                onClick={() =>
                  dispatch({ type: 'tell', message: { type: 'chat', action: 'open', thread, entry } })
                }
              >
                <span class="chat-title">
                  <bdi>{toVisibleName(plainText(title))}</bdi>
                </span>
                <span class="excerpt">
                  {role === 'user' ? CHAT_LIST_TEXTS.you : CHAT_LIST_TEXTS.troupe}:{' '}
                  <bdi>
                    {splitMatches(excerpt, found, 0, excerpt.length).map(({ text, isMatch }, index) =>
                      isMatch ? <mark key={index}>{toVisibleText(text)}</mark> : toVisibleText(text),
                    )}
                  </bdi>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
