import { parseJsonOrText } from './json-depth.js';
import { isRecord } from './json-shape.js';

// Parameters in which tools take file names.
const PATH_PARAMS: ReadonlySet<string> = new Set(['uri', 'path', 'from', 'to']);

/** The parsed arguments, or the unchanged text when it is not JSON or nested too deep. An empty text means `{}`. */
export function readArguments(text: string): unknown {
  return text.trim() === '' ? {} : parseJsonOrText(text);
}

/** The paths in the parameters of a call, by the usual names of such parameters. */
export function listNamedPaths(params: unknown): readonly string[] {
  if (!isRecord(params)) return [];
  return Object.entries(params).flatMap(([name, value]) =>
    PATH_PARAMS.has(name) && typeof value === 'string' ? [value] : [],
  );
}
