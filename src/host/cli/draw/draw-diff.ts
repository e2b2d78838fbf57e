import { type DiffLine, parseDiffLines } from '../../markdown/parse-diff-lines.js';
import { toVisibleText } from '../../markdown/visible-text.js';
import type { Output } from '../terminal/output.js';
import { describeOmitted, type FoldHint } from './fold-lines.js';

const STYLES: Readonly<Partial<Record<DiffLine['kind'], Parameters<Output['style']>[0]>>> = {
  file: 'bold',
  hunk: 'cyan',
  added: 'green',
  removed: 'red',
};

/**
 * Draws a unified diff in colours, with hidden characters visible: at most `maxLines`, and the number of omitted lines
 * with `hint`.
 */
export function drawDiff(diff: string, out: Output, maxLines = Infinity, hint?: FoldHint): readonly string[] {
  const lines = parseDiffLines(diff).map(({ kind, text }) => {
    const style = STYLES[kind];
    const shown = toVisibleText(text);
    return `  ${style === undefined ? shown : out.style(style, shown)}`;
  });
  const rest = lines.length - maxLines;
  // A single omitted line is drawn, because saying that it is missing takes a line as well.
  if (rest <= 1) return lines;
  return [...lines.slice(0, maxLines), out.style('dim', `  ${describeOmitted(rest, hint)}`)];
}
