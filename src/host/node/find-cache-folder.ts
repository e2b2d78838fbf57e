import { isAbsolute, join } from 'node:path';
import { findHomeFolder } from '../../workers/disk/home-folder.js';

/** What the location of the cache folder depends on. */
export interface CacheEnvironment {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `undefined` when it is unknown. */
  readonly home: string | undefined;
}

/**
 * The folder for files that can be recreated and are kept to save time: `TROUPE_CACHE_DIRECTORY` if set, otherwise the
 * system's cache folder of this person. `null` when that variable is empty, or nothing says where such a folder is.
 * Source: https://specifications.freedesktop.org/basedir-spec/latest
 */
export function findCacheFolder(
  { platform, env, home }: CacheEnvironment = {
    platform: process.platform,
    env: process.env,
    home: findHomeFolder(),
  },
): string | null {
  const own = env['TROUPE_CACHE_DIRECTORY'];
  if (own !== undefined) return own === '' ? null : own;
  switch (platform) {
    case 'darwin':
      return below(home, 'Library/Caches/troupe');
    case 'win32':
      return below(env['LOCALAPPDATA'] ?? below(home, 'AppData/Local'), 'troupe/cache');
    default: {
      const base = env['XDG_CACHE_HOME'] ?? '';
      // The specification says that a relative path is to be ignored.
      return below(isAbsolute(base) ? base : below(home, '.cache'), 'troupe');
    }
  }
}

function below(folder: string | null | undefined, path: string): string | null {
  return typeof folder === 'string' ? join(folder, path) : null;
}
