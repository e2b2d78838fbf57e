import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';

// Credentials that give access to other systems and that no build needs. ~/.npmrc and ~/.gitconfig are not listed:
// installing and committing read them.
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

/** The secret files and folders that exist, with links resolved. */
export function findSecrets(home: string, more: readonly string[]): readonly string[] {
  const places = [...IN_HOME.map((path) => resolve(home, path)), ...more.map((path) => resolve(path))];
  return [...new Set(places.filter((path) => existsSync(path)).map((path) => realpathSync(path)))];
}
