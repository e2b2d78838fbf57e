import { window } from 'vscode';
import type { ApprovalDecision } from '../../../actors/protocol/approvals.js';
import type { EntryOf } from '../../../actors/protocol/thread.js';
import type { ChatActivity } from '../chat/chat.js';
import type { ChatPanel } from '../chat/chat-panel.js';
import { ContextKeys } from './context-keys.js';
import type { EditorContext } from '../settings/editor-context.js';
import type { BarState } from '../status/bar-state.js';
import { showNotice } from './show-notice.js';
import { TurnSigns } from './turn-signs.js';

interface ChatSignsOptions {
  readonly bar: BarState;
  readonly panel: () => ChatPanel;
  readonly facts: () => EditorContext;
  readonly respond: (callId: string, decision: ApprovalDecision) => void;
}

/** Shows outside of the chat what goes on in it: in the status bar, in notifications, and to `when` clauses. */
export class ChatSigns {
  readonly #bar: BarState;
  readonly #keys = new ContextKeys();
  readonly #turns: TurnSigns;

  constructor({ bar, panel, facts, respond }: ChatSignsOptions) {
    this.#bar = bar;
    this.#turns = new TurnSigns({
      mode: () => facts().settings.notify,
      isSeen: () => panel().isVisible && window.state.focused,
      roots: () => facts().hostPlan?.roots ?? [],
      notify: showNotice,
      play: (sound) => {
        if (facts().settings.sound) panel().post({ type: 'sound', sound });
      },
      respond,
      reveal: () => {
        void panel().reveal();
      },
    });
  }

  update(activity: ChatActivity): void {
    const { questions, isRunning } = activity;
    this.#bar.setActivity(questions.length > 0 ? 'asking' : isRunning ? 'working' : 'idle');
    this.#keys.update(activity);
    this.#turns.update(activity);
  }

  ended(end: EntryOf<'turn_ended'>): void {
    this.#turns.ended(end);
  }
}
