import type { JumpChoice, JumpScope } from '../../../actors/protocol/file-version.js';
import { isRecord } from '../../../actors/protocol/json/json-shape.js';
import type { EntryId, ThreadId } from '../../../actors/protocol/thread.js';
import type { ChatAction, ChosenFile, MemoryFromView } from '../../../actors/protocol/ui-memory.js';
import { readMessage } from './read-message.js';

const ACTIONS: readonly ChatAction[] = [
  'open',
  'duplicate',
  'export',
  'archive',
  'unarchive',
  'delete',
  'restore',
  'terminals',
];
const SCOPES: readonly JumpScope[] = ['files', 'conversation', 'both'];
const CHOICES: readonly JumpChoice[] = ['keep', 'restore', 'merge'];

// More folders than a person opens in one window.
const MAX_ROOTS = 1_000;

// Longer than any title that fits the view, and than any words that a person looks for.
const MAX_LINE_CHARS = 500;

/** Validates a message about chats or moments, as `readFromView` does. */
export function readMemoryMessage(raw: Readonly<Record<string, unknown>>): MemoryFromView | undefined {
  const { type } = raw;
  switch (type) {
    case 'listChats': {
      const { isShown } = raw;
      return typeof isShown === 'boolean' ? { type, isShown } : undefined;
    }
    case 'searchChats': {
      const { id, query } = raw;
      const isId = typeof id === 'number' && Number.isSafeInteger(id) && id >= 0;
      return isId && typeof query === 'string'
        ? { type, id, query: query.slice(0, MAX_LINE_CHARS) }
        : undefined;
    }
    case 'chat': {
      const action = ACTIONS.find((one) => one === raw['action']);
      const thread = readText(raw['thread']) as ThreadId | undefined;
      if (action === undefined || thread === undefined) return undefined;
      if (raw['entry'] === undefined) return { type, action, thread };
      const entry = readText(raw['entry']) as EntryId | undefined;
      return entry && { type, action, thread, entry };
    }
    case 'renameChat': {
      const thread = readText(raw['thread']) as ThreadId | undefined;
      const title = typeof raw['title'] === 'string' ? raw['title'].trim().replaceAll(/\s+/g, ' ') : '';
      return thread === undefined || title === ''
        ? undefined
        : { type, thread, title: title.slice(0, MAX_LINE_CHARS) };
    }
    case 'adoptChats': {
      const { roots } = raw;
      const isList = Array.isArray(roots) && roots.length > 0 && roots.length <= MAX_ROOTS;
      return isList && roots.every((root) => typeof root === 'string' && root !== '')
        ? { type, roots }
        : undefined;
    }
    case 'editMessage': {
      const entry = readText(raw['entry']) as EntryId | undefined;
      const message = readMessage(raw['message']);
      const { putsFilesBack } = raw;
      if (entry === undefined || message === undefined || typeof putsFilesBack !== 'boolean')
        return undefined;
      return { type, entry, message, putsFilesBack };
    }
    case 'switchBranch': {
      const head = readText(raw['head']) as EntryId | undefined;
      return head && { type, head };
    }
    case 'planJump':
    case 'showJump':
    case 'branchOff': {
      const moment = readText(raw['moment']) as EntryId | undefined;
      return moment && { type, moment };
    }
    case 'showSince': {
      const moment = readText(raw['moment']) as EntryId | undefined;
      const { path } = raw;
      return moment && typeof path === 'string' && path !== '' ? { type, moment, path } : undefined;
    }
    case 'jump': {
      const moment = readText(raw['moment']) as EntryId | undefined;
      const scope = SCOPES.find((one) => one === raw['scope']);
      const choices = readChoices(raw['choices']);
      return moment && scope && choices && { type, moment, scope, choices };
    }
    case 'undoJump': {
      const jump = readText(raw['jump']) as EntryId | undefined;
      return jump && { type, jump };
    }
    case 'timeTravel': {
      const { direction } = raw;
      return direction === 'undo' || direction === 'redo' ? { type, direction } : undefined;
    }
    default:
      return undefined;
  }
}

function readChoices(raw: unknown): readonly ChosenFile[] | undefined {
  if (!Array.isArray(raw)) return undefined;
  const choices = raw.flatMap((one: unknown) => {
    if (!isRecord(one) || typeof one['path'] !== 'string') return [];
    const choice = CHOICES.find((known) => known === one['choice']);
    return choice === undefined ? [] : [{ path: one['path'], choice }];
  });
  return choices.length === raw.length ? choices : undefined;
}

function readText(raw: unknown): string | undefined {
  return typeof raw === 'string' && raw !== '' && raw.length <= MAX_LINE_CHARS ? raw : undefined;
}
