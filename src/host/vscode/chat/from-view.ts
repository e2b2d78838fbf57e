import { isRecord } from '../../../actors/protocol/json-shape.js';
import type { AgentMode } from '../../../actors/protocol/agent.js';
import type { RememberScope } from '../../../actors/protocol/approvals.js';
import type { FromView, Mention, UserMessage, ViewCommand } from '../../../actors/protocol/ui.js';
import type { RelPath } from '../../../actors/protocol/workspace.js';

const MODES: readonly AgentMode[] = ['ask', 'gather', 'agent'];
const SCOPES: readonly RememberScope[] = ['files', 'edits', 'thread', 'always'];
const COMMANDS: readonly ViewCommand[] = [
  'selectModel',
  'setApiKey',
  'openSettings',
  'showOutput',
  'restartIndex',
];

/**
 * Validates a message from the view. The view shows text of models and files, so its messages are not trusted. Returns
 * `undefined` for an invalid message.
 */
export function readFromView(raw: unknown): FromView | undefined {
  if (!isRecord(raw)) return undefined;
  switch (raw['type']) {
    case 'ready':
    case 'stop':
    case 'newChat':
      return { type: raw['type'] };
    case 'send': {
      const message = readMessage(raw['message']);
      return message && { type: 'send', message };
    }
    case 'setMode': {
      const mode = MODES.find((one) => one === raw['mode']);
      return mode && { type: 'setMode', mode };
    }
    case 'mentionQuery': {
      const { id, query } = raw;
      return isNatural(id) && typeof query === 'string' ? { type: 'mentionQuery', id, query } : undefined;
    }
    case 'openFile': {
      const mention = readMention(raw['mention']);
      const { line } = raw;
      return mention && { type: 'openFile', mention, ...(isNatural(line) && line > 0 ? { line } : {}) };
    }
    case 'approval': {
      const { callId, decision, remember } = raw;
      if (typeof callId !== 'string' || (decision !== 'approve' && decision !== 'deny')) return undefined;
      if (remember === undefined) return { type: 'approval', callId, decision };
      const scope = SCOPES.find((one) => one === remember);
      return scope && { type: 'approval', callId, decision, remember: scope };
    }
    case 'command': {
      const command = COMMANDS.find((one) => one === raw['command']);
      return command && { type: 'command', command };
    }
    default:
      return undefined;
  }
}

function readMessage(raw: unknown): UserMessage | undefined {
  if (!isRecord(raw) || typeof raw['text'] !== 'string' || !Array.isArray(raw['mentions'])) return undefined;
  const mentions = raw['mentions'].map(readMention);
  return mentions.includes(undefined)
    ? undefined
    : { text: raw['text'], mentions: mentions.filter((mention) => mention !== undefined) };
}

function readMention(raw: unknown): Mention | undefined {
  if (!isRecord(raw)) return undefined;
  const { root, path, line } = raw;
  if (typeof root !== 'string' || typeof path !== 'string') return undefined;
  return { root, path: path as RelPath, ...(isNatural(line) && line > 0 ? { line } : {}) };
}

function isNatural(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
