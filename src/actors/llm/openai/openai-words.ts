import { randomUUID } from 'node:crypto';
import type { ApiWords } from '../server/model-api.js';
import { DeltaReader } from './openai-deltas.js';
import { adaptDialect, type ChatDialect, createDialect } from './openai-dialect.js';
import { buildChatRequest } from './openai-request.js';

/** How chat completions are written and read. */
export const openaiWords: ApiWords<ChatDialect> = {
  path: '/chat/completions',
  createDialect: ({ capabilities }, isHome) => ({
    ...createDialect(isHome),
    takesImages: capabilities?.images !== false,
    takesTools: capabilities?.tools !== false,
  }),
  adaptDialect,
  buildRequest: buildChatRequest,
  createReader: (origin, dialect) => new DeltaReader(origin, dialect, () => `call_${randomUUID()}`),
};
