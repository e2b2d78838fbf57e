import { expect, test } from 'vitest';
import { findScripts } from '../../../../../src/actors/tools/shell/scripts/find-scripts.js';

test.each([
  ['bash s.sh', ['s.sh']],
  ['./s.sh --flag a.txt', ['./s.sh']],
  ['bin/deploy', ['bin/deploy']],
  ['"./a b.sh"', ['./a b.sh']],
  ["bash s''.sh", ['s.sh']],
  ['bash s\\.sh', ['s.sh']],
  ['FOO=1 ./s.sh', ['./s.sh']],
  ['$PWD/s.sh', ['./s.sh']],
  ['bash "${PWD}/s.sh"', ['./s.sh']],
  ['source s.sh', ['s.sh']],
  ['. ./s.sh', ['./s.sh']],
  ['bash < s.sh', ['s.sh']],
  ['bash -o pipefail s.sh', ['pipefail', 's.sh']],
  ['python3 -u tool.py data.csv', ['tool.py']],
  ['python3 -W ignore tool.py data.csv', ['ignore', 'tool.py']],
  ['node build.mjs', ['build.mjs']],
  ['node -r ./a.js b.js c.log', ['./a.js', 'b.js']],
  ['node --require=./a.js b.js', ['./a.js', 'b.js']],
  ['node --import ./a.mjs --test b.test.mjs', ['./a.mjs', 'b.test.mjs']],
  ['deno run -A m.ts', ['m.ts']],
  ['make -f x.mk build', ['x.mk']],
  ['make -fx.mk', ['x.mk']],
  ['sed -f x.sed a.txt', ['x.sed']],
  ['chmod +x s.sh && ./s.sh', ['./s.sh']],
  ['ls; bash a.sh | sh b.sh', ['a.sh', 'b.sh']],
  ['(bash a.sh)', ['a.sh']],
  ['echo $(./a.sh)', ['./a.sh']],
  ['echo "$(./a.sh)"', ['./a.sh']],
  ['echo `./a.sh`', ['./a.sh']],
  ["bash -c './a.sh x; sh b.sh'", ['./a.sh', 'b.sh']],
  ['timeout 5 bash s.sh', ['s.sh']],
  ['sudo -u me ./s.sh', ['./s.sh']],
  ['env -i A=1 nice -n 5 ./s.sh', ['./s.sh']],
  ['ls | xargs -n1 ./s.sh', ['./s.sh']],
  ['find . -name a -exec ./s.sh {} \\;', ['./s.sh']],
  ['find . -exec bash s.sh {} +', ['s.sh']],
  ['/work/app/s.sh', ['/work/app/s.sh']],
])('in `%s` the words that may be run are found', (line, names) => {
  expect(findScripts(line).names.filter((name) => !/\s.*;/.test(name))).toEqual(
    expect.arrayContaining(names),
  );
});

test.each([
  'cat s.sh',
  'grep x ./s.sh',
  'timeout 5 tail ./app.log',
  'git diff ./a',
  'npm test',
  'sed s/a/b/ a',
])('in `%s` nothing is taken for a script', (line) => {
  expect(findScripts(line)).toEqual({ names: [], folders: [] });
});

test('data behind a script is none, so that a log that grows asks nobody again', () => {
  expect(findScripts('node analyze.js ./app.log').names).toEqual(['analyze.js']);
  expect(findScripts('time ./analyze ./app.log').names).toEqual(['./analyze']);
});

test('the folders that a line goes to are found', () => {
  expect(findScripts('cd sub && cd deep && bash s.sh')).toEqual({
    names: ['s.sh'],
    folders: ['sub', 'deep'],
  });
});
