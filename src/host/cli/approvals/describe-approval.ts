import { previewFiles } from '../../../actors/protocol/previews/preview-files.js';
import type { CallPreview, TouchedPath } from '../../../actors/protocol/tool.js';
import type { ApprovalRequest } from './ask-person.js';
import { drawDiff } from '../draw/draw-diff.js';
import { drawProse } from '../draw/draw-prose.js';
import { describeOmitted } from '../draw/fold-lines.js';
import { formatParams } from '../draw/format-params.js';
import type { Output } from '../terminal/output.js';
import { escapeHidden } from '../draw/escape-hidden.js';

// A screen or two; a key shows the rest.
const MAX_LINES = 80;

const CHANGES: Readonly<Record<TouchedPath['change'], string>> = {
  create: 'new',
  edit: 'changed',
  delete: 'deleted',
};

/** What the call would do and why it needs approval, as lines for the person; of a long change the first ones. */
export function describeApproval(request: ApprovalRequest, out: Output): readonly string[] {
  const { category, tool, params, preview, reasons } = request;
  const title = `${out.style('yellow', '?')} ${category}: ${out.style('bold', escapeHidden(tool))}`;
  const rest = describeRest(request, out).length;
  const more = rest > 0 ? [out.style('dim', `  ${describeOmitted(rest, 'm shows them')}`)] : [];
  return [
    ...(preview === undefined
      ? [`${title} ${escapeHidden(formatParams(params))}`]
      : [title, ...listFiles(request, out), ...splitPreview(preview, out).shown, ...more]),
    ...reasons.map((reason) => drawProse(escapeHidden(reason), out, `  ${out.style('yellow', '!')} `)),
  ];
}

/** The lines of the preview that `describeApproval` leaves out. */
export function describeRest({ preview }: ApprovalRequest, out: Output): readonly string[] {
  return preview === undefined ? [] : splitPreview(preview, out).rest;
}

/** Every file, before what is done to any, where the preview does not begin with its only one. Source: SPEC T11. */
function listFiles({ preview, protectedPaths = [] }: ApprovalRequest, out: Output): readonly string[] {
  const files = previewFiles(preview) ?? [];
  const isPlain = ({ isExecutable }: TouchedPath): boolean => isExecutable !== true;
  if (files.length < 2 && protectedPaths.length === 0 && files.every(isPlain)) return [];
  return files.map(({ shown, change, isExecutable }) => {
    const marks = [CHANGES[change], ...(isExecutable === true ? ['executable'] : [])].join(', ');
    const isProtected = protectedPaths.includes(shown);
    return `  ${escapeHidden(shown)}  ${out.style('dim', marks)}${isProtected ? out.style('yellow', ' protected') : ''}`;
  });
}

/** A preview as lines. A command, an address and a query are always shown whole: the end may be what matters. */
function splitPreview(
  preview: CallPreview,
  out: Output,
): { readonly shown: readonly string[]; readonly rest: readonly string[] } {
  const lines = drawPreview(preview, out);
  // A single omitted line is shown, because saying that it is missing takes a line as well.
  const mayBeCut = preview.kind === 'diff' || preview.kind === 'text';
  if (!mayBeCut || lines.length <= MAX_LINES + 1) return { shown: lines, rest: [] };
  return { shown: lines.slice(0, MAX_LINES), rest: lines.slice(MAX_LINES) };
}

function drawPreview(preview: CallPreview, out: Output): readonly string[] {
  switch (preview.kind) {
    case 'command':
      return [
        ...linesOf(preview.command).map((line, index) =>
          out.style('bold', `  ${index === 0 ? '$' : ' '} ${escapeHidden(line)}`),
        ),
        ...(preview.cwd === '' ? [] : [out.style('dim', `    in ${escapeHidden(preview.cwd)}`)]),
        ...preview.notes.map((note) => out.style('dim', drawProse(escapeHidden(note), out, '    '))),
      ];
    case 'diff':
      return [
        // A diff usually names its files.
        ...(/^\+\+\+ /m.test(preview.diff) ? [] : [out.style('bold', `  ${escapeHidden(preview.path)}`)]),
        ...drawDiff(preview.diff, out),
      ];
    case 'page':
      return [`  ${out.style('bold', escapeHidden(preview.host))}`, `  ${escapeHidden(preview.url)}`];
    case 'search':
      return linesOf(preview.query).map((line) => out.style('bold', `  ${escapeHidden(line)}`));
    default:
      return linesOf(preview.text).map((line) => `  ${escapeHidden(line)}`);
  }
}

function linesOf(text: string): readonly string[] {
  return text.replace(/\n$/, '').split('\n');
}
