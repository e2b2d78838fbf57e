import { fromWire, type TroupeError, type WireError } from '../../../actors/protocol/errors.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { ErrorRecord } from '../../../actors/protocol/thread.js';
import type { ToolResult } from '../../../actors/protocol/tool.js';

/** The error of which a thread has kept this record. */
export function toError({ name, code, message, cause }: ErrorRecord): TroupeError {
  const error = restore({ name, code, message, details: {}, ...omitUndefined({ cause }) });
  return error as TroupeError;
}

/** What was thrown for a call that ended with this result. */
export function errorOfResult({ output, error: code, cause }: ToolResult): Error {
  const message = withCutPart(output);
  if (code !== undefined) return restore({ name: 'Error', code, message, details: {} });
  return restore({ name: 'Error', ...cause, message });
}

/** The error without a stack of its own where the record has none. */
function restore(wire: WireError): Error {
  const error = fromWire(wire);
  for (let at: unknown = error, of: WireError | undefined = wire; at instanceof Error; at = at.cause) {
    if (of?.stack === undefined) Reflect.deleteProperty(at, 'stack');
    of = of?.cause;
  }
  return error;
}

// How a result says that its message was cut.
const CUT = /^(?<start>.*)… \((?<chars>\d+) more characters are left out here\)$/s;

/** The message in a length at which it is cut to the same text again. */
function withCutPart(text: string): string {
  const { start, chars } = CUT.exec(text)?.groups ?? {};
  return start === undefined ? text : start + ' '.repeat(Number(chars));
}
