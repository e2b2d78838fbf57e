import type { IndexedFiles } from '../../content/content-index-options.js';
import type { IndexData } from '../store/index-data.js';

/** The files of an index, as the content filter needs them. */
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
