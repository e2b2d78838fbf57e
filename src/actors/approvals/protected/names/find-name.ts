import { AGENTS } from './agents.js';
import { BUILDS } from './builds.js';
import { EDITORS } from './editors.js';
import type { NameGroup, NameRow } from './name-row.js';
import { PACKAGES } from './packages.js';
import { REPOSITORIES } from './repositories.js';
import { KEYS, PROJECT_SECRETS } from './secrets.js';
import { OWNERS, SERVERS } from './servers.js';
import { START_FILES } from './start-files.js';

/** Why a name is protected. */
export interface NameProtection extends Pick<NameRow, 'readBy' | 'isTopOnly' | 'isWrittenByTools'> {
  readonly what: string;
}

const GROUPS: readonly NameGroup[] = [
  REPOSITORIES,
  EDITORS,
  START_FILES,
  PACKAGES,
  BUILDS,
  AGENTS,
  SERVERS,
  OWNERS,
  KEYS,
  PROJECT_SECRETS,
];

interface Glob extends NameProtection {
  readonly pattern: RegExp;
  readonly except: RegExp;
}

/** By name or by two names with a slash between them. */
const EXACT = new Map<string, NameProtection>();
const GLOBS: Glob[] = [];
for (const { what, rows } of GROUPS)
  for (const { names, except = '', ...row } of rows)
    for (const name of names.split(' ')) {
      const protection = { what, ...row };
      if (name.includes('*'))
        GLOBS.push({ ...protection, pattern: toRegExp(name), except: toRegExp(except) });
      else EXACT.set(name, protection);
    }
/** The first of two names: after most others the second one need not be looked at. */
const FIRST_OF_TWO = new Set(
  GROUPS.flatMap(({ rows }) => rows.flatMap(({ names }) => names.split(' ')))
    .filter((name) => name.includes('/'))
    .map((name) => name.slice(0, name.indexOf('/'))),
);
/** Matches what any of the globs does: one look spares most names all others. */
const ANY_GLOB = new RegExp(GLOBS.map(({ pattern }) => pattern.source).join('|'));

/** Whether some names directly in a folder of this name are protected. */
export function mayHoldProtected(name: string): boolean {
  return FIRST_OF_TWO.has(name.toLowerCase());
}

/**
 * Why the names of a path below a root are protected; `undefined` when none is. What commands may not change comes before
 * what tools write.
 * @param names From the top of the root on, in lower case.
 */
export function findName(names: readonly string[]): NameProtection | undefined {
  let writtenByTools: NameProtection | undefined;
  for (const [index, name] of names.entries()) {
    const next = names[index + 1];
    const both = next !== undefined && FIRST_OF_TWO.has(name) ? `${name}/${next}` : undefined;
    for (const found of [findExactOrGlob(name), both === undefined ? undefined : findExactOrGlob(both)]) {
      if (found === undefined || (found.isTopOnly === true && index > 0)) continue;
      if (found.isWrittenByTools !== true) return found;
      writtenByTools ??= found;
    }
  }
  return writtenByTools;
}

function findExactOrGlob(name: string): NameProtection | undefined {
  const exact = EXACT.get(name);
  if (exact !== undefined || !ANY_GLOB.test(name)) return exact;
  return GLOBS.find(({ pattern, except }) => pattern.test(name) && !except.test(name));
}

/** Matches what any of some globs does. */
function toRegExp(globs: string): RegExp {
  const sources = globs
    .split(' ')
    .map((glob) => glob.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '[^/]*'));
  return new RegExp(`^(?:${sources.join('|')})$`);
}
