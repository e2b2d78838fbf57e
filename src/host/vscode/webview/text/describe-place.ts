import type { Place } from '../../../markdown/read-place.js';
import { toVisibleName } from '../../../markdown/visible-text.js';

/** The whole path with its lines: `src/a.ts:10-20`. */
export function describePlace({ path, line, endLine }: Place): string {
  const name = toVisibleName(path);
  if (line === undefined) return name;
  return endLine === undefined || endLine === line ? `${name}:${line}` : `${name}:${line}-${endLine}`;
}
