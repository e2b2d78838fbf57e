import type { TouchedPath } from '../../../../actors/protocol/tool.js';
import type { ChangedFile } from '../../../../actors/protocol/ui.js';
import { formatCount } from './format-count.js';

/** What happens to a file that a question is about. */
export const TOUCHED: Readonly<Record<TouchedPath['change'], string>> = {
  create: 'new',
  edit: 'changed',
  delete: 'deleted',
};

/** What a line of the review says of a file beside its numbers. */
export const REVIEWED: Readonly<Record<ChangedFile['change'], string>> = {
  created: 'new',
  changed: '',
  deleted: 'deleted',
  moved: 'moved',
};

const CONTROL = /Mac/.test(navigator.platform) ? '⌘' : 'Ctrl+';

/** The keys that answer a question from the empty message box. */
export const KEYS_IN_MESSAGE = `${CONTROL}Enter approves, ${CONTROL}Backspace denies`;

export const EDITED_SINCE = 'edited by you since';

export const TOO_LONG = 'The change is too long to be shown whole: this is its beginning.';

/** What the fold with the diff of a question says. */
export function describeWhole(files: number, places: number): string {
  const where = files > 1 ? ` in ${formatCount(files, 'file')}` : '';
  return `The whole change: ${formatCount(places, 'place')}${where}`;
}

/** The question about a call. `tool` is the name of its tool. */
export function describeQuestion(tool: string, kind: 'command' | 'diff' | 'text' | undefined): string {
  if (kind === 'command') return 'Run this command?';
  if (kind === 'diff') return 'Make this change?';
  return `${sayTool(tool)}?`;
}

/** The name of a question, for screen readers. */
export function nameQuestion(tool: string, kind: 'command' | 'diff' | 'text' | undefined): string {
  if (kind === 'command') return 'Approval of a command';
  return kind === 'diff' ? 'Approval of a change' : `Approval of “${sayTool(tool)}”`;
}

/** The name of a tool as words: `delete_file_or_folder` is “Delete file or folder”. */
function sayTool(tool: string): string {
  const words = tool.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
