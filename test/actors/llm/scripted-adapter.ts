import type { LLMAdapter, LLMMessage, LLMOptions, ModelDelta } from '../../../src/actors/protocol/llm.js';
import { gatherText } from '../../../src/actors/llm/gather-text.js';

/** What one request does: a list of deltas, then an end, a failure, or nothing ever again. */
export interface Script {
  readonly deltas: readonly ModelDelta[];
  readonly ending: 'end' | 'hang' | Error;
}

/**
 * A model that plays one script for each request, the last one for all that follow. It ignores its signal, as a bad
 * adapter may, so whoever calls it has to get away by himself.
 */
export class ScriptedAdapter implements LLMAdapter {
  readonly provider = 'scripted';
  readonly model = 'script-1';
  readonly signals: AbortSignal[] = [];
  readonly #scripts: readonly Script[];
  returns = 0;

  constructor(...scripts: readonly Script[]) {
    this.#scripts = scripts;
  }

  get requests(): number {
    return this.signals.length;
  }

  streamComplete(_messages: readonly LLMMessage[], options: LLMOptions = {}): AsyncIterable<ModelDelta> {
    const script = this.#scripts[Math.min(this.requests, this.#scripts.length - 1)];
    if (script === undefined) throw new Error('no script');
    if (options.signal !== undefined) this.signals.push(options.signal);
    let position = 0;
    return {
      [Symbol.asyncIterator]: () => ({
        next: (): Promise<IteratorResult<ModelDelta>> => {
          const value = script.deltas[position++];
          if (value !== undefined) return Promise.resolve({ done: false, value });
          if (script.ending === 'end') return Promise.resolve({ done: true, value: undefined });
          if (script.ending === 'hang') return new Promise(() => undefined);
          return Promise.reject(script.ending);
        },
        return: () => {
          this.returns++;
          // A hanging adapter does not answer this either.
          return new Promise(() => undefined);
        },
      }),
    };
  }

  complete(messages: readonly LLMMessage[], options?: LLMOptions): Promise<string> {
    return gatherText(this.streamComplete(messages, options));
  }

  estimateTokens(text: string): number {
    return text.length;
  }
}

export const text = (value: string): ModelDelta => ({ type: 'text', text: value });
export const finish: ModelDelta = { type: 'finish', reason: 'end' };
