import { isRecord } from '../../../../actors/protocol/json/json-shape.js';
import { type Place, readPlace } from '../../../markdown/read-place.js';

/** A line of a result, and the place that its beginning names. */
interface HitLine {
  readonly text: string;
  readonly place?: Place;
  /** How much of the text names the place. Units: UTF-16 units. */
  readonly placeChars?: number;
}

/** Finds the places in the lines of a result. */
type ReadHit = (line: string, path: string) => { readonly place: Place; readonly chars: number } | undefined;

const READERS: Readonly<Record<string, ReadHit>> = {
  // `src/a.ts:12: the line`
  search_for_files: (line) => readPrefix(/^(.+?:\d+): /, line),
  // `12: the line`
  search_in_file: (line, path) => {
    const number = /^(\d+): /.exec(line)?.[1];
    return number === undefined || path === ''
      ? undefined
      : { place: { path, line: Number(number) }, chars: number.length };
  },
  // `src/a.ts`
  search_pathnames_only: (line) =>
    line === '' || /^(?:\(.*\)|No path matches .*)$/.test(line)
      ? undefined
      : { place: { path: line }, chars: line.length },
  // `src/a.ts:12:5: error: what is wrong`
  read_lint_errors: (line) => readPrefix(/^(.+?:\d+:\d+): /, line),
};

/** Whether the result of the tool is a list of places. */
export function listsPlaces(tool: string): boolean {
  return Object.hasOwn(READERS, tool);
}

/** The lines of a result with the places that they name. `params` are those of the call. */
export function readHits(tool: string, params: unknown, lines: readonly string[]): readonly HitLine[] {
  const read = Object.hasOwn(READERS, tool) ? READERS[tool] : undefined;
  const path = isRecord(params) && typeof params['uri'] === 'string' ? params['uri'] : '';
  return lines.map((text) => {
    const hit = read?.(text, path);
    return hit === undefined ? { text } : { text, place: hit.place, placeChars: hit.chars };
  });
}

function readPrefix(pattern: RegExp, line: string): ReturnType<ReadHit> {
  const [, named] = pattern.exec(line) ?? [];
  const place = named === undefined ? undefined : readPlace(named);
  return place?.line === undefined || named === undefined ? undefined : { place, chars: named.length };
}
