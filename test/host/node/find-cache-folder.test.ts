import { describe, expect, it } from 'vitest';
import { findCacheFolder, type CacheEnvironment } from '../../../src/host/node/find-cache-folder.js';

const folderOf = (platform: NodeJS.Platform, env: CacheEnvironment['env']): string | null =>
  findCacheFolder({ platform, env, home: '/home/ann' });

describe('findCacheFolder', () => {
  it('is where each system keeps such things', () => {
    expect(folderOf('linux', {})).toBe('/home/ann/.cache/troupe');
    expect(folderOf('linux', { XDG_CACHE_HOME: '/fast' })).toBe('/fast/troupe');
    expect(folderOf('linux', { XDG_CACHE_HOME: 'here' })).toBe('/home/ann/.cache/troupe');
    expect(folderOf('darwin', { XDG_CACHE_HOME: '/fast' })).toBe('/home/ann/Library/Caches/troupe');
    expect(folderOf('win32', { LOCALAPPDATA: '/local' })).toBe('/local/troupe/cache');
  });

  it('is what the person says, or none', () => {
    expect(folderOf('darwin', { TROUPE_CACHE_DIRECTORY: '/mine' })).toBe('/mine');
    expect(folderOf('linux', { TROUPE_CACHE_DIRECTORY: '' })).toBeNull();
  });

  it('is none where nothing says where the home folder is, unless the environment names the place', () => {
    const withoutHome = (platform: NodeJS.Platform, env: CacheEnvironment['env']): string | null =>
      findCacheFolder({ platform, env, home: undefined });
    for (const platform of ['linux', 'darwin', 'win32'] as const)
      expect(withoutHome(platform, {})).toBeNull();
    expect(withoutHome('linux', { XDG_CACHE_HOME: '/fast' })).toBe('/fast/troupe');
    expect(withoutHome('win32', { LOCALAPPDATA: '/local' })).toBe('/local/troupe/cache');
    expect(withoutHome('darwin', { TROUPE_CACHE_DIRECTORY: '/mine' })).toBe('/mine');
  });
});
