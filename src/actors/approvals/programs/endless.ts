import type { SyntaxTree } from '../syntax/syntax-tree.js';
import { readCommand, type Word } from '../syntax/word.js';
import { type CheckedArguments, checkArguments } from './check-arguments.js';
import type { ProgramSpec } from './program-spec.js';

const YES: ProgramSpec = { operands: 'text', lookingOnly: 'prints without end' };
// Not a negative number: for that it reads to the end.
const STOPS = /^head(?: -q)?(?: (?:-\d{1,6}|-[nc] ?\d{1,6}|--(?:lines|bytes)=\d{1,6}))?$/;

/** Checks `yes`. `isCut`: whether the only reader of its output stops by itself. */
export function checkYes(args: readonly Word[], isCut: boolean): CheckedArguments {
  return isCut ? checkArguments(YES, args) : { paths: [], problem: 'goes on without end' };
}

/** Whether a part of a pipeline is a command whose output goes to one that stops reading by itself: `yes | head -5`. */
export function isCutOff({ type, children }: SyntaxTree, index: number): boolean {
  const child = children[index];
  if (type !== 'pipeline' || child?.type !== 'command') return false;
  if (child.children.some((part) => part.type.endsWith('_redirect'))) return false;
  // Between two commands stands the bar.
  const words = readCommand(children[index + 2]);
  return STOPS.test(words.map(({ value = '$', glob }) => (glob === undefined ? value : '$')).join(' '));
}
