import type { TouchedPath } from '../../../actors/protocol/tool.js';
import type { ChatQuestion } from '../chat/chat.js';
import { NOTICE_TEXTS } from '../words/editor-words.js';

/** A question as a notification shows it. */
export interface QuestionText {
  readonly text: string;
  /** Whether the text holds all that is asked, so that it can be answered without the view. Source: SPEC T11. */
  readonly isWhole: boolean;
}

// A notification shows a few lines; a longer command is read in the view. Units: UTF-16 units.
const MAX_CHARS = 120;
// The notes on the sandbox are a sentence or two of the host. Units: UTF-16 units.
const MAX_NOTE_CHARS = 300;
const MAX_FILES = 3;

// What a notification shows as it is: it hides control characters, joins spaces, and makes links of `[text](address)`.
const PLAIN = /^(?!.*\]\()(?!.* {2})[\x20-\x7e]+$/;

const VERBS: Readonly<Record<TouchedPath['change'], string>> = NOTICE_TEXTS.verbs;

/**
 * A question in words. Only a short command of a shell of its own, in the only folder of the window, fits a notification;
 * all others are read in the view, a change with its whole diff. `roots`: the folders of the window.
 */
export function describeQuestion({ asked, tool }: ChatQuestion, roots: readonly string[]): QuestionText {
  const { preview, protectedPaths = [] } = asked;
  if (protectedPaths.length > 0) return REST;
  if (preview?.kind === 'command') {
    const { command, cwd, notes, grants } = preview;
    const isUsual = tool === 'run_command' && grants === undefined;
    const isHere = roots.length === 1 && cwd === roots[0];
    const note = notes.map((one) => ` ${one}`).join('');
    const isShort = command.length <= MAX_CHARS && note.length <= MAX_NOTE_CHARS;
    // The command comes last, where nothing that it says can pass for a note.
    const text = NOTICE_TEXTS.asksToRun(note, command);
    return isUsual && isHere && isShort && PLAIN.test(text) ? { text, isWhole: true } : REST;
  }
  if (preview?.kind !== 'diff') return REST;
  const { files = [] } = preview;
  if (files.length === 0 || files.length > MAX_FILES) return REST;
  const named = files.map(({ change, shown }) => `${VERBS[change]} ${shown}`).join(', ');
  const text = NOTICE_TEXTS.asksTo(named, countLines(preview.diff));
  return text.length <= MAX_CHARS && PLAIN.test(text) ? { text, isWhole: false } : REST;
}

const REST: QuestionText = { text: NOTICE_TEXTS.asks, isWhole: false };

/** The number of lines that a unified diff adds and removes. */
function countLines(diff: string): string {
  const lines = diff.split('\n');
  const added = lines.filter((line) => line.startsWith('+') && !line.startsWith('+++ ')).length;
  const removed = lines.filter((line) => line.startsWith('-') && !line.startsWith('--- ')).length;
  return `+${added} -${removed}`;
}
