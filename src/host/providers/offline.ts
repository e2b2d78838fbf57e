import type { LLMConfig } from '../../actors/protocol/llm.js';

/** The default model: no key, no network. */
export const OFFLINE: LLMConfig = { provider: 'offline', model: 'rules' };
