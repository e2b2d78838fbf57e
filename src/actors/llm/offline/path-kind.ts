/** What a file is for, by its path. */
export type PathKind = 'source' | 'prose' | 'test' | 'data' | 'record' | 'generated';

const KINDS: readonly (readonly [PathKind, RegExp])[] = [
  [
    'generated',
    /(?:^|\/)(?:dist|build|vendor|third_party|__snapshots__)\/|lock(?:file)?\.(?:json|ya?ml)$|\.lock$|\.min\.\w+$|\.map$|\.snap$/i,
  ],
  ['record', /(?:^|\/)(?:changelog|licen[sc]e|notice)\b[^/]*$/i],
  ['test', /(?:^|\/)(?:tests?|__tests__|spec|fixtures?|bench|benchmarks?)\/|[._-](?:test|spec)\.\w+$/i],
  ['data', /\.(?:json|ya?ml|toml|csv|txt|svg|html|css)$/i],
  ['prose', /\.(?:md|markdown|rst|adoc)$/i],
];

/** The kind of file that a path suggests; `source` by default. */
export function kindOfPath(path: string): PathKind {
  return KINDS.find(([, pattern]) => pattern.test(path))?.[0] ?? 'source';
}
