import type { Effort } from '../../protocol/llm.js';

/** The model that an adapter talks to. */
export interface ModelOrigin {
  readonly provider: string;
  readonly model: string;
  /** Default: what the server does by itself. */
  readonly effort?: Effort | undefined;
}
