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

// What tools call themselves and their parameters in a message for the model.
const NAMES: Readonly<Record<string, string>> = {
  read_file: 'reading',
  ls_dir: 'listing the folder',
  get_dir_tree: 'looking at the folders',
  search_pathnames_only: 'searching for file names',
  search_for_files: 'searching in files',
  search_in_file: 'searching in the file',
  read_lint_errors: 'checking for problems',
  create_file_or_folder: 'creating it',
  delete_file_or_folder: 'deleting it',
  edit_file: 'editing',
  rewrite_file: 'rewriting',
  run_command: 'running a command',
  run_persistent_command: 'running a command in a terminal',
  open_persistent_terminal: 'opening a terminal',
  kill_persistent_terminal: 'closing the terminal',
};

// Letters, digits and single underscores between them.
const IDENTIFIER = /\b[a-z]+(?:_[a-z0-9]+)+\b/g;

/** `Fetch page` for `fetch_page`, `fetchPage` or `fetch-page`. */
export function humanizeName(name: string): string {
  const words = toVisibleName(name)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_\-.]+/g, ' ')
    .trim()
    .replace(/(?<= )[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
  return capitalize(words);
}

/** The parameter of a tool as a label. */
export function labelParam(name: string): string {
  return LABELS[name] ?? humanizeName(name);
}

/** A sentence of a tool for the model, without the names that only models know. */
export function toPlainWords(sentence: string): string {
  return sentence.replace(
    IDENTIFIER,
    (name) => NAMES[name] ?? (name in LABELS ? labelParam(name).toLowerCase() : name),
  );
}

/** The text with a capital letter at its beginning. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
