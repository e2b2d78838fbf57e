import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** What a cache folder is found by. */
export interface CacheSurroundings {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/**
 * The folder for what can be made again and is kept to save time: `TROUPE_CACHE_DIRECTORY` where it is set, else where
 * the system keeps such things of the person. `null` when that variable is set to nothing.
 * Source: https://specifications.freedesktop.org/basedir-spec/latest
 */
export function cacheFolder(
  { platform, env, home }: CacheSurroundings = {
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
  // A relative path there is to be taken for none.
  return join(isAbsolute(base) ? base : join(home, '.cache'), 'troupe');
}
