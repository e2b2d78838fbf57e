import { countOf } from '../../../actors/tools/text/count-of.js';
import { type DiffLine, diffLines } from '../../markdown/diff-lines.js';
import { visibleText } from '../../markdown/visible-text.js';
import type { Output } from '../terminal/output.js';

const STYLES: Readonly<Partial<Record<DiffLine['kind'], Parameters<Output['style']>[0]>>> = {
  file: 'bold',
  hunk: 'cyan',
  added: 'green',
  removed: 'red',
};

/** A unified diff as lines in colours, with everything in it visible: at most `maxLines`, and how many are missing. */
export function drawDiff(diff: string, out: Output, maxLines = Infinity): readonly string[] {
  const lines = diffLines(diff).map(({ kind, text }) => {
    const style = STYLES[kind];
    const shown = visibleText(text);
    return `  ${style === undefined ? shown : out.style(style, shown)}`;
  });
  const rest = lines.length - maxLines;
  // One line more takes no more than to say that it is missing.
  if (rest <= 1) return lines;
  return [...lines.slice(0, maxLines), out.style('dim', `  … ${countOf(rest, 'more line')} …`)];
}
