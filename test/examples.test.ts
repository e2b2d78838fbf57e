import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PackedProject } from './packed-project.js';

const root = join(import.meta.dirname, '..');
const examples = join(root, 'examples');

// What each prints, when it is run on a folder that holds `hay/needle.txt` with one line.
const OUTPUTS: Readonly<Record<string, string>> = {
  'conversations.ts': 'You said: Hello!\n1 so far\nYou said: Hello again!\n2 so far\n',
  'custom-provider.ts': 'You said: Hello!\n',
  'custom-tool.ts': 'call: count_words\nresult: 3\nanswer: The text has three words.\n',
  'embed-index.ts':
    'name: hay/needle.txt\nline: hay/needle.txt:1\nDirectory of ROOT:\nNAME/\n└── hay/\n    └── needle.txt\n\n',
  'headless-run.ts': 'read_file: done\nrewrite_file: done\nrun_command: not done\nnotes.txt is written.\n',
};

let project: PackedProject;

beforeAll(() => {
  project = new PackedProject(['vitest']);
});
afterAll(() => {
  project.remove();
});

describe('the examples', () => {
  test('are all tried here', () => {
    const programs = readdirSync(examples).filter((name) => name.endsWith('.ts'));
    expect(programs.sort()).toEqual(Object.keys(OUTPUTS).sort());
  });

  test.each(Object.keys(OUTPUTS))(
    '%s compiles against the package, runs, and ends by itself',
    async (name) => {
      project.write(name, readFileSync(join(examples, name), 'utf8'));
      const options = { lib: ['es2023', 'esnext.disposable'], erasableSyntaxOnly: true, skipLibCheck: true };
      expect(await project.compile(name, options)).toBe('');
      const folder = join(project.folder, `workspace of ${name}`);
      mkdirSync(folder);
      project.write(`workspace of ${name}/hay/needle.txt`, 'A needle.\n');
      if (name === 'headless-run.ts') project.write(`workspace of ${name}/notes.txt`, 'Nothing yet.\n');
      const { stdout, stderr } = await project.run(name.replace(/ts$/, 'js'), folder);
      expect({
        stdout: stdout.replaceAll(folder, 'ROOT').replaceAll(basename(folder), 'NAME'),
        stderr,
      }).toEqual({
        stdout: OUTPUTS[name],
        stderr: '',
      });
      if (name === 'headless-run.ts')
        expect([readdirSync(folder).sort(), readFileSync(join(folder, 'notes.txt'), 'utf8')]).toEqual([
          ['hay', 'notes.txt'],
          'Written without a person.\n',
        ]);
    },
  );
});

test('the public types are for a stranger what they are for us', async () => {
  const types = readFileSync(join(root, 'test/types/public-api.test.ts'), 'utf8');
  const asStranger = types
    .replaceAll("'../../src/host/api.js'", "'troupe'")
    .replaceAll("'../../src/host/testing.js'", "'troupe/testing'");
  expect(asStranger).not.toContain('src/');
  project.write('public-api.ts', asStranger);
  expect(await project.compile('public-api.ts', { skipLibCheck: true, noEmit: true })).toBe('');
});
