import type { EntryId, EntryOf, ThreadId } from '../../../actors/protocol/thread.js';
import type { ChatActivity, ChatQuestion } from '../chat/chat.js';
import type { QuestionText } from './describe-question.js';
import type { NotifyMode } from '../settings/settings.js';
import { BUTTON_TEXTS, NOTICE_TEXTS } from '../words/editor-words.js';

const { approve, deny, show } = BUTTON_TEXTS;

export type NoticeAction = (typeof BUTTON_TEXTS)['approve' | 'deny' | 'show'];

interface TurnSignsOptions {
  readonly mode: () => NotifyMode;
  /** Whether the person sees the conversation: its view is there, and the window has the focus. */
  readonly isSeen: () => boolean;
  /** A question in words. Never rejects. */
  readonly describe: (question: ChatQuestion) => Promise<QuestionText>;
  /** Shows a notification. Resolves to the button that was pressed; `undefined` when it was closed. */
  readonly notify: (
    text: string,
    kind: 'information' | 'warning',
    actions: readonly NoticeAction[],
  ) => PromiseLike<NoticeAction | undefined>;
  /** Called when something is asked, and when a turn has ended. */
  readonly play: (sound: 'question' | 'end') => void;
  readonly respond: (question: ChatQuestion, decision: 'approve' | 'deny') => void;
  /** Shows a conversation. */
  readonly reveal: (thread: ThreadId | undefined) => void;
}

/**
 * Tells a person who does not look at the conversation that it asks, or that a turn has ended. An answer in a
 * notification is for the question that it shows, and for no later one of the same call.
 */
export class TurnSigns {
  readonly #options: TurnSignsOptions;
  /** The questions that wait, by their entries. */
  #waiting = new Map<EntryId, ChatQuestion>();
  #shown: ThreadId | undefined;

  constructor(options: TurnSignsOptions) {
    this.#options = options;
  }

  /** Notifies of each new question. `shown`: the conversation that is shown. */
  update({ questions }: Pick<ChatActivity, 'questions'>, shown?: ThreadId): void {
    this.#shown = shown;
    const before = this.#waiting;
    this.#waiting = new Map(questions.map((question) => [question.asked.id, question]));
    const isNew = ([id]: readonly [EntryId, ChatQuestion]): boolean => !before.has(id);
    const asked = [...this.#waiting].filter(isNew);
    if (asked.length > 0) this.#options.play('question');
    for (const [id, question] of asked) void this.#ask(id, question);
  }

  /**
   * Notifies of the end of a turn, unless the person has stopped it. `background`: the conversation that it belongs to, if
   * another one is shown.
   */
  ended(
    { outcome, error }: Pick<EntryOf<'turn_ended'>, 'outcome' | 'error'>,
    background?: { readonly id: ThreadId | undefined; readonly title: string },
  ): void {
    if (outcome === 'cancelled') return;
    this.#options.play('end');
    if (!this.#isWanted(background !== undefined)) return;
    const isAnswer = outcome === 'answered';
    const reason = error === undefined ? '' : ` ${toPlain(error.message)}`;
    const what = isAnswer ? NOTICE_TEXTS.finished : NOTICE_TEXTS.hasStopped + reason;
    const text = background === undefined ? what : NOTICE_TEXTS.ofChat(toPlain(background.title), what);
    const kind = isAnswer ? 'information' : 'warning';
    void this.#notify(text, kind, [show], background?.id, () => undefined);
  }

  #isWanted(isBackground: boolean): boolean {
    const mode = this.#options.mode();
    return mode === 'always' || (mode === 'hidden' && (isBackground || !this.#options.isSeen()));
  }

  async #ask(id: EntryId, question: ChatQuestion): Promise<void> {
    const { thread } = question;
    if (!this.#isWanted(thread !== this.#shown)) return;
    const { text, isWhole } = await this.#options.describe(question);
    if (!this.#waiting.has(id)) return;
    await this.#notify(text, 'information', isWhole ? [approve, deny, show] : [show], thread, (action) => {
      if (this.#waiting.has(id)) this.#options.respond(question, action === approve ? 'approve' : 'deny');
    });
  }

  async #notify(
    text: string,
    kind: 'information' | 'warning',
    actions: readonly NoticeAction[],
    thread: ThreadId | undefined,
    answer: (action: NoticeAction) => void,
  ): Promise<void> {
    const action = await this.#options.notify(text, kind, actions);
    if (action === show) this.#options.reveal(thread);
    else if (action !== undefined) answer(action);
  }
}

// Enough to recognise an error. Units: characters.
const MAX_REASON_CHARS = 160;

/** A text in which a notification finds no links, on one line. */
function toPlain(text: string): string {
  const line = text
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .replaceAll('](', '] (')
    .trim();
  return line.length > MAX_REASON_CHARS ? `${line.slice(0, MAX_REASON_CHARS)}…` : line;
}
