import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { rgPath } from '@vscode/ripgrep';

const MAX_OUTPUT_BYTES = 1 << 28;

/**
 * Where ripgrep finds the first match of each line of `text` that matches; it writes the text to `file`.
 * Shape: `line:column`, columns in bytes from 0; `line:none` for a match that it does not place.
 */
export function ripgrepPlaces(file: string, text: Buffer, args: readonly string[]): string[] {
  writeFileSync(file, text);
  const { stdout, stderr, status } = spawnSync(rgPath, ['--no-config', '--json', ...args, file], {
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  if (status !== 0 && status !== 1) throw new Error(`${args.join(' ')}: ${stderr}`);
  return stdout.split('\n').flatMap((line) => {
    if (!line.startsWith('{"type":"match"')) return [];
    const { data } = JSON.parse(line) as {
      data: { line_number: number; submatches: readonly { start: number }[] };
    };
    return [`${data.line_number}:${data.submatches[0]?.start ?? 'none'}`];
  });
}

/** The same of places in the text. */
export function toPlaces(text: Buffer, found: readonly number[]): string[] {
  return found.map((at) => {
    const start = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
    const before = text.subarray(0, start).toString('latin1');
    return `${before.split('\n').length}:${at - start}`;
  });
}

/** Without the lines that ripgrep matches and says no place of: matches of nothing, in or behind the end of a line. */
export function placed(places: readonly string[], expected: readonly string[]): string[] {
  const unplaced = new Set(expected.filter((place) => place.endsWith(':none')).map(lineOf));
  return places.filter((place) => !unplaced.has(lineOf(place)));
}

export function lineOf(place: string): string {
  return place.replace(/:.*/, '');
}
