import type { ToolCall } from '../../../../src/actors/protocol/llm.js';
import { parseRecord } from '../../../../src/actors/protocol/json/json-shape.js';

const PAGE_LINES = 200;

/** The read-only tools over some files in memory, with results in the form that the real ones have. */
export class FakeTools {
  readonly #files: ReadonlyMap<string, string>;
  readonly calls: { readonly tool: string; readonly args: Readonly<Record<string, unknown>> }[] = [];

  /** Paths and their contents. */
  constructor(files: Readonly<Record<string, string>>) {
    this.#files = new Map(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  run({ name, arguments: text }: ToolCall): string {
    const args = parseRecord(text) ?? {};
    this.calls.push({ tool: name, args });
    const string = (key: string): string => (typeof args[key] === 'string' ? args[key] : '');
    switch (name) {
      case 'read_file':
        return this.#read(string('uri'), Number(args.start_line ?? 1), Number(args.end_line ?? Infinity));
      case 'ls_dir':
        return this.#list(string('uri'));
      case 'get_dir_tree':
        return `Directory of /work:\n${[...this.#files.keys()].map((path) => `├── ${path}`).join('\n')}`;
      case 'search_pathnames_only':
        return this.#findPaths(string('query'));
      case 'search_for_files':
        return this.#grep(string('query'), args.is_regex === true, string('search_in_folder'));
      case 'search_in_file':
        return this.#grepOne(string('uri'), string('query'), args.is_regex === true);
      default:
        return `There is no tool named "${name}".`;
    }
  }

  #read(path: string, first: number, last: number): string {
    const text = this.#files.get(path);
    if (text === undefined) {
      if ([...this.#files.keys()].some((other) => other.startsWith(`${path}/`)))
        return `${path} is a directory: ls_dir lists it, get_dir_tree shows what is below it.`;
      const near = [...this.#files.keys()].filter((other) => other.includes(path)).slice(0, 3);
      const advice =
        near.length === 0
          ? 'search_pathnames_only finds files by their name.'
          : `The closest names are: ${near.join(', ')}.`;
      return `${path} does not exist. ${advice}`;
    }
    if (text === '') return `${path} is empty.`;
    const lines = text.replace(/\n$/, '').split('\n');
    const shown = lines.slice(first - 1, last);
    const isWhole = shown.length === lines.length;
    const facts = isWhole
      ? `${lines.length} lines`
      : `lines ${first} to ${first + shown.length - 1} of ${lines.length}`;
    const fence = text.includes('```') ? '````' : '```';
    return `${path} (${facts})\n${fence}\n${shown.join('\n')}\n${fence}`;
  }

  #list(path: string): string {
    if (this.#files.has(path)) return `${path} is not a directory: read_file shows what is in a file.`;
    const prefix = path === '' ? '' : `${path}/`;
    const names = [...this.#files.keys()]
      .filter((other) => other.startsWith(prefix))
      .map((other) => other.slice(prefix.length).replace(/\/.*/s, '/'));
    const children = [...new Set(names)];
    return children.length === 0
      ? `${path} does not exist. search_pathnames_only finds files by their name.`
      : [`${path || '.'}: ${children.length} entries`, ...children].join('\n');
  }

  #findPaths(query: string): string {
    const test = /[*?]/.test(query)
      ? new RegExp(
          `(^|/)${query
            .replaceAll('.', String.raw`\.`)
            .replaceAll('**/', '(.*/)?')
            .replaceAll(/(?<!\.)\*/g, '[^/]*')}$`,
        )
      : new RegExp(Array.from(query, (letter) => letter.replace(/\W/, String.raw`\$&`)).join('.*'), 'i');
    const found = [...this.#files.keys()]
      .filter((path) => test.test(path))
      .sort((a, b) => a.length - b.length);
    return found.length === 0
      ? `No path matches ${JSON.stringify(query)}. search_for_files searches in files.`
      : found.slice(0, 100).join('\n');
  }

  #grep(query: string, isRegex: boolean, folder: string): string {
    const test = compile(query, isRegex);
    const rows = [...this.#files]
      .filter(([path]) => folder === '' || path.startsWith(`${folder}/`))
      .flatMap(([path, text]) =>
        text.split('\n').flatMap((line, index) => (test.test(line) ? [`${path}:${index + 1}: ${line}`] : [])),
      );
    if (rows.length === 0)
      return `No line contains ${JSON.stringify(query)} (${this.#files.size} files searched).`;
    const range = rows.length <= PAGE_LINES ? `${rows.length}` : `1 to ${PAGE_LINES} of ${rows.length}`;
    const more = rows.length <= PAGE_LINES ? [] : ['(There are more: ask for page_number 2)'];
    return [`Matching lines: ${range}`, ...rows.slice(0, PAGE_LINES), ...more].join('\n');
  }

  #grepOne(path: string, query: string, isRegex: boolean): string {
    const text = this.#files.get(path);
    if (text === undefined) return `${path} does not exist. search_pathnames_only finds files by their name.`;
    const test = compile(query, isRegex);
    const rows = text
      .split('\n')
      .flatMap((line, index) => (test.test(line) ? [`${index + 1}: ${line}`] : []));
    return rows.length === 0
      ? `No line of ${path} contains ${JSON.stringify(query)}.`
      : [`Matching lines in ${path}: ${rows.length}`, ...rows].join('\n');
  }
}

function compile(query: string, isRegex: boolean): RegExp {
  const source = isRegex ? query : query.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return new RegExp(source, /\p{Lu}/u.test(query) ? 'u' : 'iu');
}
