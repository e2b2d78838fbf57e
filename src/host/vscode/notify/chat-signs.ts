import { window } from 'vscode';
import type { ApprovalDecision } from '../../../actors/protocol/approvals.js';
import type { EntryOf, ThreadId } from '../../../actors/protocol/thread.js';
import type { ChatActivity, ChatQuestion } from '../chat/chat.js';
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
  readonly respond: (question: ChatQuestion, decision: ApprovalDecision) => void;
  /** Shows a chat. */
  readonly show: (thread: ThreadId | undefined) => void;
}

/** Shows outside of the chat what goes on in it: in the status bar, in notifications, and to `when` clauses. */
export class ChatSigns {
  readonly #bar: BarState;
  readonly #keys = new ContextKeys();
  readonly #turns: TurnSigns;

  constructor({ bar, panel, facts, respond, show }: ChatSignsOptions) {
    this.#bar = bar;
    this.#turns = new TurnSigns({
      mode: () => facts().settings.notify,
      isSeen: () => panel().isVisible && window.state.focused,
      describe: async (question) => {
        // Loaded on demand: most questions are answered in the chat.
        const { describeQuestion } = await import('./describe-question.js');
        return describeQuestion(question, facts().hostPlan?.roots ?? []);
      },
      notify: showNotice,
      play: (sound) => {
        if (facts().settings.sound) panel().post({ type: 'sound', sound });
      },
      respond,
      reveal: show,
    });
  }

  /** `shown`: the chat that is shown; `others`: those that go on behind it. */
  update(
    shown: { readonly id: ThreadId | undefined; readonly activity: ChatActivity },
    others: readonly { readonly activity: ChatActivity }[],
  ): void {
    const all = [shown, ...others].map(({ activity }) => activity);
    const questions = all.flatMap((activity) => activity.questions);
    const isRunning = all.some((activity) => activity.isRunning);
    this.#bar.setActivity(questions.length > 0 ? 'asking' : isRunning ? 'working' : 'idle');
    this.#keys.update(shown.activity);
    this.#turns.update({ questions }, shown.id);
  }

  ended(end: EntryOf<'turn_ended'>, background?: Parameters<TurnSigns['ended']>[1]): void {
    this.#turns.ended(end, background);
  }
}
