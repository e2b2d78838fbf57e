/** A call of a scripted model: the tool, and its arguments. */
export type TaskCall = readonly [name: string, args: object];

/** A small real task: a repository, what is to be done in it, and how one sees whether it is. */
export interface Task {
  readonly name: string;
  /** The repository at the start. Shape: content by path. */
  readonly files: Readonly<Record<string, string>>;
  readonly instruction: string;
  /** A command whose exit code is 0 once the task is solved, and was not before. */
  readonly check: string;
  /** What the scripted model does, one call a request. It then says that it is done. */
  readonly calls: readonly TaskCall[];
}

export const read = (uri: string): TaskCall => ['read_file', { uri }];

export const run = (command: string): TaskCall => ['run_command', { command }];

/** Changes a text that occurs once in a file. */
export const edit = (uri: string, from: string, to: string): TaskCall => [
  'edit_file',
  { uri, search_replace_blocks: `<<<<<<< ORIGINAL\n${from}\n=======\n${to}\n>>>>>>> UPDATED` },
];

/** A new file: made, and then given its content. */
export const write = (uri: string, content: string): readonly TaskCall[] => [
  ['create_file_or_folder', { uri }],
  ['rewrite_file', { uri, new_content: content }],
];

/** A test of Node's own runner. */
export const testFile = (imports: string, ...lines: readonly string[]): string =>
  [
    "import assert from 'node:assert/strict';",
    "import { test } from 'node:test';",
    imports,
    '',
    ...lines.map((line, index) => `test('case ${index + 1}', async () => {\n  ${line}\n});`),
    '',
  ].join('\n');
