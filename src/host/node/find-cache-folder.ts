import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** What the location of the cache folder depends on. */
export interface CacheEnvironment {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/**
 * The folder for files that can be recreated and are kept to save time: `TROUPE_CACHE_DIRECTORY` if set, otherwise the
 * system's cache folder of this person. `null` when that variable is empty.
 * Source: https://specifications.freedesktop.org/basedir-spec/latest
 */
export function findCacheFolder(
  { platform, env, home }: CacheEnvironment = {
    platform: process.platform,
    env: process.env,
    home: homedir(),
  },
): string | null {
  const own = env['TROUPE_CACHE_DIRECTORY'];
  if (own !== undefined) return own === '' ? null : own;
  if (platform === 'darwin') return join(home, 'Library/Caches/troupe');
  if (platform === 'win32') {
    return join(env['LOCALAPPDATA'] ?? join(home, 'AppData/Local'), 'troupe/cache');
  }
  const base = env['XDG_CACHE_HOME'] ?? '';
  // The specification says that a relative path is to be ignored.
  return join(isAbsolute(base) ? base : join(home, '.cache'), 'troupe');
}
