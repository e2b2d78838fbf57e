import type { AgentMode } from '../../../../actors/protocol/agent.js';
import type { ViewStatus } from '../../../../actors/protocol/ui.js';
import { memo } from '../lib/memo.js';
import type { Dispatch } from '../state/action.js';
import { toVisibleName } from '../../../markdown/visible-text.js';

const MODES: readonly { readonly mode: AgentMode; readonly label: string; readonly title: string }[] = [
  { mode: 'ask', label: 'Ask', title: 'Answers without tools' },
  { mode: 'gather', label: 'Gather', title: 'Reads and searches files' },
  { mode: 'agent', label: 'Agent', title: 'May use every tool' },
];

interface Props {
  readonly status: ViewStatus;
  readonly dispatch: Dispatch;
}

/** The new-chat button, the mode and the model. */
export const Header = memo<Props>(function Header({ status, dispatch }) {
  const name = toVisibleName(status.model);
  const model = status.host === undefined ? name : `${name} at ${toVisibleName(status.host)}`;
  return (
    <header class="bar">
      <button type="button" onClick={() => dispatch({ type: 'tell', message: { type: 'newChat' } })}>
        New chat
      </button>
      <select
        aria-label="Mode"
        value={status.mode}
        onChange={(event) => {
          const chosen = MODES.find(({ mode }) => mode === event.currentTarget.value);
          if (chosen !== undefined)
            dispatch({ type: 'tell', message: { type: 'setMode', mode: chosen.mode } });
        }}
      >
        {MODES.map(({ mode, label, title }) => (
          // In restricted mode only reading is offered.
          <option key={mode} value={mode} title={title} disabled={mode === 'agent' && !status.isTrusted}>
            {label}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="model"
        aria-label={`Model ${model}`}
        title={`${toVisibleName(status.provider)}: ${model}`}
        onClick={() => dispatch({ type: 'tell', message: { type: 'command', command: 'selectModel' } })}
      >
        <bdi>{model}</bdi>
      </button>
    </header>
  );
});
