import { edit, read, run, type Task, testFile, write } from './task.js';

const CHECK = 'node --test';
const PACKAGE = '{ "name": "task", "version": "1.0.0", "type": "module" }\n';

/** The twelve tasks. */
export const TASKS: readonly Task[] = [
  {
    name: 'off-by-one',
    files: {
      'package.json': PACKAGE,
      'range.js':
        'export function range(from, to) {\n  const out = [];\n  for (let at = from; at < to - 1; at += 1) out.push(at);\n  return out;\n}\n',
      'range.test.js': testFile(
        "import { range } from './range.js';",
        'assert.deepEqual(range(1, 4), [1, 2, 3]);',
        'assert.deepEqual(range(2, 2), []);',
      ),
    },
    instruction: 'range(1, 4) leaves out the 3. Correct it; the tests say what it should return.',
    check: CHECK,
    calls: [read('range.js'), edit('range.js', 'at < to - 1;', 'at < to;'), run(CHECK)],
  },
  {
    name: 'missing-option',
    files: {
      'package.json': PACKAGE,
      'greet.js':
        'export function greet(name, options) {\n  const mark = options.loud ? "!" : ".";\n  return `Hello, ${name}${mark}`;\n}\n',
      'greet.test.js': testFile(
        "import { greet } from './greet.js';",
        "assert.equal(greet('Ada'), 'Hello, Ada.');",
        "assert.equal(greet('Ada', { loud: true }), 'Hello, Ada!');",
      ),
    },
    instruction: 'greet("Ada") throws when it gets no options. It should work without them.',
    check: CHECK,
    calls: [
      read('greet.js'),
      edit(
        'greet.js',
        'export function greet(name, options) {',
        'export function greet(name, options = {}) {',
      ),
      run(CHECK),
    ],
  },
  {
    name: 'rename-everywhere',
    files: {
      'package.json': PACKAGE,
      'src/calc.js': 'export function sum(a, b) {\n  return a + b;\n}\n',
      'src/cart.js':
        "import { sum } from './calc.js';\n\nexport const total = (prices) => prices.reduce((all, one) => sum(all, one), 0);\n",
      'src/index.js': "export { sum } from './calc.js';\nexport { total } from './cart.js';\n",
      'src/index.test.js': testFile(
        "import * as api from './index.js';",
        'assert.equal(api.add(1, 2), 3);',
        'assert.equal(api.sum, undefined);',
        'assert.equal(api.total([1, 2, 3]), 6);',
      ),
    },
    instruction: 'Rename the function sum to add, wherever it is used.',
    check: CHECK,
    calls: [
      ['search_for_files', { query: 'sum' }],
      edit('src/calc.js', 'export function sum(a, b) {', 'export function add(a, b) {'),
      read('src/cart.js'),
      edit('src/cart.js', "import { sum } from './calc.js';", "import { add } from './calc.js';"),
      edit('src/cart.js', 'sum(all, one)', 'add(all, one)'),
      edit('src/index.js', "export { sum } from './calc.js';", "export { add } from './calc.js';"),
      run(CHECK),
    ],
  },
  {
    name: 'missing-await',
    files: {
      'package.json': PACKAGE,
      'load.js':
        'const fetchOne = async (id) => ({ id, name: `n${id}` });\n\nexport async function loadNames(ids) {\n  const all = ids.map((id) => fetchOne(id));\n  return all.map(({ name }) => name);\n}\n',
      'load.test.js': testFile(
        "import { loadNames } from './load.js';",
        "assert.deepEqual(await loadNames([1, 2]), ['n1', 'n2']);",
      ),
    },
    instruction: 'loadNames returns undefined for each name. Find out why, and correct it.',
    check: CHECK,
    calls: [
      read('load.js'),
      edit(
        'load.js',
        '  const all = ids.map((id) => fetchOne(id));',
        '  const all = await Promise.all(ids.map((id) => fetchOne(id)));',
      ),
      run(CHECK),
    ],
  },
  {
    name: 'strict-version',
    files: {
      'package.json': PACKAGE,
      'version.js': 'export const isVersion = (text) => /\\d+\\.\\d+\\.\\d+/.test(text);\n',
      'version.test.js': testFile(
        "import { isVersion } from './version.js';",
        "assert.equal(isVersion('1.20.3'), true);",
        "for (const text of ['v1.2.3', '1.2.3.4', 'a1.2.3', '01.2.3']) assert.equal(isVersion(text), false, text);",
      ),
    },
    instruction:
      'isVersion should accept exactly three numbers without leading zeros, and nothing around them.',
    check: CHECK,
    calls: [
      read('version.js'),
      edit(
        'version.js',
        '/\\d+\\.\\d+\\.\\d+/.test(text)',
        '/^(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)$/.test(text)',
      ),
      run(CHECK),
    ],
  },
  {
    name: 'new-module',
    files: {
      'package.json': PACKAGE,
      'src/index.js': "export { upper } from './upper.js';\n",
      'src/upper.js': 'export const upper = (text) => text.toUpperCase();\n',
      'src/index.test.js': testFile(
        "import { slug, upper } from './index.js';",
        "assert.equal(slug('  Hello, World  again! '), 'hello-world-again');",
        "assert.equal(upper('a'), 'A');",
      ),
    },
    instruction:
      'Add a function slug in a module of its own, exported from src/index.js: lower case, words joined by hyphens.',
    check: CHECK,
    calls: [
      ['ls_dir', { uri: 'src' }],
      ...write(
        'src/slug.js',
        "export const slug = (text) => (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-');\n",
      ),
      read('src/index.js'),
      edit(
        'src/index.js',
        "export { upper } from './upper.js';",
        "export { slug } from './slug.js';\nexport { upper } from './upper.js';",
      ),
      run(CHECK),
    ],
  },
  {
    name: 'dead-code',
    files: {
      'package.json': PACKAGE,
      'index.js': "import './legacy.js';\n\nexport const answer = 42;\n",
      'legacy.js': 'globalThis.legacy = true;\n',
      'index.test.js': testFile(
        "import { existsSync } from 'node:fs';\nimport { answer } from './index.js';",
        'assert.equal(answer, 42);',
        'assert.equal(globalThis.legacy, undefined);',
        "assert.equal(existsSync(new URL('legacy.js', import.meta.url)), false);",
      ),
    },
    instruction: 'Nobody needs legacy.js any more: delete it, and what imports it.',
    check: CHECK,
    calls: [
      ['search_for_files', { query: 'legacy' }],
      edit('index.js', "import './legacy.js';\n\nexport const", 'export const'),
      ['delete_file_or_folder', { uri: 'legacy.js' }],
      run(CHECK),
    ],
  },
  {
    name: 'quoted-fields',
    files: {
      'package.json': PACKAGE,
      'csv.js': "export function parseLine(line) {\n  return line.split(',');\n}\n",
      'csv.test.js': testFile(
        "import { parseLine } from './csv.js';",
        "assert.deepEqual(parseLine('a,b'), ['a', 'b']);",
        "assert.deepEqual(parseLine('\"a,b\",c'), ['a,b', 'c']);",
        'assert.deepEqual(parseLine(\'"say ""hi""",\'), [\'say "hi"\', \'\']);',
      ),
    },
    instruction: 'parseLine should understand quoted fields: commas in them, and doubled quotes.',
    check: CHECK,
    calls: [
      read('csv.js'),
      [
        'rewrite_file',
        {
          uri: 'csv.js',
          new_content: `export function parseLine(line) {
  const fields = [''];
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at];
    if (char === '"' && isQuoted && line[at + 1] === '"') {
      fields[fields.length - 1] += '"';
      at += 1;
    } else if (char === '"') isQuoted = !isQuoted;
    else if (char === ',' && !isQuoted) fields.push('');
    else fields[fields.length - 1] += char;
  }
  return fields;
}
`,
        },
      ],
      run(CHECK),
    ],
  },
  {
    name: 'flag',
    files: {
      'package.json': PACKAGE,
      'cli.js': "console.log(process.argv.slice(2).join(' '));\n",
      'cli.test.js': testFile(
        "import { execFileSync } from 'node:child_process';\nconst run = (...args) => execFileSync('node', ['cli.js', ...args], { encoding: 'utf8' });",
        "assert.equal(run('a', 'b'), 'a b\\n');",
        "assert.equal(run('--upper', 'a', 'b'), 'A B\\n');",
      ),
    },
    instruction: 'Give cli.js a flag --upper, with which it prints in upper case.',
    check: CHECK,
    calls: [
      read('cli.js'),
      edit(
        'cli.js',
        "console.log(process.argv.slice(2).join(' '));",
        "const words = process.argv.slice(2);\nconst text = words.filter((word) => word !== '--upper').join(' ');\nconsole.log(words.includes('--upper') ? text.toUpperCase() : text);",
      ),
      run(CHECK),
    ],
  },
  {
    name: 'broken-settings',
    files: {
      'settings.json': '{\n  "port": "8080",\n  "hosts": ["a", "b",]\n}\n',
      'check.mjs':
        "import { readFileSync } from 'node:fs';\nconst { port, hosts } = JSON.parse(readFileSync('settings.json', 'utf8'));\nif (port !== 8080 || hosts.join() !== 'a,b') throw new Error('The settings are wrong.');\n",
    },
    instruction:
      'settings.json is no JSON, and its port should be a number. Correct it; node check.mjs must pass.',
    check: 'node check.mjs',
    calls: [
      run('node check.mjs'),
      read('settings.json'),
      edit(
        'settings.json',
        '  "port": "8080",\n  "hosts": ["a", "b",]',
        '  "port": 8080,\n  "hosts": ["a", "b"]',
      ),
      run('node check.mjs'),
    ],
  },
  {
    name: 'stale-edit',
    files: {
      'package.json': PACKAGE,
      'retry.js':
        'export async function retry(work, times) {\n  for (let at = 0; at < times; at += 1) {\n    try {\n      return await work();\n    } catch {}\n  }\n}\n',
      'retry.test.js': testFile(
        "import { retry } from './retry.js';",
        'let calls = 0;\n  assert.equal(await retry(async () => { calls += 1; if (calls < 3) throw new Error(); return 7; }, 3), 7);',
        "await assert.rejects(retry(async () => { throw new Error('down'); }, 2), /down/);",
      ),
    },
    instruction: 'When all tries have failed, retry should throw the last error.',
    check: CHECK,
    calls: [
      read('retry.js'),
      // What models get wrong now and then: the text is not there. It is refused, and done again.
      edit(
        'retry.js',
        '    } catch (error) {\n      last = error;\n    }',
        '    } catch (error) {\n      throw error;\n    }',
      ),
      edit(
        'retry.js',
        '    } catch {}\n  }\n}',
        '    } catch (error) {\n      last = error;\n    }\n  }\n  throw last;\n}',
      ),
      edit('retry.js', '(work, times) {', '(work, times) {\n  let last;'),
      run(CHECK),
    ],
  },
  {
    name: 'documented',
    files: {
      'package.json': PACKAGE,
      'area.js': 'export const area = (width, height) => width * height;\n',
      'README.md': '# Areas\n\n`area(w)` is the area of a square.\n',
      'docs.test.js': testFile(
        "import { readFileSync } from 'node:fs';\nimport { area } from './area.js';",
        "const text = readFileSync('README.md', 'utf8');\n  assert.match(text, /`area\\(width, height\\)`/);\n  assert.doesNotMatch(text, /area\\(w\\)/);",
        'assert.equal(area(3), 9);',
        'assert.equal(area(3, 4), 12);',
      ),
    },
    instruction:
      'area(3) should be that of a square, 9; write in README.md that it is area(width, height), and what a missing height means.',
    check: CHECK,
    calls: [
      read('area.js'),
      edit('area.js', '(width, height) =>', '(width, height = width) =>'),
      read('README.md'),
      edit(
        'README.md',
        '`area(w)` is the area of a square.',
        '`area(width, height)` is the area of a rectangle; without a height it is that of a square.',
      ),
      run(CHECK),
    ],
  },
];
