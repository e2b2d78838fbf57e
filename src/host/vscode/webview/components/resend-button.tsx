import type { UserMessage } from '../../../../actors/protocol/ui.js';
import type { Dispatch } from '../state/action.js';

interface Props {
  readonly label: string;
  readonly message: UserMessage;
  readonly canAsk: boolean;
  readonly dispatch: Dispatch;
}

export function ResendButton({ label, message, canAsk, dispatch }: Props) {
  return (
    <button
      type="button"
      class="primary"
      disabled={!canAsk}
      onClick={() => dispatch({ type: 'ask', message })}
    >
      {label}
    </button>
  );
}
