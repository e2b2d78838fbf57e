import { GlobStep, type Glob } from './glob.js';

const SLASH = 47;

/**
 * Whether the whole of `subject` matches. Shape: a byte string.
 * Cost: a mismatch goes back to the last star, or to the last `**`, and never further, because an earlier one could
 * only leave less to match. So time grows with the product of both lengths, where plain recursion is exponential.
 */
export function wildmatch({ steps, sets, minBytes }: Glob, subject: string): boolean {
  if (subject.length < minBytes) return false;
  let step = 0;
  let at = 0;
  // Where to resume after the last star, and how far it has matched; -1 when there is none to go back to.
  let afterStar = -1;
  let starEnd = 0;
  let afterDeep = -1;
  let deepEnd = 0;
  for (;;) {
    const code = steps[step];
    if (code === undefined) {
      if (at === subject.length) return true;
    } else if (code === GlobStep.star) {
      afterStar = ++step;
      starEnd = at;
      continue;
    } else if (code === GlobStep.deep || code === GlobStep.directories) {
      afterDeep = ++step;
      deepEnd = at;
      afterStar = -1;
      if (code === GlobStep.deep && step === steps.length) return true;
      continue;
    } else if (at < subject.length && matchesOne(code, sets, subject.charCodeAt(at))) {
      step++;
      at++;
      continue;
    }
    if (afterStar >= 0 && starEnd < subject.length && subject.charCodeAt(starEnd) !== SLASH) {
      at = ++starEnd;
      step = afterStar;
      continue;
    }
    if (afterDeep < 0 || deepEnd >= subject.length) return false;
    if (steps[afterDeep - 1] === GlobStep.deep) deepEnd++;
    else {
      deepEnd = subject.indexOf('/', deepEnd) + 1;
      if (deepEnd === 0) return false;
    }
    at = deepEnd;
    step = afterDeep;
    afterStar = -1;
  }
}

function matchesOne(code: number, sets: readonly Uint8Array[], byte: number): boolean {
  if (code < GlobStep.any) return code === byte;
  if (code === GlobStep.any) return byte !== SLASH;
  return sets[code - GlobStep.firstSet]?.[byte] === 1;
}

/**
 * Whether some path below `directory` could match.
 * Shape: a byte string that ends in a slash.
 */
export function mayMatchBelow({ steps, sets }: Glob, directory: string): boolean {
  // All steps that the pattern may be at (NFA simulation): here the star that matches most is not always the right one.
  let states = new Set([0]);
  for (let at = 0; at < directory.length; at++) {
    const byte = directory.charCodeAt(at);
    const next = new Set<number>();
    for (const state of states) {
      const code = steps[state];
      if (code === GlobStep.deep || code === GlobStep.directories) return true;
      if (code === GlobStep.star) {
        states.add(state + 1);
        if (byte !== SLASH) next.add(state);
      } else if (code !== undefined && matchesOne(code, sets, byte)) next.add(state + 1);
    }
    states = next;
  }
  return [...states].some((state) => state < steps.length);
}
