import { countTokens, shortenMessages } from '../../actors/context/shorten-messages.js';
import { callModel, type CallModelOptions } from '../../actors/llm/call-model.js';
import { LLMRequestError } from '../../actors/protocol/errors.js';
import type { LLMAdapter, LLMMessage, ModelReply } from '../../actors/protocol/llm.js';
import { joinSentences } from '../../actors/protocol/sentences.js';
import { countOf } from '../../actors/tools/text/count-of.js';
import { fitText } from '../../actors/tools/text/fit-text.js';

// The answer, and the rest of the turn, need room as well.
const SHARE_OF_WINDOW = 0.7;

// While the window is unknown, the next attempt uses half of what was refused.
const SHARE_OF_CONVERSATION = 0.5;

interface ShortenedConversation {
  readonly messages: readonly LLMMessage[];
  /** What was shortened, as sentences for the person. */
  readonly notice: string;
}

/**
 * Like `callModel`, but when the server refuses the conversation as too long for the model, tries again with a shorter
 * one. Calls `onShortened` with the conversation that the server accepted, before any of its deltas.
 * Errors: never rejects. When the conversation cannot be shortened any further, the reply is the refusal, and
 * `onShortened` is not called.
 */
export async function askWithinWindow(
  adapter: LLMAdapter,
  prompt: string,
  conversation: readonly LLMMessage[],
  options: CallModelOptions & { readonly onShortened: (fitted: ShortenedConversation) => void },
): Promise<ModelReply> {
  const { onShortened, onDelta, ...rest } = options;
  let fitted: ShortenedConversation | undefined;
  for (;;) {
    const messages = fitted?.messages ?? conversation;
    const taken = fitted;
    let isTaken = false;
    const reply = await callModel(adapter, [{ role: 'system', content: prompt }, ...messages], {
      ...rest,
      onDelta: (delta) => {
        if (taken !== undefined && !isTaken) onShortened(taken);
        isTaken = true;
        onDelta?.(delta);
      },
    });
    if (isTaken || !isOverflow(reply)) return reply;
    fitted = shortenConversation(messages, conversation, { adapter, prompt, tools: rest.tools ?? [] });
    if (fitted === undefined) return reply;
  }
}

function isOverflow({ error }: ModelReply): boolean {
  return error instanceof LLMRequestError && error.details.problem === 'context overflow';
}

/**
 * Shortens `messages`, which were refused, to at most half their size, and to the window if it is known; `undefined`
 * when they cannot be shortened.
 */
function shortenConversation(
  messages: readonly LLMMessage[],
  whole: readonly LLMMessage[],
  { adapter, prompt, tools }: { adapter: LLMAdapter; prompt: string; tools: readonly object[] },
): ShortenedConversation | undefined {
  const estimateTokens = (text: string): number => adapter.estimateTokens(text);
  const { contextWindow = Infinity } = adapter;
  const around = estimateTokens(prompt) + estimateTokens(JSON.stringify(tools));
  if (around >= contextWindow) return undefined;
  const fitted = shortenMessages(messages, {
    maxTokens: Math.min(
      contextWindow * SHARE_OF_WINDOW - around,
      countTokens(messages, estimateTokens) * SHARE_OF_CONVERSATION,
    ),
    estimateTokens,
    cut: (text, maxTokens) =>
      fitText(
        text,
        { maxTokens, estimateTokens },
        (chars) =>
          `${chars} characters were taken out here when the conversation was too long for your window`,
      ),
  });
  if (fitted === undefined) return undefined;
  const dropped = whole.length - fitted.length;
  const shortened = fitted.filter((message) => !whole.includes(message)).length;
  const notice = joinSentences(
    "The conversation did not fit into the model's window any more",
    shortened === 0 ? undefined : `Long texts were shortened in ${countOf(shortened, 'message')} of it`,
    dropped === 0 ? undefined : `The oldest ${countOf(dropped, 'message')} of it went`,
  );
  return { messages: fitted, notice };
}
