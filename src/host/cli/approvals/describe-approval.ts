import type { CallPreview } from '../../../actors/protocol/tool.js';
import type { ApprovalRequest } from './ask-person.js';
import { drawDiff } from '../draw/draw-diff.js';
import { drawProse } from '../draw/draw-prose.js';
import { formatParams } from '../draw/format-params.js';
import type { Output } from '../terminal/output.js';
import { escapeHidden } from '../draw/escape-hidden.js';

// A screen or two; to see more of a change, the person opens the file.
const MAX_LINES = 80;

/** What the call would do and why it needs approval, as lines for the person. */
export function describeApproval(request: ApprovalRequest, out: Output): readonly string[] {
  const { category, tool, params, preview, reasons } = request;
  const title = `${out.style('yellow', '?')} ${category}: ${out.style('bold', escapeHidden(tool))}`;
  return [
    ...(preview === undefined
      ? [`${title} ${escapeHidden(formatParams(params))}`]
      : [title, ...show(preview, out)]),
    ...reasons.map((reason) => drawProse(escapeHidden(reason), out, `  ${out.style('yellow', '!')} `)),
  ];
}

function show(preview: CallPreview, out: Output): readonly string[] {
  switch (preview.kind) {
    case 'command':
      return [
        ...allLines(preview.command).map((line, index) =>
          out.style('bold', `  ${index === 0 ? '$' : ' '} ${escapeHidden(line)}`),
        ),
        ...(preview.cwd === '' ? [] : [out.style('dim', `    in ${escapeHidden(preview.cwd)}`)]),
        ...preview.notes.map((note) => out.style('dim', drawProse(escapeHidden(note), out, '    '))),
      ];
    case 'diff':
      return [
        // A diff usually names its files.
        ...(/^\+\+\+ /m.test(preview.diff) ? [] : [out.style('bold', `  ${escapeHidden(preview.path)}`)]),
        ...drawDiff(preview.diff, out, MAX_LINES),
      ];
    default:
      return firstLines(preview.text).map((line) => `  ${escapeHidden(line)}`);
  }
}

/** A command is always shown whole: the end of it may be what matters. */
function allLines(text: string): readonly string[] {
  return text.replace(/\n$/, '').split('\n');
}

function firstLines(text: string): readonly string[] {
  const lines = allLines(text);
  const rest = lines.length - MAX_LINES;
  return rest > 0 ? [...lines.slice(0, MAX_LINES), `(${rest} more ${rest === 1 ? 'line' : 'lines'})`] : lines;
}
