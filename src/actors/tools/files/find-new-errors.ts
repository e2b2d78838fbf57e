import type { Diagnostic } from '../../protocol/diagnostics.js';
import type { FileChange } from '../../protocol/file-changes.js';
import type { ToolContext } from '../../protocol/tool.js';
import type { ChangingToolDeps } from '../gate/tool-deps.js';
import { cutText } from '../text/cut-text.js';
import { applyChanges, type NamedFile } from './apply-changes.js';

// A model that broke more corrects these first.
const MAX_SHOWN = 20;
// A compiler may quote a whole type in a message. Units: UTF-16 units.
const MAX_MESSAGE_CHARS = 500;

/** A diagnostic as text for the model. Shape: one line. */
export function formatDiagnostic(shown: string, diagnostic: Diagnostic): string {
  const { severity, message, line, column, source, code } = diagnostic;
  const origin = [source, code].filter((part) => part !== undefined).join(' ');
  const text = cutText(message.replaceAll(/\s*\n\s*/g, ' '), MAX_MESSAGE_CHARS);
  return `${shown}:${line}:${column}: ${severity}: ${text}${origin === '' ? '' : ` (${origin})`}`;
}

/** The errors after a change that did not exist before it. Moved errors are recognised by their message. */
function findNewErrors(before: readonly Diagnostic[], after: readonly Diagnostic[]): readonly Diagnostic[] {
  const known = new Map<string, number>();
  const keyOf = ({ message, source, code }: Diagnostic): string => JSON.stringify([message, source, code]);
  for (const diagnostic of before)
    known.set(
      keyOf(diagnostic),
      (known.get(keyOf(diagnostic)) ?? 0) + Number(diagnostic.severity === 'error'),
    );
  return after.filter((diagnostic) => {
    if (diagnostic.severity !== 'error') return false;
    const left = known.get(keyOf(diagnostic)) ?? 0;
    if (left > 0) known.set(keyOf(diagnostic), left - 1);
    return left === 0;
  });
}

/**
 * Makes all changes, or none, and lists the errors that they introduced, in lines for the model; none without a source
 * of diagnostics. `files` are the changed ones.
 * Errors: those of `applyChanges`. Failing diagnostics are ignored, because the change has been made.
 */
export async function changeAndFindNewErrors(
  { changes: ordinary, diagnostics }: Pick<ChangingToolDeps, 'changes' | 'diagnostics'>,
  changes: readonly FileChange[],
  files: readonly NamedFile[],
  { signal, changes: port = ordinary }: Pick<ToolContext, 'signal' | 'changes'>,
): Promise<readonly string[]> {
  if (diagnostics === undefined) {
    await applyChanges(port, changes, files, signal);
    return [];
  }
  const isRemoved = ({ absolute }: NamedFile): boolean =>
    changes.some((change) => change.kind === 'remove' && change.path === absolute);
  const watched = files.filter((file) => !isRemoved(file));
  const none = (): readonly Diagnostic[] => [];
  const before = await Promise.all(
    watched.map(({ absolute }) => diagnostics.diagnosticsOf(absolute, signal).catch(none)),
  );
  signal.throwIfAborted();
  await applyChanges(port, changes, files, signal);
  const after = await Promise.all(
    watched.map(({ absolute }) => diagnostics.diagnosticsAfterChange(absolute, signal).catch(none)),
  );
  return watched.flatMap(({ shown }, index) =>
    findNewErrors(before[index] ?? [], after[index] ?? [])
      .slice(0, MAX_SHOWN)
      .map((diagnostic) => formatDiagnostic(shown, diagnostic)),
  );
}

/** Appends new errors to a result, if there are any. */
export function appendNewErrors(text: string, errors: readonly string[]): string {
  if (errors.length === 0) return text;
  return `${text}\n\nThe change brought new errors:\n${errors.join('\n')}`;
}
