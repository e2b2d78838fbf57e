import { toPlainWords } from './plain-words.js';
import { APPROVAL_TEXTS } from '../../words/view-words.js';

const CONTROL = /Mac/.test(navigator.platform) ? '⌘' : 'Ctrl+';

/** The keys that answer a question from the empty message box. */
export const KEYS_IN_MESSAGE = APPROVAL_TEXTS.keys(CONTROL);

/** What the fold with the diff of a question says. */
export function describeWhole(files: number, places: number): string {
  return files > 1 ? APPROVAL_TEXTS.wholeChangeIn(places, files) : APPROVAL_TEXTS.wholeChange(places);
}

/** The question about a call. `tool` is the name of its tool. */
export function describeQuestion(tool: string, kind: 'command' | 'diff' | 'text' | undefined): string {
  if (kind === 'command') return APPROVAL_TEXTS.runCommand;
  if (kind === 'diff') return APPROVAL_TEXTS.makeChange;
  return APPROVAL_TEXTS.useTool(sayTool(tool));
}

/** The name of a question, for screen readers. */
export function nameQuestion(tool: string, kind: 'command' | 'diff' | 'text' | undefined): string {
  if (kind === 'command') return APPROVAL_TEXTS.ofCommand;
  return kind === 'diff' ? APPROVAL_TEXTS.ofChange : APPROVAL_TEXTS.ofTool(sayTool(tool));
}

/** What an offer allows. What is quoted in it, such as a command, stays as it is. */
export function sayOffer(description: string): string {
  return description.includes('`') ? description : toPlainWords(description);
}

/** The name of a tool as words: `delete_file_or_folder` is “Delete file or folder”. */
function sayTool(tool: string): string {
  const words = tool.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
