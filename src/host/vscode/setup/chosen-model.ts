import { type Effort, EFFORTS } from '../../../actors/protocol/llm.js';
import { parseUrl } from '../../../actors/protocol/web/parse-url.js';

/** A model as the settings name it. */
export interface ModelName {
  /** `offline`, `openai` (any compatible server), `vscode`, or a provider of the person's file. */
  readonly provider: string;
  readonly model: string;
  /** `''`: that of the provider. */
  readonly baseUrl: string;
  /** How much it is to reason. Absent: what it does by itself. */
  readonly effort?: Effort;
}

/** What a person has chosen. */
export interface ChosenModel extends ModelName {
  /** A key that was typed, for the server of `baseUrl`. Absent: what is stored stays. */
  readonly apiKey?: string;
}

// More than a person switches between; the list of providers follows below.
const MAX_RECENT = 5;

/** The list of recently used models with one more, the newest first. */
export function addRecent(recent: readonly ModelName[], used: ModelName): readonly ModelName[] {
  return [used, ...recent.filter((known) => !isSame(known, used))].slice(0, MAX_RECENT);
}

/** Validates a stored list. Invalid items are left out. */
export function readRecent(stored: unknown): readonly ModelName[] {
  return Array.isArray(stored) ? stored.filter(isModelName).slice(0, MAX_RECENT) : [];
}

function isSame(one: ModelName, other: ModelName): boolean {
  return one.provider === other.provider && one.model === other.model && one.baseUrl === other.baseUrl;
}

function isModelName(value: unknown): value is ModelName {
  if (typeof value !== 'object' || value === null) return false;
  const { provider, model, baseUrl, effort } = value as Record<keyof ModelName, unknown>;
  if (effort !== undefined && !EFFORTS.some((known) => known === effort)) return false;
  if (typeof provider !== 'string' || typeof model !== 'string' || typeof baseUrl !== 'string') return false;
  return model !== '' && (baseUrl === '' || parseUrl(baseUrl) !== undefined);
}
