import type { AttachmentRef } from '../../actors/protocol/attachment.js';
import { ToolExecutionError } from '../../actors/protocol/errors.js';
import type { AbsPath } from '../../actors/protocol/workspace.js';
import { formatDiagnostic } from '../../actors/tools/diagnostics/find-new-errors.js';
import { createReadLintErrorsTool } from '../../actors/tools/files/read-lint-errors.js';
import { countOf } from '../../actors/tools/text/count-of.js';
import { fitStart } from '../../actors/tools/text/fit-text.js';
import {
  type AttachmentContext,
  type AttachmentDeps,
  type Content,
  textContent,
} from './attachment-context.js';
import { locateAttached, requireShowable } from './locate-attached.js';

type DiagnosticsRef = Extract<AttachmentRef, { kind: 'diagnostics' }>;

// The room for the note on what is cut. Units: tokens.
const TOKENS_OF_NOTE = 40;

/**
 * The editor's problems of a file, as `read_lint_errors` lists them; without a file, those of every file that has some.
 * Errors: those of `read_lint_errors`.
 */
export async function readDiagnostics(
  ref: DiagnosticsRef,
  deps: AttachmentDeps,
  context: AttachmentContext,
): Promise<Content> {
  const text = ref.path === undefined ? await listAll(deps, context) : await listOf(ref.path, deps, context);
  return textContent(ref, { text }, context, (room) => {
    const part = fitStart(text, { ...room, maxTokens: room.maxTokens - TOKENS_OF_NOTE });
    const missing = text.split('\n').length - part.replace(/\n$/, '').split('\n').length;
    return {
      text: part.replace(/\n$/, ''),
      note: `${countOf(missing, 'line')} of it ${missing === 1 ? 'is' : 'are'} missing for lack of room. read_lint_errors lists the problems of one file.`,
    };
  });
}

async function listOf(path: string, deps: AttachmentDeps, { signal }: AttachmentContext): Promise<string> {
  await locateAttached(path, deps, { signal });
  const tool = createReadLintErrorsTool(deps);
  const params = tool.validate({ uri: path });
  return tool.format(await tool.run(params, { signal, roots: deps.roots }), params);
}

async function listAll(deps: AttachmentDeps, { signal }: AttachmentContext): Promise<string> {
  const { diagnostics } = deps;
  const files = await diagnostics?.listFiles?.(signal);
  if (diagnostics === undefined || files === undefined)
    throw new ToolExecutionError('There is no source of diagnostics here: no editor is connected.', {
      tool: 'attachments',
    });
  const lines: string[] = [];
  for (const file of files) {
    const shown = await showIfAllowed(file, deps);
    signal.throwIfAborted();
    if (shown === undefined) continue;
    const found = await diagnostics.diagnosticsOf(file, signal);
    for (const item of found.map((diagnostic) => formatDiagnostic(shown, diagnostic))) lines.push(item);
  }
  return lines.length === 0 ? 'The editor has no errors or warnings.' : lines.join('\n');
}

/** The path as the model sees it; `undefined` for a file outside the roots, and for one that must not be shown. */
async function showIfAllowed(file: AbsPath, deps: AttachmentDeps): Promise<string | undefined> {
  try {
    const place = await deps.gate.resolve(file);
    await requireShowable([file, place.absolute], file, deps);
    return deps.gate.show(place);
  } catch {
    return undefined;
  }
}
