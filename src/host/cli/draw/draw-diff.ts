import { countOf } from '../../../actors/tools/text/count-of.js';
import { toVisibleText } from '../../markdown/visible-text.js';
import type { Output } from '../terminal/output.js';

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const NOTHING = '/dev/null';

/**
 * Draws a unified diff in colours, with hidden characters visible: at most `maxLines`, and the number of omitted lines.
 */
export function drawDiff(diff: string, out: Output, maxLines = Infinity): readonly string[] {
  const lines = drawLines(diff.replace(/\n$/, '').split('\n'), out).map((line) => `  ${line}`);
  const rest = lines.length - maxLines;
  // A single omitted line is drawn, because saying that it is missing takes a line as well.
  if (rest <= 1) return lines;
  return [...lines.slice(0, maxLines), out.style('dim', `  … ${countOf(rest, 'more line')} …`)];
}

function drawLines(lines: readonly string[], out: Output): readonly string[] {
  const drawn: string[] = [];
  // Lines left in the current hunk, in which a line may look like a file header.
  let oldLinesLeft = 0;
  let newLinesLeft = 0;
  let before = '';
  for (const line of lines) {
    const text = toVisibleText(line);
    const isInHunk = oldLinesLeft > 0 || newLinesLeft > 0;
    if (isInHunk) {
      if (!line.startsWith('+') && !line.startsWith('\\')) oldLinesLeft--;
      if (!line.startsWith('-') && !line.startsWith('\\')) newLinesLeft--;
      drawn.push(
        line.startsWith('+')
          ? out.style('green', text)
          : line.startsWith('-')
            ? out.style('red', text)
            : text,
      );
    } else if (line.startsWith('--- ')) before = text.slice(4);
    else if (line.startsWith('+++ ')) drawn.push(out.style('bold', nameFile(before, text.slice(4))));
    else {
      const hunk = HUNK.exec(line);
      oldLinesLeft = hunk === null ? 0 : Number(hunk[1] ?? 1);
      newLinesLeft = hunk === null ? 0 : Number(hunk[2] ?? 1);
      drawn.push(hunk === null ? text : out.style('cyan', text));
    }
  }
  return drawn;
}

function nameFile(before: string, after: string): string {
  const [old, now] = [before.replace(/^a\//, ''), after.replace(/^b\//, '')];
  if (old === NOTHING) return `${now} (new)`;
  if (now === NOTHING) return `${old} (deleted)`;
  return old === now ? now : `${old} → ${now}`;
}
