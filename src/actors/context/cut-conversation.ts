import type { LLMMessage } from '../protocol/llm.js';
import { alternateRoles } from './alternate-roles.js';
import { groupMessages, type MessageGroup } from './group-messages.js';
import { countTokens } from './message-tokens.js';
import { type CutText, shortenMessage } from './shorten-message.js';

// Limits for a single text, tried in order, so that only huge texts are cut at first. Units: tokens.
const LIMITS = [16_000, 4_000, 1_000, 250];

/** A conversation that was cut. */
export interface CutConversation {
  readonly messages: readonly LLMMessage[];
  /** How many of them, from the first on, are pinned. */
  readonly pinned: number;
}

/**
 * A conversation of at most `maxTokens`, or of as few as possible: its longest texts are cut, of texts of similar length
 * first results of tools, and if that is not enough the oldest messages are left out. What is pinned and the newest
 * message of the person stay whole. Without a model, and always the same for the same messages.
 *
 * Shape: calls keep their results, and ids and names stay; the pinned messages come first, then a message that says what
 * was left out, if anything was.
 */
export function cutConversation(
  messages: readonly LLMMessage[],
  {
    pinned,
    maxTokens,
    estimateTokens,
    cut,
    standing = '',
  }: {
    readonly pinned: ReadonlySet<LLMMessage>;
    readonly maxTokens: number;
    readonly estimateTokens: (text: string) => number;
    readonly cut: CutText;
    /** What the model needs to know where messages are left out, word for word. Default: nothing. */
    readonly standing?: string;
  },
): CutConversation {
  const count = (of: readonly LLMMessage[]): number => countTokens(of, estimateTokens);
  const groups = groupMessages(messages, pinned);
  const staying = groups.filter(({ mustStay }) => mustStay).flatMap((group) => group.messages);
  const measured = groups.flatMap(({ messages: own, mustStay }) =>
    own.map((message) => ({ message, tokens: count([message]), mustStay })),
  );
  let total = measured.reduce((sum, { tokens }) => sum + tokens, 0);
  for (const limit of LIMITS)
    for (const isMeant of [isResult, () => true])
      for (const [index, { message, tokens, mustStay }] of measured.entries()) {
        if (total <= maxTokens) break;
        if (mustStay || tokens <= limit || !isMeant(message)) continue;
        const short = shortenMessage(message, limit, cut);
        const after = count([short]);
        // A cut inserts a note, so cutting a text that is barely too long gains nothing.
        if (after >= tokens) continue;
        measured[index] = { message: short, tokens: after, mustStay };
        total += after - tokens;
      }
  const shortened = measured.map(({ message }) => message);
  if (total <= maxTokens) {
    const whole = arrange(regroup(groups, shortened), 0, staying, pinned);
    if (count(whole.messages) <= maxTokens) return whole;
  }
  let at = 0;
  const sizes = groups.map((group) => {
    const own = measured.slice(at, (at += group.messages.length));
    return own.reduce((sum, { tokens }) => sum + tokens, 0);
  });
  // The message that says what was left out, and the replies between messages of the person.
  const around =
    count([describeLeftOut(messages.length, standing)]) + count(alternateRoles(staying)) - count(staying);
  let left = regroup(groups, shortened).map((group, index) => ({ group, tokens: sizes[index] ?? 0 }));
  let dropped = 0;
  /** Whether there was one that may be left out. */
  const dropOldest = (): boolean => {
    const oldest = left.findIndex(({ group }) => !group.mustStay);
    const gone = left[oldest];
    if (gone === undefined) return false;
    left = left.toSpliced(oldest, 1);
    total -= gone.tokens;
    dropped += gone.group.messages.length;
    return true;
  };
  const arrangeLeft = (): CutConversation =>
    arrange(
      left.map(({ group }) => group),
      dropped,
      staying,
      pinned,
      standing,
    );
  while (total + around > maxTokens && dropOldest());
  let made = arrangeLeft();
  // Which replies are needed between messages of the person, only the whole shows.
  while (count(made.messages) > maxTokens && dropOldest()) made = arrangeLeft();
  return made;
}

function isResult({ role }: LLMMessage): boolean {
  return role === 'tool';
}

/** The groups with other messages in the places of theirs. */
function regroup(groups: readonly MessageGroup[], messages: readonly LLMMessage[]): readonly MessageGroup[] {
  let at = 0;
  return groups.map((group) => ({ ...group, messages: messages.slice(at, (at += group.messages.length)) }));
}

function arrange(
  groups: readonly MessageGroup[],
  dropped: number,
  staying: readonly LLMMessage[],
  pinned: ReadonlySet<LLMMessage>,
  standing = '',
): CutConversation {
  const first = staying.filter((message) => pinned.has(message));
  const rest = groups.flatMap((group) => group.messages).filter((message) => !pinned.has(message));
  const note = dropped === 0 ? [] : [describeLeftOut(dropped, standing)];
  return { messages: alternateRoles([...first, ...note, ...rest]), pinned: alternateRoles(first).length };
}

// Written for the model.
function describeLeftOut(count: number, standing: string): LLMMessage {
  return {
    role: 'user',
    content: `(The oldest messages of this conversation, ${count} of them, were left out when it was too long for your window. Ask the person, or look again, where you need what they said.)${standing === '' ? '' : `\n\n${standing}`}`,
  };
}
