import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { omitUndefined } from '../../../../actors/protocol/json/omit-undefined.js';
import { type Clock, systemClock } from '../../../../actors/runtime/clock.js';

/** Paths whose names may be those of repositories and of protected places. */
export interface Candidates {
  /** Shape: absolute; the folders themselves may be among them. */
  readonly paths: readonly string[];
  /** Paths that are no UTF-8, and that no string can name. Default: none. */
  readonly undecodable?: readonly Buffer[];
  /** Folders of this person's whose names cannot be listed, though git can be run in them. Default: none. */
  readonly closed?: readonly string[];
  /** Folders of packages, which were not looked into. Default: none. */
  readonly unread?: readonly string[];
  /** Why some may be missing, as a clause; `undefined` when all within the bounds were found. */
  readonly gap?: string;
}

const FIND = ['/usr/bin/find', '/bin/find', '/run/current-system/sw/bin/find'];
// Most folders of a workspace are below one of these, and none of its protected files.
const PACKAGES = 'node_modules';
// 40,000 names. Units: bytes.
const MAX_BYTES = 4_000_000;
// 160,000 folders. Units: bytes.
const MAX_FOLDER_BYTES = 16_000_000;
// Fewer than a program takes as arguments. Units: folders.
const MAX_FOLDERS = 1000;
// For a disk that does not answer. `find` reads a million entries a second, and on a slow machine from a cold disk a
// hundredth of that: what it finds decides what is undone, so that it has the time to find all. Units: milliseconds.
const HANG_MS = 60_000;
// Most names are compared with this pattern only, which is quicker than comparing each with those of git. Protected files
// whose names begin otherwise are looked for at the top of a root only.
const BEGINNINGS = '[.nACGHJT]*';
const CAPITAL_NAMES = ['AGENT*.md', 'CLAUDE*.md', 'GEMINI.md', 'TROUPE.md', 'Jenkinsfile*'];

// What stands for bytes that are no UTF-8.
const REPLACEMENT = '\uFFFD';

interface ListOptions {
  /** Where to look for `find`. Default: the system's usual places. */
  readonly programs?: readonly string[];
  readonly clock?: Clock;
}

/**
 * Lists whatever in some folders has a name with a dot in front, is called HEAD as in a bare repository, or has a name of
 * protected files with a capital in front. Bounds: not in `node_modules` and `.git`, 4 MB; a minute, for a disk that hangs.
 * Cost: a process; 15 ms for 1,000 folders. Another one when something cannot be read.
 */
export async function listCandidates(
  folders: readonly string[],
  { programs = FIND, clock = systemClock }: ListOptions = {},
): Promise<Candidates> {
  const find = programs.find((path) => existsSync(path));
  if (find === undefined || folders.length === 0) {
    return {
      paths: folders.map((folder) => join(folder, '.git')),
      ...(folders.length === 0 ? {} : { gap: 'there is no find(1) here' }),
    };
  }
  const { paths: all, ...listed } = await list(
    find,
    folders,
    { expression: EXPRESSION, maxBytes: MAX_BYTES, forClosed: CLOSED },
    clock,
  );
  const paths = all.filter((path) => basename(path) !== PACKAGES);
  const unread = all.filter((path) => basename(path) === PACKAGES);
  return { ...listed, paths, ...(unread.length === 0 ? {} : { unread }) };
}

/**
 * Lists whatever in some folders has a name that git looks for, however deep it lies. Bounds: 4 MB, and a minute, for each
 * thousand folders.
 * Cost: a process; 15 ms for 1,000 folders.
 */
export async function listMarkers(
  folders: readonly string[],
  options: ListOptions = {},
): Promise<Candidates> {
  return await listInParts(folders, { expression: MARKERS, maxBytes: MAX_BYTES }, options);
}

/** As `listMarkers`, with all the folders, themselves among them. Bounds: 16 MB in place of 4. */
export async function listCandidateFolders(
  folders: readonly string[],
  options: ListOptions = {},
): Promise<Candidates> {
  return await listInParts(folders, { expression: FOLDERS, maxBytes: MAX_FOLDER_BYTES }, options);
}

