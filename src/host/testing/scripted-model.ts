import type {
  FinishReason,
  LLMAdapter,
  LLMMessage,
  LLMOptions,
  LLMProvider,
  ModelDelta,
  Usage,
} from '../../actors/protocol/llm.js';

/** What a model does with one request: pieces of a reply, then its end, a failure, or nothing ever again. */
export interface ScriptedTurn {
  readonly deltas: readonly ModelDelta[];
  /** `hang` ignores its signal, as a bad adapter may. */
  readonly end: 'close' | 'hang' | Error;
}

/**
 * A model that follows a script, a turn for each request, and keeps what it was asked. After its last turn it hangs.
 *
 *     new ScriptedModel([asksFor(['read_file', { uri: 'a.txt' }]), says('It is empty.')])
 */
export class ScriptedModel implements LLMAdapter {
  readonly provider = 'scripted';
  readonly model = 'script-1';
  readonly contextWindow = Infinity;
  readonly requests: { readonly messages: readonly LLMMessage[]; readonly options: LLMOptions }[] = [];
  readonly #turns: readonly ScriptedTurn[];
  readonly #onStep: () => void;

  /** `onStep` is called before each piece. */
  constructor(turns: readonly ScriptedTurn[], onStep: () => void = () => undefined) {
    this.#turns = turns;
    this.#onStep = onStep;
  }

  async *streamComplete(
    messages: readonly LLMMessage[],
    options: LLMOptions = {},
  ): AsyncGenerator<ModelDelta, void, undefined> {
    const turn = this.#turns[this.requests.length] ?? { deltas: [], end: 'hang' };
    this.requests.push({ messages, options });
    for (const delta of turn.deltas) {
      this.#onStep();
      yield delta;
    }
    this.#onStep();
    if (turn.end === 'hang') await new Promise(() => undefined);
    if (turn.end instanceof Error) throw turn.end;
  }

  complete(): Promise<string> {
    return Promise.reject(new Error('only streams'));
  }

  estimateTokens(text: string): number {
    return text.length;
  }
}

/** A piece of the answer. */
export const text = (value: string): ModelDelta => ({ type: 'text', text: value });
/** A piece of the model's thinking. */
export const reasoning = (value: string): ModelDelta => ({ type: 'reasoning', text: value });
/** What the request cost, in tokens. */
export const usage = (inputTokens: number, outputTokens: number): ModelDelta => ({
  type: 'usage',
  usage: { inputTokens, outputTokens } satisfies Usage,
});

/** The model says this and is done. */
export function says(...pieces: readonly string[]): ScriptedTurn {
  return ending('end', ...pieces.map(text));
}

/** The same with any pieces and any reason to stop. */
export function ending(reason: FinishReason, ...deltas: readonly ModelDelta[]): ScriptedTurn {
  return { deltas: [...deltas, { type: 'finish', reason }], end: 'close' };
}

/** The model asks for tools: name, and arguments as an object or as the raw text. Ids are `c0`, `c1`, ... */
export function asksFor(
  ...calls: readonly (readonly [name: string, args: object | string, id?: string])[]
): ScriptedTurn {
  return ending(
    'toolCalls',
    text('Let me look.'),
    ...calls.map(([name, args, id], index): ModelDelta => ({
      type: 'toolCall',
      index,
      id: id ?? `c${index}`,
      name,
      arguments: typeof args === 'string' ? args : JSON.stringify(args),
    })),
  );
}

/**
 * A provider for `createHost` whose every adapter is `model`.
 *
 *     const host = await createHost({ roots, providers: [scriptedProvider(model)], model });
 */
export function scriptedProvider(model: ScriptedModel): LLMProvider {
  return {
    name: model.provider,
    createAdapter: () => model,
    validateConfig: async () => ({ ok: true }),
  };
}
