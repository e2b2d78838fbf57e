import { parseUrl } from '../../../../actors/protocol/web/parse-url.js';

// Where the editor and other programs name the files that are dragged. Shape: a URI a line, `#` before a comment.
const URI_LISTS = ['text/uri-list', 'application/vnd.code.uri-list'];

// A drive letter behind the slash that begins the path of a URI.
const DRIVE = /^\/(?=[a-z]:)/i;

type Dragged = Pick<DragEvent, 'dataTransfer'>;

// The type of files that are dragged from another program.
const FILES = 'Files';

/** Whether files may be dropped. */
export function hasFiles({ dataTransfer }: Dragged): boolean {
  return dataTransfer?.types.some((type) => type === FILES || URI_LISTS.includes(type)) === true;
}

/** The absolute paths of dropped files and folders, each once; of other addresses there are none. */
export function readDroppedPaths({ dataTransfer }: Dragged): readonly string[] {
  const lines = URI_LISTS.flatMap((type) => (dataTransfer?.getData(type) ?? '').split(/\r?\n/));
  const paths = lines.flatMap((line) => {
    const path = line.startsWith('#') ? undefined : readPath(line.trim());
    return path === undefined ? [] : [path];
  });
  return [...new Set(paths)];
}

function readPath(uri: string): string | undefined {
  const url = /^(?:file|vscode-remote):\/\//i.test(uri) ? parseUrl(uri) : undefined;
  if (url === undefined) return undefined;
  const { protocol, host, pathname } = url;
  try {
    const path = decodeURIComponent(pathname).replace(DRIVE, '');
    // A share of Windows: `file://server/share/file`. The host of a remote address is the remote itself.
    return protocol === 'file:' && host !== '' ? `//${host}${path}` : path;
  } catch {
    // What is escaped is not UTF-8.
    return undefined;
  }
}