async function listInParts(
  folders: readonly string[],
  question: Pick<Question, 'expression' | 'maxBytes'>,
  { programs = FIND, clock = systemClock }: ListOptions,
): Promise<Candidates> {
  const find = programs.find((path) => existsSync(path));
  if (find === undefined) return { paths: [] };
  const all: Candidates[] = [];
  for (let at = 0; at < folders.length; at += MAX_FOLDERS)
    all.push(
      await list(
        find,
        folders.slice(at, at + MAX_FOLDERS),
        { ...question, forClosed: CLOSED_ANYWHERE },
        clock,
      ),
    );
  return mergeCandidates(all);
}

/** What several listings found. */
function mergeCandidates(all: readonly Candidates[]): Candidates {
  const gap = all.find((one) => one.gap !== undefined)?.gap;
  return {
    paths: all.flatMap(({ paths }) => paths),
    undecodable: all.flatMap(({ undecodable = [] }) => undecodable),
    closed: all.flatMap(({ closed = [] }) => closed),
    unread: all.flatMap(({ unread = [] }) => unread),
    ...omitUndefined({ gap }),
  };
}

interface Question {
  readonly expression: readonly string[];
  readonly maxBytes: number;
  /** What finds the folders whose owner may not list them. */
  readonly forClosed: readonly string[];
}

async function list(
  find: string,
  folders: readonly string[],
  { expression, maxBytes, forClosed }: Question,
  clock: Clock,
): Promise<Candidates> {
  const { hasErrors, ...listed } = await runFind(find, folders, expression, maxBytes, clock);
  if (!hasErrors || listed.gap !== undefined) return listed;
  const { paths: closed } = await runFind(find, folders, forClosed, maxBytes, clock);
  return closed.length === 0 ? listed : { ...listed, closed };
}

/** `hasErrors`: there was something that could not be read, after which everything else was listed. */
function runFind(
  find: string,
  folders: readonly string[],
  expression: readonly string[],
  maxBytes: number,
  clock: Clock,
): Promise<Candidates & { readonly hasErrors: boolean }> {
  const where = folders.join(', ');
  return new Promise((resolve) => {
    let isLate = false;
    const options = { maxBuffer: maxBytes, killSignal: 'SIGKILL', env: {}, encoding: 'buffer' } as const;
    const child = execFile(find, ['-P', ...folders, ...expression], options, (error, stdout) => {
      cancelTimer();
      const hasErrors = error?.code === 1 && !isLate;
      const end = (gap?: string): void => {
        resolve({ ...readNames(stdout), hasErrors, ...omitUndefined({ gap }) });
      };
      if (error === null || hasErrors) end();
      else if (isLate) end(`listing ${where} took over ${HANG_MS / 1_000} s`);
      else if (stdout.length >= maxBytes) end(`too much in ${where} has such a name`);
      else end(`listing ${where} failed (${error.code ?? error.signal})`);
    });
    const cancelTimer = clock.after(HANG_MS, () => {
      isLate = true;
      child.kill('SIGKILL');
    });
  });
}

function readNames(output: Buffer): Pick<Candidates, 'paths' | 'undecodable'> {
  const paths = output.toString().split('\0').slice(0, -1);
  const odd = paths.flatMap((path, index) => (path.includes(REPLACEMENT) ? [index] : []));
  if (odd.length === 0) return { paths };
  // As Latin-1, every byte is a character.
  const raw = output.toString('latin1').split('\0');
  const undecodable = odd
    .map((index) => Buffer.from(raw[index] ?? '', 'latin1'))
    .filter((bytes) => !Buffer.from(bytes.toString()).equals(bytes));
  const names = new Set(undecodable.map(String));
  return { paths: paths.filter((path) => !names.has(path)), undecodable };
}

const EXPRESSION: readonly string[] = [
  `-xdev -name ${BEGINNINGS} ( -name ${PACKAGES} -print0 -prune`,
  '-o -name .* -print0 -name .git -prune',
  `-o -name [!.n]* ( -name HEAD ${CAPITAL_NAMES.map((name) => `-o -iname ${name}`).join(' ')} ) -print0 )`,
].flatMap((part) => part.split(' '));

const MARKERS = '-xdev ( -name .git -print0 -prune -o -name HEAD -print0 )'.split(' ');

const FOLDERS = '-xdev ( -name .git -print0 -prune -o -type d -print0 -o -name HEAD -print0 )'.split(' ');

// Folders whose owner may not list them.
const CLOSED_ANYWHERE = '-xdev -type d ! -perm -400 -print0'.split(' ');
const CLOSED = ['-name', PACKAGES, '-prune', '-o', ...CLOSED_ANYWHERE];
