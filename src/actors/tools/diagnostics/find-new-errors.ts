import type { Diagnostic } from '../../protocol/diagnostics.js';
import { cutText } from '../text/cut-text.js';

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
export function findNewErrors(
  before: readonly Diagnostic[],
  after: readonly Diagnostic[],
): readonly Diagnostic[] {
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
