import { type Dir, opendirSync } from 'node:fs';
import { isThereSync } from './is-there.js';

// Some 15 ms of the index thread.
const MAX_NAMES = 5_000;
// The main thread resolves the links of each match, which takes some 20 µs.
const MAX_MATCHES = 500;

/** The paths that match a glob in a folder; `undefined` when there are too many. */
type ExpandGlob = (folder: string, glob: string) => readonly string[] | undefined;

/** One character of a glob: literal, any one character, or any number of them. */
type Token = string | typeof ONE | typeof MANY;
const ONE = Symbol('one');
const MANY = Symbol('many');

/**
 * Expands globs on the disk as bash does without options. `[...]`, and `?` in names that are not plain ASCII, are
 * treated as in any locale, so it may find more than bash does.
 * Cost: each expander reads 5,000 names and finds 500 paths in its lifetime, then it gives up.
 */
export function createGlobExpander(): ExpandGlob {
  const known = new Map<string, readonly string[] | undefined>();
  const left = { names: MAX_NAMES, matches: MAX_MATCHES };

  function expand(folder: string, glob: string): readonly string[] | undefined {
    let found = [glob.startsWith('/') ? '/' : folder];
    for (const segment of glob.split('/').filter((text) => text !== '' && text !== '.')) {
      const tokens = readTokens(segment);
      const isPlain = tokens.every((token) => typeof token === 'string');
      const next: string[] = [];
      for (const path of found) {
        const names = isPlain
          ? [tokens.join('')].filter((name) => isThereSync(`${path}/${name}`))
          : list(path);
        if (names === undefined) return undefined;
        for (const name of names) if (isPlain || matches(tokens, name)) next.push(`${path}/${name}`);
      }
      left.matches -= next.length;
      if (left.matches < 0) return undefined;
      found = next;
    }
    return found;
  }

  /** The names in a folder; empty when it cannot be read, `undefined` when they cannot all be listed. */
  function list(path: string): readonly string[] | undefined {
    // Before version 5.2 of bash, `.*` matches these as well.
    const names = ['.', '..'];
    let folder: Dir | undefined;
    try {
      folder = opendirSync(path);
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
        left.names -= 1;
        // A name that is not valid Unicode can neither be represented nor read here.
        if (left.names < 0 || entry.name.includes('\uFFFD')) return undefined;
        names.push(entry.name);
      }
      return names;
    } catch {
      return [];
    } finally {
      folder?.closeSync();
    }
  }

  return (folder, glob) => {
    const key = JSON.stringify([folder, glob]);
    if (!known.has(key)) known.set(key, expand(folder, glob));
    return known.get(key);
  };
}

function readTokens(segment: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let index = 0; index < segment.length; index++) {
    const char = segment.charAt(index);
    const end = char === '[' ? segment.lastIndexOf(']') : -1;
    if (char === '\\') tokens.push(segment.charAt(++index));
    else if (char === '?') tokens.push(ONE);
    else if (char === '*') tokens.push(MANY);
    else if (end > index) {
      // A superset of what one or more bracket expressions, or a literal `[`, match.
      tokens.push(MANY);
      index = end;
    } else tokens.push(char);
  }
  return tokens;
}

/** Cost: at most the product of the two lengths. */
function matches(tokens: readonly Token[], name: string): boolean {
  if (name.startsWith('.') && tokens[0] !== '.') return false;
  // In a locale that counts bytes, one character may be several.
  const one = /^[\0-\x7f]*$/.test(name) ? ONE : MANY;
  let [token, at] = [0, 0];
  let retry: { readonly token: number; at: number } | undefined;
  while (at < name.length) {
    const wanted = tokens[token] === ONE ? one : tokens[token];
    if (wanted === MANY) {
      token += 1;
      retry = { token, at };
    } else if (wanted === ONE || wanted === name.charAt(at)) {
      token += 1;
      at += 1;
    } else if (retry === undefined) return false;
    else {
      retry.at += 1;
      ({ token, at } = retry);
    }
  }
  return tokens.slice(token).every((rest) => rest === MANY || (rest === ONE && one === MANY));
}
