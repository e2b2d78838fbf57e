import type { RelPath } from '../../../actors/protocol/workspace.js';
import { outermost } from '../../../actors/protocol/rel-path.js';
import { PartBuilder } from '../../parts/part-builder.js';
import type { ScanPart } from '../../parts/scan-part.js';
import type { IndexData } from '../store/index-data.js';
import type { RootRules } from '../rules/root-rules.js';

/** The indexed entries of directories and of everything below them, in the form of a scan's part. */
export function partFromIndex(
  { data, rules }: { readonly data: IndexData; readonly rules: RootRules },
  directories: readonly RelPath[],
): ScanPart {
  const builder = new PartBuilder();
  const open = outermost(new Set(directories));
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const id = data.find(path);
    if (id === -1 || !data.isDirectory(id)) continue;
    const start = path === '' ? '' : `${path}/`;
    const children = data.childrenOf(id);
    const names = children.map((child) => data.nameOf(child));
    builder.addDirectory(
      path,
      names,
      children.map((child) => data.kindOf(child)),
    );
    for (const [place, child] of children.entries()) {
      if (data.isDirectory(child)) open.push((start + names[place]!) as RelPath);
    }
  }
  return { ...builder.build(), ...rules.knownIn(directories) };
}
