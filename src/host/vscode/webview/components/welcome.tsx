import type { ViewStatus } from '../../../../actors/protocol/ui.js';
import { memo } from '../lib/memo.js';
import type { Dispatch } from '../state/action.js';

// Questions that the offline rules answer in any workspace.
const EXAMPLES = ['What is in this workspace?', 'Find *.json', 'Search for TODO'];

interface Props {
  readonly status: ViewStatus;
  readonly canAsk: boolean;
  readonly dispatch: Dispatch;
}

/** The page of an empty conversation: example questions, and how to set up a model. */
export const Welcome = memo<Props>(function Welcome({ status, canAsk, dispatch }) {
  const isOffline = status.provider === 'offline';
  return (
    <section class="welcome" aria-label="Welcome">
      <h2>Ask about this workspace</h2>
      {isOffline ? (
        <>
          <p>
            Troupe works offline, with simple rules that find, search and show files: no key, no network. For
            an assistant that understands and reasons, select a model.
          </p>
          <button
            type="button"
            class="primary"
            onClick={() => dispatch({ type: 'tell', message: { type: 'command', command: 'selectModel' } })}
          >
            Select a model
          </button>
        </>
      ) : (
        <p>Troupe reads files with its tools before it answers. Type @ to say which file you mean.</p>
      )}
      <ul class="examples" aria-label="Examples">
        {EXAMPLES.map((text) => (
          <li key={text}>
            <button
              type="button"
              disabled={!canAsk}
              onClick={() => dispatch({ type: 'ask', message: { text, attachments: [] } })}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
});
