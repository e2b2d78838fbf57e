import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** The folders at the top of `src`, by which texts name its files. */
const SOURCE_FOLDERS: ReadonlySet<string> = new Set(['actors', 'host', 'machines', 'workers']);

/** The folders of the repository whose files a text may name without their folder. */
const NAMED_FOLDERS = ['bench', 'examples', 'extension', 'scripts', 'src', 'test'];

/** Extensions that a text leaves out when it names a file of the sources. */
const OMITTED_EXTENSIONS = ['.ts', '.tsx', '.entry.ts'];

const LINK = /!?\[[^\]]*\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g;
const SCHEME = /^[a-z][a-z+.-]*:/i;
const HEADING = /^#{1,6} +(.+?) *#*$/gm;
const CODE_FILE = /\.(?:[cm]?[jt]sx?|css|wat|md)$/;
const PATH = /^[\w@.-]+(?:\/[\w@.{},*-]+)*\/?$/;

/**
 * What a Markdown file of the repository at `root` refers to and what is not there, as sentences: targets of relative links,
 * headings that links lead to, and files of the repository that stand in backticks. Blocks of code are examples, and not read.
 */
export function findDeadReferences(root: string, file: string): readonly string[] {
  const text = withoutBlocks(readFileSync(join(root, file), 'utf8'));
  const prose = text.replaceAll(/`[^`\n]*`/g, '');
  const links = [...prose.matchAll(LINK)].map(([, target = '']) => target);
  const names = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
  return [
    ...links.filter((target) => !SCHEME.test(target)).flatMap((target) => findDeadLink(root, file, target)),
    ...names.filter(isFileOfOurs).flatMap((name) => findMissingFile(root, file, name)),
  ];
}

/** The ids that GitHub gives the headings of a text: lower case, without punctuation, with a number where one is there twice. */
export function listHeadingIds(text: string): readonly string[] {
  const counts = new Map<string, number>();
  return [...withoutBlocks(text).matchAll(HEADING)].map(([, heading = '']) => {
    const id = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  });
}

function findDeadLink(root: string, file: string, target: string): string[] {
  const [path = '', anchor] = target.split('#');
  const linked = path === '' ? join(root, file) : join(root, dirname(file), decodeURIComponent(path));
  if (!existsSync(linked)) return [`${file} links to ${target}, which does not exist`];
  if (relative(root, linked).startsWith('..'))
    return [`${file} links to ${target}, which is not in the repository`];
  if (anchor === undefined || statSync(linked).isDirectory()) return [];
  const ids = listHeadingIds(readFileSync(linked, 'utf8'));
  return ids.includes(anchor) ? [] : [`${file} links to ${target}, and there is no such heading`];
}

/** Whether a name in backticks is that of a file or folder of the repository. Others are commands, patterns and examples. */
function isFileOfOurs(name: string): boolean {
  if (!PATH.test(name)) return false;
  const [top = ''] = name.split('/', 1);
  return name.includes('/')
    ? SOURCE_FOLDERS.has(top) || CODE_FILE.test(name)
    : /^[\w-][\w.-]*\.(?:mts|mjs|tsx?)$/.test(name);
}

function findMissingFile(root: string, file: string, name: string): string[] {
  const isThere = expandBraces(name).every((path) => isInRepository(root, file, path));
  return isThere ? [] : [`${file} names ${name}, which does not exist`];
}

function isInRepository(root: string, file: string, path: string): boolean {
  // Of a pattern, the folder before it.
  const fixed = path.includes('*') ? dirname(path.slice(0, path.indexOf('*') + 1)) : path;
  if (!fixed.includes('/') && fixed === path) return listNames(root).has(fixed);
  return [root, join(root, 'src'), join(root, dirname(file))]
    .flatMap((folder) => ['', ...OMITTED_EXTENSIONS].map((extension) => join(folder, fixed) + extension))
    .some((candidate) => existsSync(candidate));
}

/** `a/{b,c}` is `a/b` and `a/c`. */
function expandBraces(name: string): readonly string[] {
  const [whole, inner] = /\{([^{}]*)\}/.exec(name) ?? [];
  if (whole === undefined || inner === undefined) return [name];
  return inner.split(',').flatMap((part) => expandBraces(name.replace(whole, part)));
}

const names = new Map<string, ReadonlySet<string>>();

/** The names of all files in the folders of code. */
function listNames(root: string): ReadonlySet<string> {
  const known = names.get(root);
  if (known !== undefined) return known;
  const found = NAMED_FOLDERS.map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => basename(path)),
    );
  const all = new Set(found);
  names.set(root, all);
  return all;
}

function withoutBlocks(text: string): string {
  return text.replaceAll(/^( *)(```+|~~~+).*\n[\s\S]*?^\1\2.*$/gm, '');
}
