import { SettingsError } from '../protocol/errors.js';
import type { LLMAdapter, LLMMessage, LLMOptions, LLMProvider, ModelDelta } from '../protocol/llm.js';
import { yieldToEventLoop } from '../runtime/abort.js';
import { gatherText } from './gather-text.js';
import { planStep } from './offline/plan-step.js';
import type { PlannedCall, OfflineStep } from './offline/offline-step.js';
import { readTurn } from './offline/offline-turn.js';
import { SET_A_MODEL } from './offline/wording.js';
import { estimateTokens } from './tokens.js';

const NAME = 'offline';
const MODEL = 'rules';

/** The default provider as the command line has it. */
export const offlineProvider = createOfflineProvider(SET_A_MODEL);

/**
 * The default provider: needs no key and no network, and says what it is. Understands requests to find, search, show
 * and replace by simple rules, and uses the real tools through the real loop. `setAModel`: how the person gets a
 * language model, as a sentence. Source: SPEC M6.
 */
export function createOfflineProvider(setAModel: string): LLMProvider {
  return {
    name: NAME,
    createAdapter: ({ model }) => {
      if (model !== MODEL) throw new SettingsError(describeUnknown(model), { setting: 'model' });
      return new OfflineAdapter(setAModel);
    },
    validateConfig: ({ model }) =>
      Promise.resolve(model === MODEL ? { ok: true } : { ok: false, problem: describeUnknown(model) }),
  };
}

function describeUnknown(model: string): string {
  return `The offline provider has one model, "${MODEL}", and none named "${model}".`;
}

class OfflineAdapter implements LLMAdapter {
  readonly provider = NAME;
  readonly model = MODEL;
  /** Rules have no context window. */
  readonly contextWindow = Infinity;
  readonly prices = { input: 0, output: 0 };
  readonly capabilities = { images: false };
  readonly #setAModel: string;

  constructor(setAModel: string) {
    this.#setAModel = setAModel;
  }

  /** Yields the same deltas for the same messages and tools. */
  async *streamComplete(
    messages: readonly LLMMessage[],
    { tools = [], signal }: LLMOptions = {},
  ): AsyncGenerator<ModelDelta, void, undefined> {
    signal?.throwIfAborted();
    const step = planStep(readTurn(messages), new Set(tools.map(({ name }) => name)));
    const text = step.kind === 'look' ? step.thought : this.#finish(step);
    for (const [word] of text.matchAll(/\s*\S+/g)) {
      // Streams word by word like a model, so that callers can draw and cancel in between.
      await yieldToEventLoop();
      signal?.throwIfAborted();
      yield { type: 'text', text: word };
    }
    if (step.kind === 'look') yield toDelta(step.call, messages.length);
    const inputTokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
    yield { type: 'usage', usage: { inputTokens, outputTokens: estimateTokens(text) } };
    yield { type: 'finish', reason: step.kind === 'answer' ? 'end' : 'toolCalls' };
  }

  #finish({ text, needsModel }: Extract<OfflineStep, { kind: 'answer' }>): string {
    return needsModel ? `${text} ${this.#setAModel}` : text;
  }

  complete(messages: readonly LLMMessage[], options?: LLMOptions): Promise<string> {
    return gatherText(this.streamComplete(messages, options));
  }

  estimateTokens(text: string): number {
    return estimateTokens(text);
  }
}

/** The id includes the call's place in the conversation, so it is unique in it. */
function toDelta({ tool, args }: PlannedCall, place: number): ModelDelta {
  const id = `offline_${place}_0`;
  return { type: 'toolCall', index: 0, id, name: tool, arguments: JSON.stringify(args) };
}
