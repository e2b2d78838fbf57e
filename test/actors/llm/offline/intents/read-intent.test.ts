import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Intent } from '../../../../../src/actors/llm/offline/intents/intent.js';
import { readIntent } from '../../../../../src/actors/llm/offline/intents/read-intent.js';

const find = (query: string): Intent => ({ kind: 'findFiles', query });
const search = (query: string, more: Partial<Extract<Intent, { kind: 'search' }>> = {}): Intent => ({
  kind: 'search',
  query,
  isRegex: false,
  scope: '',
  wants: 'all',
  ...more,
});
const definition = (query: string): Intent => search(query, { wants: 'definition' });
const show = (path: string, firstLine?: number, lastLine?: number): Intent => ({
  kind: 'show',
  path,
  ...(firstLine === undefined ? {} : { firstLine }),
  ...(lastLine === undefined ? {} : { lastLine }),
});
const question: Intent = { kind: 'question' };
const change: Intent = { kind: 'change' };
const overview: Intent = { kind: 'show', path: 'README.md', firstLine: 1, lastLine: 30 };
const greet: Intent = { kind: 'greet' };

test.each<[string, Intent]>([
  // Greetings and questions about itself.
  ['Hi!', greet],
  ['Hello there', greet],
  ['help', greet],
  ['Who are you?', greet],
  ['What can you do?', greet],
  ['Thanks!', greet],
  ['', greet],
  // The project as a whole.
  ['What is this project?', overview],
  ["What's this project about?", overview],
  ['What does this repository do?', overview],
  ['Explain this codebase to me, please.', overview],
  ['Could you give me a short overview of the project?', overview],
  ['Summarize the repo', overview],
  ['Write a summary of this project.', overview],
  // Changes.
  ['Fix the bug in src/a.ts', change],
  ['Please add a test for retry.ts.', change],
  ['Can you rename foo to bar?', change],
  ['run the tests', change],
  ['Replace `foo` with `bar` in all files', change],
  ['write a function that sorts', change],
  // Directories.
  ['list src', { kind: 'list', path: 'src' }],
  ['ls', { kind: 'list', path: '' }],
  ['ls src/actors/', { kind: 'list', path: 'src/actors' }],
  ['List the files in the test folder', { kind: 'list', path: 'test' }],
  ['Show me all files in `src/host`', { kind: 'list', path: 'src/host' }],
  ['What files are in src/workers?', { kind: 'list', path: 'src/workers' }],
  ['Which files are there?', { kind: 'list', path: '' }],
  ['list files', { kind: 'list', path: '' }],
  ['Show me the directory structure', { kind: 'tree', path: '' }],
  ['show the tree of src/actors', { kind: 'tree', path: 'src/actors' }],
  ['tree', { kind: 'tree', path: '' }],
  ['Describe the project structure.', { kind: 'tree', path: '' }],
  // Files.
  ['Show package.json', show('package.json')],
  ['show me src/actors/llm/retry.ts please', show('src/actors/llm/retry.ts')],
  ['Could you open the README?', show('README')],
  ['cat src/a.ts:10-20', show('src/a.ts', 10, 20)],
  ['read src/a.ts:7', show('src/a.ts', 7, 7)],
  ['Show lines 10 to 20 of `src/a b.ts`', show('src/a b.ts', 10, 20)],
  ['show src/a.ts from line 30', show('src/a.ts', 30)],
  ['Print the first 5 lines of Makefile', show('Makefile', 1, 5)],
  ['show src/a.ts#L3-L9', show('src/a.ts', 3, 9)],
  ['show lines 20-10 of a.ts', show('a.ts', 10, 20)],
  ["What's in tsconfig.json?", show('tsconfig.json')],
  ['What does .gitignore contain?', show('.gitignore')],
  ['show src', show('src')],
  ['open file:///work/a.ts', show('file:///work/a.ts')],
  // Files by name.
  ['find *.test.ts', find('*.test.ts')],
  ['Find all files named retry', find('retry')],
  ['Where is retry.ts?', find('retry.ts')],
  ['Where is the file call-model.ts', find('call-model.ts')],
  ['which files are called index?', find('index')],
  ['list all TypeScript files', find('*.ts')],
  ['Find all .md files', find('*.md')],
  ['locate src/**/*.ts', find('src/**/*.ts')],
  ['find the package.json file', find('package.json')],
  ['find files with "settings" in their name', find('settings')],
  // Contents.
  ['Search for TODO', search('TODO')],
  ['grep callModel', search('callModel')],
  ['find "hello world"', search('hello world')],
  ['Find all usages of `callModel`', search('callModel')],
  ['find references to decideRetry in src/actors', search('decideRetry', { scope: 'src/actors' })],
  ['search for retry in the test folder', search('retry', { scope: 'test' })],
  ['search for "a b" in src/a.ts', search('a b', { scope: 'src/a.ts' })],
  ['search for /re(try|start)/', search('re(try|start)', { isRegex: true })],
  ['Search for the regex foo.*bar in src/', search('foo.*bar', { isRegex: true, scope: 'src' })],
  ['find the function callModel', search('callModel')],
  ['Where is callModel defined?', definition('callModel')],
  ['where is `decideRetry()` implemented', definition('decideRetry')],
  ['Where is WorkspaceIndex?', definition('WorkspaceIndex')],
  ['where is callModel used?', search('callModel')],
  ['Who calls decideRetry?', search('decideRetry')],
  ['What uses `Clock`?', search('Clock')],
  ['What does decideRetry do?', definition('decideRetry')],
  ['Explain `worker-life`', definition('worker-life')],
  ['list all TODOs', search('TODO')],
  // Questions.
  ['How does Troupe restart the index worker after it crashes?', question],
  ['Where is the retry policy for rate limits?', question],
  ['Why is the watcher a child process?', question],
  ['find out how the index is filled', question],
  ['find the code that handles cancellation', question],
  ['Find where errors are redacted', question],
  ['show me how streaming works', question],
  ['What does the mailbox do?', question],
  ['Explain property 15', question],
  ['What does the scan pool of this project do with symlinks?', question],
  ['How do I add a tool?', question],
  ['make sense of the mailbox', question],
])('readIntent takes %j for %j', (request, expected) => {
  expect(readIntent(request)).toEqual(expected);
});

test('readIntent finds an intent in any text, in little time', () => {
  const words = fc.constantFrom(
    'find',
    'show',
    'all',
    'files',
    'in',
    'the',
    'src/',
    '`',
    '"',
    '/',
    '*',
    'where is',
    'regex',
    'lines',
    '10',
    ' ',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(words, { maxLength: 300 }).map((all) => all.join(' ')),
      ),
      (text) => {
        expect(readIntent(text).kind).toMatch(/^\w+$/);
      },
    ),
    { numRuns: 300 },
  );
});
