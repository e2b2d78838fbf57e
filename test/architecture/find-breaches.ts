import { posix } from 'node:path';
import picomatch from 'picomatch';
import { findFolderBreaches } from './find-folder-breaches.js';
import { findSharedNames } from './find-shared-names.js';
import { readImports, type Import } from './read-imports.js';
import { resolveImport } from './resolve-import.js';
import {
  BARRELS,
  FOLDER_READERS,
  FOLDERS,
  LONG_FILES,
  MAX_ENTRY_LINES,
  MAX_LINES,
  NODE_DOORS,
  PACKAGE_DOORS,
  type FolderRule,
} from './rules.js';
import { WRITTEN_ONCE } from './written-once.js';

const FILE_NAME = /^[a-z0-9]+(-[a-z0-9]+)*(((\.entry|\.d)?\.tsx?)|\.css|\.json|\.wat)$/;
// In the braces of an import from `node:fs` or `node:fs/promises`.
const LISTS_FOLDERS =
  /^import \{[^}]*\b((?:readdir|opendir|glob)(?:Sync)?)\b[^}]*\} from 'node:fs(?:\/promises)?'/m;
const MAKES_ALL_FOLDERS = /\bmkdir(?:Sync)?\([^;]*?\brecursive: true/;
const FOLDER_NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Every breach of the rules as a sentence that starts with the file. Shape: `sources` maps paths below `src`. */
export function findBreaches(sources: ReadonlyMap<string, string>): string[] {
  const breaches: string[] = [];
  const edges = new Map<string, string[]>();
  for (const [file, source] of sources) {
    breaches.push(...checkPlace(file));
    if (!isCode(file)) continue;
    const imports = readImports(source).map((one) => ({ ...one, target: targetOf(file, one, sources) }));
    breaches.push(
      ...checkShape(file, source, imports),
      ...imports.flatMap((one) => checkImport(file, one).map((problem) => `${file}:${one.line} ${problem}`)),
    );
    edges.set(
      file,
      imports.flatMap(({ target }) => target ?? []),
    );
  }
  return [...breaches, ...findCycles(edges), ...findFolderBreaches(edges), ...findSharedNames(sources)];
}

/** Whether a file has imports and a length that matter; styles and data do not. */
export function isCode(file: string): boolean {
  return /\.tsx?$/.test(file);
}

/** An import with the file of ours that it means, if any. */
type ResolvedImport = Import & { readonly target: string | undefined };

function targetOf(
  file: string,
  { specifier }: Import,
  sources: ReadonlyMap<string, string>,
): string | undefined {
  if (specifier?.startsWith('.') !== true) return undefined;
  return resolveImport(file, specifier, (path) => sources.has(path));
}

function checkPlace(file: string): string[] {
  const folders = file.split('/').slice(0, -1);
  const problems: string[] = [];
  if (ruleFor(file) === undefined)
    problems.push(`${file} is in no known folder: actors, machines, workers, host`);
  if (!FILE_NAME.test(posix.basename(file)) || !folders.every((name) => FOLDER_NAME.test(name)))
    problems.push(`${file} is not named in kebab-case`);
  return problems;
}

function checkShape(file: string, source: string, imports: readonly Import[]): string[] {
  const problems: string[] = [];
  const lines = source.replace(/\n$/, '').split('\n').length;
  const allowed = allowedLines(file);
  if (lines > allowed) problems.push(`${file} has ${lines} lines, ${allowed} are allowed`);
  if (/^export\s+(default\b|\{[^}]*\bas\s+default\b)/m.test(source))
    problems.push(`${file} has a default export`);
  const listing = LISTS_FOLDERS.exec(source);
  if (listing !== null && file.startsWith('host/') && !mayListFolders(file))
    problems.push(`${file} uses ${listing[1]}, but the workspace is read by the index thread`);
  if (MAKES_ALL_FOLDERS.test(source))
    problems.push(
      `${file} has a "recursive" mkdir, which never returns below /proc: workers/disk/make-folder.ts does`,
    );
  problems.push(...findCopies(file, source));
  const reexport = imports.find(({ kind }) => kind.startsWith('export'));
  if (reexport !== undefined && !BARRELS.includes(file))
    problems.push(`${file}:${reexport.line} exports what it did not declare`);
  return problems;
}

/** The ideas that a file writes down although another file has them. */
function findCopies(file: string, source: string): string[] {
  return WRITTEN_ONCE.filter(
    ({ home, form, except = [] }) =>
      file !== home && form.test(source) && !except.some(({ files }) => picomatch.isMatch(file, [...files])),
  ).map(({ what, home }) => `${file} writes ${what}, which ${home} has`);
}

function mayListFolders(file: string): boolean {
  return FOLDER_READERS.some(({ only }) => picomatch.isMatch(file, [...only]));
}

function allowedLines(file: string): number {
  if (file.endsWith('.entry.ts')) return MAX_ENTRY_LINES;
  return LONG_FILES.find((long) => long.file === file)?.maxLines ?? MAX_LINES;
}

function checkImport(file: string, { specifier, target }: ResolvedImport): string[] {
  if (specifier === undefined) return ['imports a computed path, which nobody can check'];
  if (target !== undefined) return checkOwn(file, target);
  if (specifier.startsWith('node:')) return checkNode(file, specifier);
  return checkPackage(file, specifier);
}

function checkOwn(file: string, target: string): string[] {
  const rule = ruleFor(file);
  if (rule === undefined) return [];
  const self = ownFolder(file, rule);
  const isAllowed = rule.mayImport.some((folder) => isBelow(target, folder === 'self' ? self : folder));
  return isAllowed ? [] : [`imports ${target}, but ${rule.because}`];
}

function checkNode(file: string, specifier: string): string[] {
  const rule = ruleFor(file);
  if (rule?.mayUseNode === false) return [`imports ${specifier}, but ${rule.because}`];
  const door = NODE_DOORS.find(({ module }) => module === specifier);
  if (door === undefined || picomatch.isMatch(file, [...door.only])) return [];
  return [`imports ${specifier}, but ${door.because}`];
}

function checkPackage(file: string, specifier: string): string[] {
  const door = PACKAGE_DOORS.find(({ module }) => specifier === module || specifier.startsWith(`${module}/`));
  if (door === undefined) return [`imports ${specifier}, which has no door`];
  if (picomatch.isMatch(file, [...door.only])) return [];
  return [`imports ${specifier}, but ${door.because}`];
}

/** Circles of imports, those for types included, each told once. */
function findCycles(edges: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (file: string): void => {
    const start = trail.indexOf(file);
    if (start >= 0) cycles.push(`${file} is in a cycle: ${[...trail.slice(start), file].join(' -> ')}`);
    if (start >= 0 || done.has(file)) return;
    trail.push(file);
    for (const target of edges.get(file) ?? []) visit(target);
    trail.pop();
    done.add(file);
  };
  for (const file of edges.keys()) visit(file);
  return cycles;
}

function ruleFor(file: string): FolderRule | undefined {
  return FOLDERS.find(({ folder }) => picomatch.isMatch(file, `${folder}/**`));
}

/** `actors/llm` for a file below it under the rule `actors/*`. */
function ownFolder(file: string, { folder }: FolderRule): string {
  return file.split('/').slice(0, folder.split('/').length).join('/');
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}
