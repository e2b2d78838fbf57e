import { countOf } from '../../actors/tools/count-of.js';
import { visibleText } from '../markdown/visible-text.js';
import type { Output } from './output.js';

const FILE_HEAD = /^--- (?:a\/)?(.*)\n\+\+\+ (?:b\/)?(.*)$/;
const NOTHING = '/dev/null';

/** A unified diff as lines in colours, with everything in it visible: at most `maxLines`, and how many are missing. */
export function drawDiff(diff: string, out: Output, maxLines = Infinity): readonly string[] {
  const lines = readLines(diff).map((line) => `  ${drawLine(line, out)}`);
  const rest = lines.length - maxLines;
  // One line more takes no more than to say that it is missing.
  if (rest <= 1) return lines;
  return [...lines.slice(0, maxLines), out.style('dim', `  … ${countOf(rest, 'more line')} …`)];
}

/** The two lines that name a file, before a hunk, as one. */
function readLines(diff: string): readonly string[] {
  return diff
    .replace(/\n$/, '')
    .replaceAll(/^--- .*\n\+\+\+ .*(?=\n@@ |$)/gm, (head) => head.replace('\n', '\u0000'))
    .split('\n')
    .map((line) => line.replace('\u0000', '\n'));
}

function drawLine(line: string, out: Output): string {
  const [, before = '', after = ''] = FILE_HEAD.exec(line) ?? [];
  if (before !== '') return out.style('bold', visibleText(nameFile(before, after)));
  const text = visibleText(line.replaceAll('\n', ' '));
  if (line.startsWith('+')) return out.style('green', text);
  if (line.startsWith('-')) return out.style('red', text);
  return line.startsWith('@@') ? out.style('cyan', text) : text;
}

function nameFile(before: string, after: string): string {
  if (before === NOTHING) return `${after} (new)`;
  if (after === NOTHING) return `${before} (deleted)`;
  return before === after ? after : `${before} → ${after}`;
}
