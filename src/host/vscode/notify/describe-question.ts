import type { TouchedPath } from '../../../actors/protocol/tool.js';
import type { ChatQuestion } from '../chat/chat.js';

/** A question as a notification shows it. */
export interface QuestionText {
  readonly text: string;
  /** Whether the text holds all that is asked, so that it can be answered without the view. Source: SPEC T11. */
  readonly isWhole: boolean;
}

// A notification shows some three lines; a longer question is read in the view. Units: characters.
const MAX_CHARS = 120;
const MAX_FILES = 3;

// What a notification shows as it is: it hides control characters, and makes links of `[text](address)`.
const PLAIN = /^(?!.*\]\()[\x20-\x7e]+$/;

const VERBS: Readonly<Record<TouchedPath['change'], string>> = {
  create: 'create',
  edit: 'change',
  delete: 'delete',
};

/**
 * A question in words. Only a short command of a shell of its own, in the only folder of the window, and a change of a
 * few named files fit a notification; all others are read in the view. `roots`: the folders of the window.
 */
export function describeQuestion({ asked, tool }: ChatQuestion, roots: readonly string[]): QuestionText {
  const { preview, protectedPaths = [] } = asked;
  const whole = (text: string): QuestionText =>
    text.length <= MAX_CHARS && PLAIN.test(text) ? { text, isWhole: true } : REST;
  if (preview?.kind === 'command') {
    const isUsual = tool === 'run_command' && preview.grants === undefined;
    const isHere = roots.length === 1 && preview.cwd === roots[0];
    return isUsual && isHere ? whole(`Troupe asks to run: ${preview.command}`) : REST;
  }
  if (preview?.kind !== 'diff' || protectedPaths.length > 0) return REST;
  const { files = [] } = preview;
  const isUsual = ({ isTree, isExecutable }: TouchedPath): boolean =>
    isTree !== true && isExecutable !== true;
  if (files.length === 0 || files.length > MAX_FILES || !files.every(isUsual)) return REST;
  const named = files.map(({ change, shown }) => `${VERBS[change]} ${shown}`).join(', ');
  return whole(`Troupe asks to ${named} (${countLines(preview.diff)})`);
}

const REST: QuestionText = { text: 'Troupe asks before it goes on.', isWhole: false };

/** The number of lines that a unified diff adds and removes. */
function countLines(diff: string): string {
  const lines = diff.split('\n');
  const added = lines.filter((line) => line.startsWith('+') && !line.startsWith('+++ ')).length;
  const removed = lines.filter((line) => line.startsWith('-') && !line.startsWith('--- ')).length;
  return `+${added} -${removed}`;
}
