import { posix } from 'node:path';
import { INDEX_ROOMS, MAX_FILES } from './rules.js';

const INDEX = 'workers/index';

/** Breaches of the rules about folders: their number of files, and what they import of each other. */
export function findFolderBreaches(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const folders = new Map<string, number>();
  const edges = new Map<string, Map<string, string>>();
  for (const [file, targets] of imports) {
    const folder = posix.dirname(file);
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
    const outgoing = edges.get(folder) ?? new Map<string, string>();
    edges.set(folder, outgoing);
    for (const target of targets) {
      const other = posix.dirname(target);
      if (other !== folder && !outgoing.has(other)) outgoing.set(other, `${file} imports ${target}`);
    }
  }
  return [...checkSizes(folders), ...findFolderCycles(edges), ...checkIndexRooms(edges)];
}

function checkSizes(folders: ReadonlyMap<string, number>): string[] {
  return [...folders]
    .filter(([, files]) => files > MAX_FILES)
    .map(([folder, files]) => `${folder} has ${files} files, ${MAX_FILES} are allowed`);
}

/** Circles of folders, each told once with an import for each step. */
function findFolderCycles(edges: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (folder: string): void => {
    const start = trail.indexOf(folder);
    if (start >= 0) {
      const circle = [...trail.slice(start), folder];
      const steps = circle.slice(1).map((next, index) => edges.get(circle[index] ?? '')?.get(next) ?? '');
      cycles.push(`${folder} is in a cycle of folders: ${steps.join(', ')}`);
    }
    if (start >= 0 || done.has(folder)) return;
    trail.push(folder);
    for (const next of edges.get(folder)?.keys() ?? []) visit(next);
    trail.pop();
    done.add(folder);
  };
  for (const folder of edges.keys()) visit(folder);
  return cycles;
}

/** Inside of the index a room knows only those that it is built on. */
function checkIndexRooms(edges: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  const breaches: string[] = [];
  for (const [folder, outgoing] of edges) {
    if (folder !== INDEX && !folder.startsWith(`${INDEX}/`)) continue;
    const room = posix.relative(INDEX, folder);
    const allowed = INDEX_ROOMS[room];
    if (allowed === undefined)
      breaches.push(`${folder} is no room of the index that test/architecture knows`);
    for (const [other, step] of outgoing) {
      if (!other.startsWith(`${INDEX}/`) || allowed === undefined) continue;
      if (!allowed.includes(posix.relative(INDEX, other)))
        breaches.push(`${step}, but ${folder} is not built on ${other}`);
    }
  }
  return breaches;
}
