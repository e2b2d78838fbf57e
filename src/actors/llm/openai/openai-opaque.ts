import { isTooDeep } from '../../protocol/json/json-depth.js';
import { isRecord, readArray, readString } from '../../protocol/json/json-shape.js';
import type { OpaqueState } from '../../protocol/llm.js';
import type { ModelOrigin } from '../server/model-origin.js';

// The parts of a detail that come in pieces.
const STREAMED_FIELDS: ReadonlySet<string> = new Set(['text', 'summary', 'data']);

/**
 * Joins the pieces of `reasoning_details`, with which OpenRouter and servers like it send signed and encrypted
 * reasoning. Source: https://openrouter.ai/docs/use-cases/reasoning-tokens
 */
export class ReasoningDetails {
  #details: Record<string, unknown>[] = [];

  /** Reads the field of one chunk. Returns the readable text in it. */
  read(value: unknown): string {
    let text = '';
    for (const piece of readArray(value)) {
      // The details are stored, and nobody could write what is nested too deep.
      if (!isRecord(piece) || isTooDeep(piece)) continue;
      text += readString(piece.text) ?? readString(piece.summary) ?? '';
      this.#add(piece);
    }
    return text;
  }

  get all(): readonly Record<string, unknown>[] {
    return this.#details;
  }

  #add(piece: Record<string, unknown>): void {
    const last = this.#details.at(-1);
    // Pieces of one detail have the same index, or follow each other without any.
    const place =
      typeof piece.index === 'number'
        ? this.#details.findIndex(({ index, type }) => index === piece.index && type === piece.type)
        : last?.type === piece.type && piece.type !== 'reasoning.encrypted'
          ? this.#details.length - 1
          : -1;
    const begun = this.#details[place];
    if (begun === undefined) {
      this.#details.push({ ...piece });
      return;
    }
    for (const [name, part] of Object.entries(piece)) {
      if (part === null || part === undefined) continue;
      const before = begun[name];
      const isStreamed = STREAMED_FIELDS.has(name) && typeof part === 'string' && typeof before === 'string';
      begun[name] = isStreamed ? before + part : part;
    }
  }
}

/**
 * Marks the reasoning of a reply as that of this provider, to which alone it is returned, together with the details that
 * only the same model can read.
 */
export function toOpaque(
  { provider, model }: ModelOrigin,
  details: readonly Record<string, unknown>[],
): OpaqueState {
  return { provider, data: details.length === 0 ? {} : { model, details } };
}

/** The details to return to a model; `undefined` if the state has none of that model. */
export function readDetails({ data }: OpaqueState, model: string): readonly unknown[] | undefined {
  return isRecord(data) && data.model === model && Array.isArray(data.details) ? data.details : undefined;
}
