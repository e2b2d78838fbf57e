import type {
  FinishReason,
  LLMAdapter,
  LLMMessage,
  LLMOptions,
  LLMProvider,
  ModelDelta,
  Usage,
} from '../../actors/protocol/llm.js';

/** The reply to one request: some deltas, then its end, a failure, or silence. */
export interface ScriptedTurn {
  readonly deltas: readonly ModelDelta[];
  /** `hang` never ends and ignores its signal, like a faulty adapter. */
  readonly end: 'close' | 'hang' | Error;
}

/**
 * A model that replies from a script, one turn for each request, and records the requests. After its last turn it
 * hangs.
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

  /** Calls `onStep` before each delta. */
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

/** A text delta of the answer. */
export const text = (value: string): ModelDelta => ({ type: 'text', text: value });
/** A delta of the model's reasoning. */
export const reasoning = (value: string): ModelDelta => ({ type: 'reasoning', text: value });
/** A delta with the tokens that the request used. */
export const usage = (inputTokens: number, outputTokens: number): ModelDelta => ({
  type: 'usage',
  usage: { inputTokens, outputTokens } satisfies Usage,
});

/** A turn in which the model answers. */
export function says(...pieces: readonly string[]): ScriptedTurn {
  return ending('end', ...pieces.map(text));
}

/** A turn with any deltas and any finish reason. */
export function ending(reason: FinishReason, ...deltas: readonly ModelDelta[]): ScriptedTurn {
  return { deltas: [...deltas, { type: 'finish', reason }], end: 'close' };
}

/** A turn in which the model calls tools: name, and arguments as an object or as raw text. Ids are `c0`, `c1`, ... */
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
