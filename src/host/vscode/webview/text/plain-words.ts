import { toVisibleName } from '../../../markdown/visible-text.js';

// The parameters that tools have, as a person reads them.
const LABELS: Readonly<Record<string, string>> = {
  uri: 'Path',
  start_line: 'First line',
  end_line: 'Last line',
  page_number: 'Page',
  query: 'Searched for',
  include_pattern: 'Only paths like',
  search_in_folder: 'In the folder',
  is_regex: 'As a regular expression',
  is_recursive: 'With everything in it',
  search_replace_blocks: 'Changes',
  new_content: 'New content',
  command: 'Command',
  cwd: 'In the folder',
  timeout_ms: 'Time limit in milliseconds',
  needs: 'Asks for',
  persistent_terminal_id: 'Terminal',
};

// What a message for the model calls other tools.
const TOOLS: Readonly<Record<string, string>> = {
  read_file: 'read a file',
  ls_dir: 'list a folder',
  get_dir_tree: 'look through a folder',
  search_pathnames_only: 'search file names',
  search_for_files: 'search in files',
  search_in_file: 'search in a file',
  read_lint_errors: 'check a file',
  create_file_or_folder: 'create a file or folder',
  delete_file_or_folder: 'delete a file or folder',
  edit_file: 'edit a file',
  rewrite_file: 'write a file',
  run_command: 'run a command',
  run_persistent_command: 'run a command in a terminal',
  open_persistent_terminal: 'open a terminal',
  kill_persistent_terminal: 'close a terminal',
};

// Letters, digits and single underscores between them.
const IDENTIFIER = /\b[a-z]+(?:_[a-z0-9]+)+\b/g;

/** `Fetch page` for `fetch_page`, `fetchPage` or `fetch-page`. */
export function humanizeName(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_\-.]+/g, ' ')
    .trim()
    .replace(/(?<= )[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
  return capitalize(toVisibleName(words));
}

/** The parameter of a tool as a label. */
export function labelParam(name: string): string {
  return (Object.hasOwn(LABELS, name) ? LABELS[name] : undefined) ?? humanizeName(name);
}

/** A sentence of a tool for the model, without the names that only models know. */
export function toPlainWords(sentence: string): string {
  return sentence.replace(IDENTIFIER, (name) => {
    const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
    if (tool !== undefined) return `“${tool}”`;
    return Object.hasOwn(LABELS, name) ? `“${labelParam(name).toLowerCase()}”` : name;
  });
}

/** The text with a capital letter at its beginning. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
