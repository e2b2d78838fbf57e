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
});
