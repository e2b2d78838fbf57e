import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InvalidParamsError, WorkspaceBoundaryError } from '../../protocol/errors.js';
import { errorCode } from '../../protocol/errors/error-code.js';
import type { FileAccess } from '../../protocol/ports.js';
import type { AbsPath, RelPath } from '../../protocol/workspace.js';
import { cutText } from '../text/cut-text.js';
import { toFileError } from './file-errors.js';
import { findRootOf } from './find-root-of.js';
import { isMissing } from './is-missing.js';
import { quoteValue } from '../text/quote-value.js';

/** A path inside a root, whether or not it exists. */
export interface WorkspacePath {
  /** The innermost root that contains it. */
  readonly root: AbsPath;
  readonly path: RelPath;
  /** The absolute path, with symbolic links resolved. */
  readonly absolute: AbsPath;
}

/** Where a path leads once its links are resolved. */
interface Destination {
  readonly real: string;
  readonly exists: boolean;
}

const GATE = 'workspace gate';
// The longest path that any supported operating system accepts (Windows).
const MAX_PATH_CHARS = 32_767;
// Linux follows as many links in a row before it reports a loop.
const MAX_LINKS = 40;
// Scheme, host and path. A drive letter (`C://`) is not a scheme, and a query or fragment is not part of a file name.
const URI = /^([a-z][a-z0-9+.-]+):\/\/([^/?#]*)([^?#]*)/i;
const BREAKS_LINE = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * The only way from a path that a model, a person or a program names to a path on the disk. Resolves `..` in the text
 * first and symbolic links after that; refuses what leads outside every root before anything is read or changed. Use
 * the `absolute` path of the result, never the requested one. Source: SPEC T1, T2.
 */
export class WorkspaceGate {
  readonly #roots: readonly AbsPath[];
  readonly #files: FileAccess;

  /** Roots in the order of importance: relative paths are resolved against the first one. */
  constructor(roots: readonly AbsPath[], files: FileAccess) {
    this.#roots = roots;
    this.#files = files;
  }

  /**
   * Resolves the path that `uri` names.
   * Shape: a path relative to the first root, an absolute path, a `file://` or a `vscode-remote://` URI. With several
   * roots also `name/path`, where `name` is the name of a root's folder, if the path does not exist in the first root.
   * Errors: `WorkspaceBoundaryError` outside every root; `InvalidParamsError` when `uri` is not a path;
   * `PermissionDeniedError` or `FileNotFoundError` when a directory or a loop of links on the way cannot be passed.
   */
  async resolve(uri: string): Promise<WorkspacePath> {
    const real = await this.#findReal(uri);
    const root = real === undefined ? undefined : findRootOf(this.#roots, real);
    if (real === undefined || root === undefined) throw this.#refusal(uri);
    return { root, path: relative(root, real).split(sep).join('/') as RelPath, absolute: real as AbsPath };
  }

  /**
   * Resolves the directory entry itself: like `resolve`, but a symbolic link at the end of the path is not followed. A
   * link that leads outside is refused nevertheless. Errors: those of `resolve`.
   */
  async resolveEntry(uri: string): Promise<WorkspacePath> {
    const place = await this.resolve(uri);
    for (const candidate of this.#candidates(toPath(uri)).inOrder) {
      const parent = await this.#follow(dirname(candidate)).catch(() => undefined);
      if (parent?.exists !== true) continue;
      const here = join(parent.real, basename(candidate));
      if (here === place.absolute) return place;
      const root = findRootOf(this.#roots, here);
      if ((await this.#readLink(here).catch(() => undefined)) === undefined) continue;
      if (root === undefined || here === root) throw this.#refusal(uri);
      return { root, path: relative(root, here).split(sep).join('/') as RelPath, absolute: here as AbsPath };
    }
    return place;
  }

  /**
   * The path as the model sees it, which `resolve` turns into the same place again. Relative in the first root,
   * absolute in the others, a `file://` URI where the name holds control characters that would break a line.
   */
  show(place: { readonly root: AbsPath; readonly path: RelPath }): string {
    const absolute = join(place.root, place.path);
    if (BREAKS_LINE.test(absolute)) return pathToFileURL(absolute).href;
    if (place.root !== this.#roots[0]) return absolute;
    return place.path === '' ? '.' : place.path;
  }

  /** The possible meanings of a path, the most likely first, and the one that is used when none exists. */
  #candidates(path: string): {
    readonly inOrder: readonly string[];
    readonly unlessFound: string | undefined;
  } {
    const [first] = this.#roots;
    if (first === undefined && !isAbsolute(path)) return { inOrder: [], unlessFound: undefined };
    // Outside Windows a backslash may be part of a name, but a model usually means a separator.
    const readings = sep === '/' && path.includes('\\') ? [path, path.replaceAll('\\', '/')] : [path];
    const inFirst = readings.map((reading) => resolve(first ?? '', reading));
    const inNamed = readings.flatMap((reading) => this.#findInNamedRoots(reading));
    return { inOrder: [...inFirst, ...inNamed], unlessFound: inNamed[0] ?? inFirst[0] };
  }

  #findInNamedRoots(path: string): readonly string[] {
    if (this.#roots.length < 2 || isAbsolute(path)) return [];
    const segments = path.split(sep === '/' ? '/' : /[/\\]/).filter((segment) => segment !== '.');
    return this.#roots
      .filter((root) => basename(root) === segments[0])
      .map((root) => resolve(root, ...segments.slice(1)));
  }

  /** Resolves `uri`, inside the roots or not. */
  async #findReal(uri: string): Promise<string | undefined> {
    const { inOrder, unlessFound } = this.#candidates(toPath(uri));
    let real: string | undefined;
    let bar: unknown;
    for (const candidate of inOrder) {
      try {
        const destination = await this.#follow(candidate);
        if (destination.exists) return destination.real;
        if (candidate === unlessFound) real = destination.real;
      } catch (error) {
        if (candidate === unlessFound) bar = error;
      }
    }
    // An obstacle outside the roots is not reported, because that would reveal what exists there.
    if (
      bar !== undefined &&
      unlessFound !== undefined &&
      findRootOf(this.#roots, unlessFound) !== undefined
    ) {
      throw toFileError(bar, { tool: GATE, path: uri });
    }
    return real;
  }

  /** Resolves every link in an absolute path, even if its end does not exist yet. */
  async #follow(path: string, links = { followed: 0 }): Promise<Destination> {
    try {
      return { real: await this.#files.realpath(path), exists: true };
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    const directory = dirname(path);
    if (directory === path) return { real: path, exists: false };
    const parent = await this.#follow(directory, links);
    const here = join(parent.real, basename(path));
    const target = parent.exists ? await this.#readLink(here) : undefined;
    if (target === undefined) return { real: here, exists: false };

    // A dangling link: a new file would be created at its target.
    links.followed += 1;
    if (links.followed > MAX_LINKS) throw Object.assign(new Error('Too many links'), { code: 'ELOOP' });
    let real = isAbsolute(target) ? parse(target).root : parent.real;
    for (const segment of target.split(sep)) {
      if (segment === '..') real = dirname(real);
      else if (segment !== '' && segment !== '.') {
        real = (await this.#follow(join(real, segment), links)).real;
      }
    }
    return { real, exists: false };
  }

  /** The target of a symbolic link, or `undefined` when the path is none. */
  async #readLink(path: string): Promise<string | undefined> {
    try {
      return await this.#files.readlink(path);
    } catch (error) {
      if (isMissing(error) || errorCode(error) === 'EINVAL') return undefined;
      throw error;
    }
  }

  #refusal(uri: string): WorkspaceBoundaryError {
    const allowed =
      this.#roots.length === 0
        ? 'no folder is open'
        : `only paths inside ${this.#roots.join(' or ')} can be used`;
    return new WorkspaceBoundaryError(`${quoteValue(uri)} is outside the workspace: ${allowed}.`, {
      path: cutText(uri, MAX_PATH_CHARS),
      roots: this.#roots,
    });
  }
}

/** The path, absolute or relative, of a URI or a path. */
function toPath(uri: string): string {
  if (uri.length > MAX_PATH_CHARS) {
    throw invalidPath(`A path must not be longer than ${MAX_PATH_CHARS} characters, got ${uri.length}`);
  }
  const path = decode(uri);
  if (path === '') throw invalidPath('A path must not be empty; the root itself is "."');
  if (path.includes('\0'))
    throw invalidPath(`A path must not contain a NUL character, got ${quoteValue(uri)}`);
  return path;
}

function decode(uri: string): string {
  const [, scheme, host = '', path = ''] = URI.exec(uri) ?? [];
  switch (scheme?.toLowerCase()) {
    case undefined:
      return uri;
    case 'file':
      if (host === '' || host.toLowerCase() === 'localhost') return decodePath(path, uri);
      throw invalidPath(
        `A file:// URI has three slashes and no host, got ${quoteValue(uri)}; a relative path needs no file://`,
      );
    case 'vscode-remote':
      return decodePath(path, uri);
    default:
      throw invalidPath(
        `${quoteValue(uri)} is not a file: use a relative or absolute path, a file:// or a vscode-remote:// URI`,
      );
  }
}

function decodePath(encoded: string, uri: string): string {
  try {
    const path = decodeURIComponent(encoded);
    return sep === '/' ? path : path.replace(/^\/(?=[a-z]:)/i, '');
  } catch (error) {
    throw invalidPath(
      `${quoteValue(uri)} has a % that is not followed by two hexadecimal digits of UTF-8`,
      error,
    );
  }
}

function invalidPath(problem: string, cause?: unknown): InvalidParamsError {
  return new InvalidParamsError(
    `${problem}.`,
    { tool: GATE, problems: [problem] },
    cause === undefined ? undefined : { cause },
  );
}
