import type { FileVersion, VersionSource } from '../protocol/file-version.js';
import type { Ledger } from './ledger.js';

/** Finds where the content of a version is kept, although nothing kept it when it was recorded. */
export type FindSource = <Version extends FileVersion | null>(version: Version) => Version;

/** By hash: the same content may have been recorded before or after it was kept. */
export function indexSources({ changes }: Ledger, looked: Iterable<FileVersion | null> = []): FindSource {
  const kept = new Map<string, VersionSource>();
  const add = (version: FileVersion | null): void => {
    if (version?.kind === 'file' && version.source.kind !== 'none') kept.set(version.hash, version.source);
  };
  for (const { before, after } of changes) {
    add(before);
    add(after);
  }
  for (const version of looked) add(version);
  return (version) => {
    if (version?.kind !== 'file' || version.source.kind !== 'none') return version;
    const source = kept.get(version.hash);
    return source === undefined ? version : { ...version, source };
  };
}
