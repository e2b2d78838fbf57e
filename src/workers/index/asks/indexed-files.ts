import type { IndexedFiles } from '../../content/content-index.js';
import type { IndexData } from '../store/index-data.js';

/** What an index tells about its files. */
export function indexedFiles(data: IndexData): IndexedFiles {
  return {
    paths: (under) => data.paths(under),
    kindOf(path) {
      const id = data.find(path);
      if (id === -1) return undefined;
      return data.isDirectory(id) ? 'directory' : 'file';
    },
    get fileCount() {
      return data.fileCount;
    },
  };
}
