import { isRecord } from '../../../actors/protocol/json/json-shape.js';
import type { RememberScope } from '../../../actors/protocol/approvals.js';
import type { EntryId } from '../../../actors/protocol/thread.js';
import type {
  EditorContent,
  FromView,
  KeptDraft,
  ReviewAction,
  ViewCommand,
} from '../../../actors/protocol/ui.js';
import { readMemoryMessage } from './read-memory-message.js';
import { readMessage } from './read-message.js';
import { readMode } from './read-mode.js';
import { readPlanMessage } from './read-plan-message.js';

const SCOPES: readonly RememberScope[] = ['files', 'edits', 'thread', 'always'];
const REVIEW_ACTIONS: readonly ReviewAction[] = ['open', 'keep', 'undo'];

// More than a message with its images may have. Units: UTF-16 units.
const MAX_DRAFT_CHARS = 64 * 1024 * 1024;

// As long as a sentence or two that a person types.
const MAX_REASON_CHARS = 2_000;

const COMMANDS: readonly ViewCommand[] = [
  'selectModel',
  'setApiKey',
  'openSettings',
  'showOutput',
  'restartIndex',
  'manageTrust',
  'openFolder',
  'attachFiles',
  'importChat',
  'showTerminals',
  'showMcpServers',
  'answerMcpServer',
];
const CONTENTS: readonly EditorContent[] = ['selection', 'problems', 'terminal', 'changes'];

// A name, and names of what it is in. Its length bounds what is searched for.
const SYMBOL = /^[\p{L}_$][\p{L}\p{N}_$]{0,119}(?:\.[\p{L}_$][\p{L}\p{N}_$]{0,119}){0,4}$/u;

// One line: a line break, like other control characters, would press a key in the terminal.
const COMMAND_LINE = /^(?=.*\S)[^\p{Cc}\p{Zl}\p{Zp}]{1,10000}$/u;

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
    case 'resume':
    case 'listCommands':
      return { type: raw['type'] };
    case 'send': {
      const message = readMessage(raw['message']);
      const { whileRunning } = raw;
      if (message === undefined || whileRunning === undefined) return message && { type: 'send', message };
      return whileRunning === 'interrupt' ? { type: 'send', message, whileRunning } : undefined;
    }
    case 'withdraw':
      return typeof raw['entry'] === 'string'
        ? { type: 'withdraw', entry: raw['entry'] as EntryId }
        : undefined;
    case 'attachContent': {
      const content = CONTENTS.find((one) => one === raw['content']);
      return content && { type: 'attachContent', content };
    }
    case 'pasteCode':
      return typeof raw['text'] === 'string' ? { type: 'pasteCode', text: raw['text'] } : undefined;
    case 'setMode': {
      const mode = readMode(raw['mode']);
      return mode && { type: 'setMode', mode };
    }
    case 'mentionQuery': {
      const { id, query } = raw;
      return isNatural(id) && typeof query === 'string' ? { type: 'mentionQuery', id, query } : undefined;
    }
    case 'openFile': {
      const { path, line, endLine, column } = raw;
      if (typeof path !== 'string') return undefined;
      return {
        type: 'openFile',
        path,
        ...(isNatural(line) && line > 0 ? { line } : {}),
        ...(isNatural(endLine) && isNatural(line) && line > 0 && endLine >= line ? { endLine } : {}),
        ...(isNatural(column) && column > 0 ? { column } : {}),
      };
    }
    case 'openSymbol': {
      const { name } = raw;
      return typeof name === 'string' && SYMBOL.test(name) ? { type: 'openSymbol', name } : undefined;
    }
    case 'insertCode':
    case 'applyCode': {
      const { type, text } = raw;
      return typeof text === 'string' && text !== '' ? { type, text } : undefined;
    }
    case 'runInTerminal': {
      const { text } = raw;
      return typeof text === 'string' && COMMAND_LINE.test(text)
        ? { type: 'runInTerminal', text }
        : undefined;
    }
    case 'keepDraft': {
      const draft = readKeptDraft(raw['draft']);
      return draft && { type: 'keepDraft', draft };
    }
    case 'focused': {
      const { isFocused } = raw;
      return typeof isFocused === 'boolean' ? { type: 'focused', isFocused } : undefined;
    }
    case 'retry': {
      const { entry } = raw;
      return typeof entry === 'string' && entry !== ''
        ? { type: 'retry', entry: entry as EntryId }
        : undefined;
    }
    case 'approval': {
      const { callId, decision, remember } = raw;
      if (typeof callId !== 'string' || (decision !== 'approve' && decision !== 'deny')) return undefined;
      const answer = { type: 'approval', callId, decision, ...readReason(raw['reason']) } as const;
      if (remember === undefined) return answer;
      const scope = SCOPES.find((one) => one === remember);
      return scope && { ...answer, remember: scope };
    }
    case 'openDiff':
      return typeof raw['callId'] === 'string' ? { type: 'openDiff', callId: raw['callId'] } : undefined;
    case 'review': {
      const action = REVIEW_ACTIONS.find((one) => one === raw['action']);
      const { path } = raw;
      if (action === undefined || path === undefined) return action && { type: 'review', action };
      return typeof path === 'string' ? { type: 'review', action, path } : undefined;
    }
    case 'command': {
      const command = COMMANDS.find((one) => one === raw['command']);
      return command && { type: 'command', command };
    }
    default:
      return readMemoryMessage(raw) ?? readPlanMessage(raw);
  }
}

function readKeptDraft(raw: unknown): KeptDraft | undefined {
  if (!isRecord(raw)) return undefined;
  const { at, text } = raw;
  return isNatural(at) && typeof text === 'string' && text.length <= MAX_DRAFT_CHARS
    ? { at, text }
    : undefined;
}

/** An answer counts, whatever is wrong with its reason. */
function readReason(raw: unknown): { readonly reason?: string } {
  const reason = typeof raw === 'string' ? raw.trim().slice(0, MAX_REASON_CHARS) : '';
  return reason === '' ? {} : { reason };
}

function isNatural(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
