import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';

// What lets whoever reads it in elsewhere, and no build needs. ~/.npmrc and ~/.gitconfig stay: installing and committing
// read them.
const IN_HOME = [
  '.ssh',
  '.gnupg',
  '.password-store',
  '.aws',
  '.azure',
  '.kube',
  '.config/gcloud',
  '.config/gh',
  '.config/op',
  '.docker/config.json',
  '.netrc',
  '.git-credentials',
  '.config/git/credentials',
  '.local/share/keyrings',
  '.mozilla',
  '.config/google-chrome',
  '.config/chromium',
  'Library/Keychains',
];

/** The files and folders with secrets that there are, links resolved. */
export function findSecrets(home: string, more: readonly string[]): readonly string[] {
  const places = [...IN_HOME.map((path) => resolve(home, path)), ...more.map((path) => resolve(path))];
  return [...new Set(places.filter((path) => existsSync(path)).map((path) => realpathSync(path)))];
}
