import type { UserMessage } from '../../../../actors/protocol/ui.js';
import type { Act } from '../state/action.js';

interface Props {
  readonly label: string;
  readonly message: UserMessage;
  readonly mayAsk: boolean;
  readonly act: Act;
}

export function AgainButton({ label, message, mayAsk, act }: Props) {
  return (
    <button type="button" class="primary" disabled={!mayAsk} onClick={() => act({ type: 'ask', message })}>
      {label}
    </button>
  );
}
