/** The folders of a path, the name of its file, and that name without its extensions. */
export interface PathParts {
  readonly folders: string[];
  readonly name: string;
  readonly stem: string;
}

export function splitPath(path: string): PathParts {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  const dot = name.indexOf('.', 1);
  return { folders, name, stem: dot === -1 ? name : name.slice(0, dot) };
}

/** The words of a name: what separators and camel-case humps part. */
export function splitWords(text: string): string[] {
  return text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '');
}
