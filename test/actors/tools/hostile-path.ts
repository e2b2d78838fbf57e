import * as fc from 'fast-check';
import { type HostileWorld, NAMES } from './hostile-world.js';

/** Where a hostile path starts. */
type Start = 'relative' | 'app' | 'lib' | 'base' | 'disk';
/** How it is written. */
type Form = 'path' | 'file' | 'file-localhost' | 'vscode-remote';

/** A path as somebody who wants out would write it. */
export interface HostilePath {
  readonly start: Start;
  readonly segments: readonly string[];
  readonly separator: string;
  readonly form: Form;
  /** Whether letters and dots are percent-encoded in a URI too. */
  readonly encodesAll: boolean;
}

export const anyHostilePath: fc.Arbitrary<HostilePath> = fc.record({
  start: fc.constantFrom<Start>('relative', 'relative', 'app', 'lib', 'base', 'disk'),
  segments: fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...NAMES) },
      fc.constantFrom('..', '..', '.', '', '%2e%2e', '..%2f', '~', '...'),
    ),
    {
      maxLength: 7,
    },
  ),
  separator: fc.constantFrom('/', '/', '/', '//', '\\'),
  form: fc.constantFrom<Form>('path', 'path', 'file', 'file-localhost', 'vscode-remote'),
  encodesAll: fc.boolean(),
});

/** The path that is meant, and how it is asked for. */
export function writePath(
  world: HostileWorld,
  { start, segments, separator, form, encodesAll }: HostilePath,
): { path: string; uri: string } {
  const starts = {
    relative: '',
    app: `${world.app}/`,
    lib: `${world.lib}/`,
    base: `${world.base}/`,
    disk: '/',
  };
  const path = starts[start] + segments.join(separator);
  if (form === 'path' || start === 'relative') return { path, uri: path };
  const encoded = path
    .split('/')
    .map((segment) =>
      encodesAll
        ? Buffer.from(segment).reduce((text, byte) => `${text}%${byte.toString(16).padStart(2, '0')}`, '')
        : encodeURIComponent(segment),
    )
    .join('/');
  const prefix = {
    file: 'file://',
    'file-localhost': 'FILE://localhost',
    'vscode-remote': 'vscode-remote://wsl+Ubuntu',
  };
  return { path, uri: prefix[form] + encoded };
}
