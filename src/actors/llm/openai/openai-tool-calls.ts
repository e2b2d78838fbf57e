import type { ModelDelta } from '../../protocol/llm.js';
import { isTooDeep, MAX_JSON_DEPTH } from '../../protocol/json/json-depth.js';
import { ObjectEnd } from './object-end.js';
import { isRecord, readArray, readString } from '../../protocol/json/json-shape.js';

type ToolCallDelta = Extract<ModelDelta, { type: 'toolCall' }>;

// Stands for arguments that are nested too deep to serialise; the tool's validation refuses this text for the same
// reason.
const TOO_DEEP = '['.repeat(MAX_JSON_DEPTH + 1) + ']'.repeat(MAX_JSON_DEPTH + 1);

/** What one chunk says about one call. */
interface Piece {
  readonly index: number | undefined;
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly text: string;
}

/** A call that has begun. */
interface Slot {
  readonly index: number;
  /** The server's own index and id, if it sent any. */
  readonly givenIndex: number | undefined;
  readonly givenId: string | undefined;
  name: string;
  readonly end: ObjectEnd;
}

/**
 * Assigns the pieces of a stream to tool calls, and gives each call an index, one id and one name.
 *
 * OpenAI identifies each call by its index, and sends id and name once. Other servers leave out the index or the id,
 * repeat the name with every piece, use index 0 for every call (Ollama), give every piece an id of its own (older
 * vLLM), give all calls the same id or a word such as "null", or send whole calls at once.
 */
export class ToolCallReader {
  readonly #newId: () => string;
  readonly #slots: Slot[] = [];

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  get hasCalls(): boolean {
    return this.#slots.length > 0;
  }

  /** Whether the arguments of all calls have come to their end. */
  get areComplete(): boolean {
    return this.#slots.every(({ end }) => end.isReached);
  }

  /** The deltas of a chunk's `tool_calls`. */
  read(toolCalls: unknown): readonly ToolCallDelta[] {
    const touched = new Set<Slot>();
    return readArray(toolCalls).flatMap((raw) => {
      let piece = readPiece(raw);
      if (piece === undefined) return [];
      let known = this.#find(piece, touched);
      if (known?.end.isReached === true && /^\s*\{/.test(piece.text)) {
        // Nothing follows complete arguments but another call, here of the same tool.
        piece = { ...piece, name: piece.name ?? known.name };
        known = undefined;
      }
      const slot = known ?? this.#open(piece);
      touched.add(slot);
      const name = slot.name === '' ? piece.name : undefined;
      slot.name ||= name ?? '';
      slot.end.add(piece.text);
      return [
        {
          type: 'toolCall',
          index: slot.index,
          ...(known === undefined ? { id: slot.givenId ?? this.#newId() } : {}),
          ...(name === undefined ? {} : { name }),
          ...(piece.text === '' ? {} : { arguments: piece.text }),
        },
      ];
    });
  }

  #open(piece: Piece): Slot {
    const slot = {
      index: this.#slots.length,
      givenIndex: piece.index,
      givenId: piece.id,
      name: '',
      end: new ObjectEnd(),
    };
    this.#slots.push(slot);
    return slot;
  }

  /** The call that a piece continues; `undefined` when the piece begins a call. */
  #find(piece: Piece, touched: ReadonlySet<Slot>): Slot | undefined {
    const candidate =
      this.#slots.findLast((slot) => hasSameId(slot, piece)) ??
      (piece.index === undefined
        ? this.#slots.at(-1)
        : this.#slots.findLast((slot) => slot.givenIndex === piece.index));
    if (candidate === undefined) return undefined;
    // A piece without a name can only continue a call, whatever its id.
    if (piece.name === undefined) return candidate;
    const isOther =
      (piece.id !== undefined && candidate.givenId !== undefined && piece.id !== candidate.givenId) ||
      (candidate.name !== '' && candidate.name !== piece.name) ||
      (piece.index === undefined && touched.has(candidate)) ||
      (piece.text !== '' && candidate.end.isReached);
    return isOther ? undefined : candidate;
  }
}

/** Whether both have one id. Some servers give the same id to several calls, and tell them apart by the index. */
function hasSameId({ givenId, givenIndex }: Slot, { id, index }: Piece): boolean {
  const mayBeSameIndex = index === undefined || givenIndex === undefined || index === givenIndex;
  return id !== undefined && id === givenId && mayBeSameIndex;
}

// What programs write in place of an id that they do not have.
const NO_ID = /^(?:null|none|nil|undefined)?$/i;

function readPiece(raw: unknown): Piece | undefined {
  if (!isRecord(raw)) return undefined;
  const call = isRecord(raw.function) ? raw.function : {};
  const id = (readString(raw.id) ?? '').trim();
  return {
    index: typeof raw.index === 'number' ? raw.index : undefined,
    id: NO_ID.test(id) ? undefined : id,
    name: readString(call.name) || undefined,
    text: readArguments(call.arguments),
  };
}

// Ollama's own format sends arguments as an object, and so do some servers that imitate OpenAI's format.
function readArguments(value: unknown): string {
  if (!isRecord(value)) return readString(value) ?? '';
  return isTooDeep(value) ? TOO_DEEP : JSON.stringify(value);
}
