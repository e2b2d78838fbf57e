import { afterAll, describe, expect, test } from 'vitest';
import { InvalidParamsError } from '../../../src/actors/protocol/errors.js';
import type { Tool } from '../../../src/actors/protocol/tool.js';
import { createCreateFileOrFolderTool } from '../../../src/actors/tools/files/create-file-or-folder.js';
import { createDeleteFileOrFolderTool } from '../../../src/actors/tools/files/delete-file-or-folder.js';
import { createEditFileTool } from '../../../src/actors/tools/files/edit-file.js';
import { createReadLintErrorsTool } from '../../../src/actors/tools/files/read-lint-errors.js';
import { createRewriteFileTool } from '../../../src/actors/tools/files/rewrite-file.js';
import { createGetDirTreeTool } from '../../../src/actors/tools/files/get-dir-tree.js';
import { createLsDirTool } from '../../../src/actors/tools/files/ls-dir.js';
import { createReadFileTool } from '../../../src/actors/tools/files/read-file.js';
import { ToolRegistry } from '../../../src/actors/tools/calls/registry.js';
import { createSearchForFilesTool } from '../../../src/actors/tools/search/search-for-files.js';
import { createSearchInFileTool } from '../../../src/actors/tools/search/search-in-file.js';
import { createSearchPathnamesOnlyTool } from '../../../src/actors/tools/search/search-pathnames-only.js';
import { errorOf } from '../../doubles/error-of.js';
import { makeToolWorld } from './tool-world.js';

const world = makeToolWorld({ app: {} });
const registry = new ToolRegistry();
for (const create of [
  createReadFileTool,
  createLsDirTool,
  createGetDirTreeTool,
  createSearchPathnamesOnlyTool,
  createSearchForFilesTool,
  createSearchInFileTool,
  createReadLintErrorsTool,
  createCreateFileOrFolderTool,
  createDeleteFileOrFolderTool,
  createEditFileTool,
  createRewriteFileTool,
]) {
  registry.register(create(world.deps));
}

afterAll(() => {
  world.dispose();
});

function toolNamed(name: string): Tool {
  const tool = registry.get(name);
  if (tool === undefined) throw new Error(`${name} is not registered`);
  return tool;
}

// Source: SPEC T. A `?` marks an optional parameter.
test.each<[tool: string, parameters: string[]]>([
  ['read_file', ['uri', 'start_line?', 'end_line?', 'page_number?']],
  ['ls_dir', ['uri?', 'page_number?']],
  ['get_dir_tree', ['uri']],
  ['search_pathnames_only', ['query', 'include_pattern?', 'page_number?']],
  ['search_for_files', ['query', 'search_in_folder?', 'is_regex?', 'page_number?']],
  ['search_in_file', ['uri', 'query', 'is_regex?']],
  ['read_lint_errors', ['uri']],
  ['create_file_or_folder', ['uri']],
  ['delete_file_or_folder', ['uri', 'is_recursive?']],
  ['edit_file', ['uri', 'search_replace_blocks']],
  ['rewrite_file', ['uri', 'new_content']],
])('%s takes the parameters of the specification, each with a description', (name, parameters) => {
  const schema = toolNamed(name).parameters as {
    properties: Record<string, { description?: string }>;
    required?: string[];
  };
  const required = new Set(schema.required);
  expect(Object.keys(schema.properties).map((key) => (required.has(key) ? key : `${key}?`))).toEqual(
    parameters,
  );
  expect(Object.values(schema.properties).every(({ description = '' }) => description.endsWith('.'))).toBe(
    true,
  );
});

test('every tool says whether it only reads', () => {
  expect(registry.list().map(({ isReadOnly, category }) => [isReadOnly, category])).toEqual([
    ...Array.from({ length: 7 }, () => [true, 'Read file']),
    ...Array.from({ length: 4 }, () => [false, 'File edits']),
  ]);
});

describe('names that models know from other agents', () => {
  test.each<[tool: string, raw: object, params: object]>([
    ['read_file', { file_path: 'a' }, { uri: 'a', page_number: 1 }],
    ['read_file', { filePath: 'a', startLine: 5 }, { uri: 'a', start_line: 5, page_number: 1 }],
    [
      'read_file',
      { target_file: 'a', start_line_one_indexed: 1, end_line_one_indexed: '9' },
      { uri: 'a', start_line: 1, end_line: 9, page_number: 1 },
    ],
    ['ls_dir', { path: 'a' }, { uri: 'a', page_number: 1 }],
    ['ls_dir', { relative_workspace_path: 'a' }, { uri: 'a', page_number: 1 }],
    ['get_dir_tree', { dir_path: 'a' }, { uri: 'a' }],
    [
      'search_pathnames_only',
      { query: 'a', include: '*.ts' },
      { query: 'a', include_pattern: '*.ts', page_number: 1 },
    ],
    [
      'search_for_files',
      { query: 'a', path: 'src', isRegex: true },
      { query: 'a', search_in_folder: 'src', is_regex: true, page_number: 1 },
    ],
    ['search_in_file', { path: 'a', query: 'b' }, { uri: 'a', query: 'b', is_regex: false }],
    ['read_lint_errors', { absolute_path: '/a' }, { uri: '/a' }],
    ['create_file_or_folder', { path: 'a/' }, { uri: 'a/' }],
    ['delete_file_or_folder', { path: 'a', recursive: true }, { uri: 'a', is_recursive: true }],
    ['edit_file', { path: 'a', diff: 'b' }, { uri: 'a', search_replace_blocks: 'b' }],
    ['rewrite_file', { filePath: 'a', content: '' }, { uri: 'a', new_content: '' }],
    // The same twice is no contradiction, and nothing is none.
    ['read_file', { path: 'a', uri: 'a', file_path: null }, { uri: 'a', page_number: 1 }],
    ['read_file', { uri: null, path: 'a' }, { uri: 'a', page_number: 1 }],
  ])('%s takes %j', (name, raw, params) => {
    expect(toolNamed(name).validate(raw)).toEqual(params);
  });
});

