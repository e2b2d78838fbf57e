import { dirname, isAbsolute, join, resolve } from 'node:path';
import { isInside } from '../../../../actors/runtime/paths/is-inside.js';
import { readSmallFile } from '../../../../workers/disk/read-small-file.js';
import { hasSecretName, holdsSecret } from '../environment/looks-secret.js';

/** A settings file of git, without the lines that hold a secret. */
interface GitSettingsCopy {
  readonly path: string;
  readonly text: string;
}

const HEADER = /^\s*\[\s*([\w.-]+)/;
const SETTING = /^\s*([\w-]+)/;
const INCLUDED = /^\s*path\s*=\s*(.*?)\s*$/i;
// Sections that say how to get at a password, or hold one.
const SECRET_SECTION = /^(?:credential|http|github|gitlab|sendemail|imap|hub|gitea|bitbucket|oauth)$/i;
// Files that include files that include files end somewhere.
const MAX_FILES = 20;

/**
 * The person's own settings of git, and the files that they include, as far as they lie in the home folder. Shape: none
 * of the texts holds a line that looks like a secret.
 */
export function copyGitSettings(home: string): readonly GitSettingsCopy[] {
  const copies = new Map<string, string>();
  const open = ['/etc/gitconfig', join(home, '.gitconfig'), join(home, '.config/git/config')];
  for (let path = open.shift(); path !== undefined && copies.size < MAX_FILES; path = open.shift()) {
    if (copies.has(path)) continue;
    const text = readText(path);
    if (text === undefined) continue;
    copies.set(path, removeSecrets(text));
    for (const item of listIncluded(text, path, home).filter((included) => isInside(home, included)))
      open.push(item);
  }
  return [...copies].map(([path, text]) => ({ path, text }));
}

/** The text of a settings file without sections for passwords, and without lines that look like a secret. */
export function removeSecrets(text: string): string {
  let isSecretSection = false;
  const kept: string[] = [];
  // A line that ends in a backslash goes on in the next one.
  for (const line of text.match(/(?:\\\r?\n|[^\n])+/g) ?? []) {
    const section = HEADER.exec(line)?.[1];
    if (section !== undefined)
      isSecretSection =
        SECRET_SECTION.test(section.split('.', 1)[0] ?? '') || hasSecretName(section) || holdsSecret(line);
    const name = SETTING.exec(line)?.[1];
    if (isSecretSection || holdsSecret(line)) continue;
    if (name !== undefined && name.toLowerCase() !== 'signingkey' && hasSecretName(name)) continue;
    kept.push(`${line}\n`);
  }
  return kept.join('');
}

function listIncluded(text: string, path: string, home: string): readonly string[] {
  let isInclude = false;
  return text.split('\n').flatMap((line) => {
    const section = HEADER.exec(line)?.[1];
    if (section !== undefined) isInclude = /^include(?:if)?$/i.test(section);
    const included = isInclude ? INCLUDED.exec(line)?.[1]?.replace(/^"(.*)"$/, '$1') : undefined;
    if (included === undefined || included === '') return [];
    if (included.startsWith('~/')) return [join(home, included.slice(2))];
    return [isAbsolute(included) ? included : resolve(dirname(path), included)];
  });
}

function readText(path: string): string | undefined {
  try {
    return readSmallFile(path, true)?.text;
  } catch {
    return undefined;
  }
}
