import { expect, test } from 'vitest';
import type { AgentEvent } from '../../../../src/actors/protocol/agent.js';
import { RequestCount } from '../../../../src/host/cli/turn/request-count.js';

const token: AgentEvent = { type: 'token', channel: 'answer', content: 'Hm' };
const thought: AgentEvent = { type: 'thought', content: '' };
const answer: AgentEvent = { type: 'answer', content: 'Yes.' };
const action: AgentEvent = { type: 'action', callId: 'c', tool: 't', params: {} };
const result = { outcome: 'success', success: true, output: '' } as const;
const observation: AgentEvent = { type: 'observation', callId: 'c', tool: 't', result };
const retry: AgentEvent = { type: 'retry', attempt: 2, maxAttempts: 3, waitMs: 0, reason: '' };
const error = (code: string): AgentEvent =>
  ({ type: 'error', name: 'E', code, message: '', partial: '' }) as AgentEvent;

test.each<[string, readonly AgentEvent[], number]>([
  ['answered at once', [token, answer], 1],
  ['answered after a call', [thought, action, observation, token, answer], 2],
  ['interrupted before the first word', [error('CANCELLED')], 1],
  ['interrupted in an answer', [token, error('CANCELLED')], 1],
  ['interrupted in a call', [thought, action, error('CANCELLED')], 1],
  ['interrupted between two of three calls', [thought, action, action, observation, error('CANCELLED')], 1],
  ['interrupted in the request after a call', [thought, action, observation, error('CANCELLED')], 2],
  ['tried three times', [token, retry, retry, token, answer], 3],
  ['failed after three tries', [retry, retry, error('LLM_CONNECTION')], 3],
  ['stopped at a limit behind a call', [thought, action, observation, error('MAX_ITERATIONS')], 1],
  ['out of time in an answer', [thought, action, observation, token, error('MAX_ITERATIONS')], 2],
  ['never sent', [error('CONTEXT_OVERFLOW')], 0],
])('a turn that is %s counts its requests', (_what, events, requests) => {
  const count = new RequestCount();
  for (const event of events) count.add(event);
  expect(count.value).toBe(requests);
});
