import type { Output } from '../terminal/output.js';
import type { ModelCatalog } from './model-catalog.js';

/** What a command of `troupe models` works with. */
export interface ModelsContext {
  readonly catalog: ModelCatalog;
  readonly out: Output;
  readonly isJson: boolean;
  readonly signal: AbortSignal;
  /** Tells the person what is no result. */
  readonly warn: (sentence: string) => Promise<void>;
}
