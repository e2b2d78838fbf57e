import type { LLMock } from '@copilotkit/aimock';

/** Settings of a person who uses a model server at an address. */
export function modelSettings(url: string): Record<string, string> {
  return { 'troupe.provider': 'openai', 'troupe.baseUrl': `${url}/v1`, 'troupe.model': 'mock-model' };
}

/** What a model server was sent, as text: every message of every request. */
export function requestTexts(model: LLMock): string[] {
  return model.getRequests().map(({ body }) => JSON.stringify(body));
}
