import { isRecord } from './json-shape.js';

// Parameters in which tools take file names.
const PATH_PARAMS: ReadonlySet<string> = new Set(['uri', 'path', 'from', 'to']);

/** The paths in the parameters of a call, by the usual names of such parameters. */
export function listNamedPaths(params: unknown): readonly string[] {
  if (!isRecord(params)) return [];
  return Object.entries(params).flatMap(([name, value]) =>
    PATH_PARAMS.has(name) && typeof value === 'string' ? [value] : [],
  );
}