describe('parameters that are accepted', () => {
  test.each<[tool: string, raw: object, params: object]>([
    ['read_file', { uri: 'a' }, { uri: 'a', page_number: 1 }],
    [
      'read_file',
      { uri: 'a', start_line: '2', end_line: 2, page_number: null },
      { uri: 'a', start_line: 2, end_line: 2, page_number: 1 },
    ],
    ['ls_dir', {}, { uri: '', page_number: 1 }],
    ['ls_dir', { uri: null, page_number: '3' }, { uri: '', page_number: 3 }],
    ['get_dir_tree', { uri: '.' }, { uri: '.' }],
    ['search_pathnames_only', { query: 'a' }, { query: 'a', include_pattern: '', page_number: 1 }],
    [
      'search_for_files',
      { query: ' ' },
      { query: ' ', search_in_folder: '', is_regex: false, page_number: 1 },
    ],
    [
      'search_in_file',
      { uri: 'a', query: '12', is_regex: 'true' },
      { uri: 'a', query: '12', is_regex: true },
    ],
  ])('%s takes %j', (name, raw, params) => {
    expect(toolNamed(name).validate(raw)).toEqual(params);
  });
});

describe('parameters that are refused', () => {
  const SINGLE_LINE = 'query must be a single line: files are searched line by line';
  test.each<[tool: string, raw: object, problems: string[]]>([
    ['read_file', {}, ['uri is required: A path or file:// URI.']],
    ['read_file', { uri: '' }, ['uri must not be empty']],
    [
      'read_file',
      { uri: 'a', start_line: 0, end_line: -1, page_number: 0 },
      [
        'start_line must be 1 or greater, got 0',
        'end_line must be 1 or greater, got -1',
        'page_number must be 1 or greater, got 0',
      ],
    ],
    ['read_file', { uri: 'a', start_line: 'ten' }, ['start_line must be a whole number, got "ten"']],
    [
      'read_file',
      { uri: 'a', start_line: 5, end_line: 4 },
      ['end_line must be start_line (5) or greater, got 4'],
    ],
    [
      'read_file',
      { uri: 'a', path: 'b' },
      ['uri and path are names of one parameter, and differ: "a" and "b". Give uri alone'],
    ],
    [
      'rewrite_file',
      { filePath: 'a', file_path: 'b', uri: 'a', content: '' },
      ['filePath and file_path are names of one parameter, and differ: "a" and "b". Give uri alone'],
    ],
    // A glob to some models, a regular expression to others.
    [
      'search_for_files',
      { query: 'a', pattern: 'b' },
      ['"pattern" is not a parameter; the parameters are query, search_in_folder, is_regex, page_number'],
    ],
    ['ls_dir', { file: 'a' }, ['"file" is not a parameter; the parameters are uri, page_number']],
    ['ls_dir', { page_number: 0 }, ['page_number must be 1 or greater, got 0']],
    ['get_dir_tree', { uri: 1 }, ['uri must be a string, got 1']],
    ['search_pathnames_only', { query: '' }, ['query must not be empty']],
    [
      'search_pathnames_only',
      { query: 'a', include_pattern: ['*.ts'] },
      ['include_pattern must be a string, got ["*.ts"]'],
    ],
    ['search_for_files', { query: 'a\nb' }, [SINGLE_LINE]],
    ['search_for_files', { query: 'a', is_regex: 1 }, ['is_regex must be true or false, got 1']],
    ['search_in_file', { uri: 'a', query: 'b\r' }, [SINGLE_LINE]],
    [
      'search_in_file',
      { query: '', is_regex: 'maybe' },
      [
        'uri is required: A path or file:// URI.',
        'query must not be empty',
        'is_regex must be true or false, got "maybe"',
      ],
    ],
  ])('%s refuses %j', async (name, raw, problems) => {
    const error = await errorOf(() => toolNamed(name).validate(raw));
    expect(error).toBeInstanceOf(InvalidParamsError);
    expect((error as InvalidParamsError).details).toEqual({ tool: name, problems });
  });
});
