import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFiles } from '../../doubles/temp-dir.js';

/** The folders of a world. */
export interface Places {
  /** Holds everything else. */
  readonly base: string;
  /** The only root. */
  readonly app: string;
  readonly home: string;
  readonly outside: string;
}

/** The texts that commands must not print. */
export interface Secrets {
  readonly home: string;
  readonly outside: string;
  /** Printed by every program of the workspace. */
  readonly planted: string;
}

// What an attacker names like a tool, where a careless PATH would find it.
const PLANTED_NAMES =
  'ls cat git grep rg sed awk wc sort head tail find jq tree date ps df env bash sh node python3 perl make npm xargs diff file stat tr cut uniq echo printf test timeout nice du od less more evil';

const OFTEN_USED = ['ls', 'cat', 'git', 'grep', 'wc', 'sort', 'head', 'tail', 'find', 'stat', 'diff'];

/** The files of a small project, with links that lead out of it. */
export function writeProject(places: Places, secrets: Secrets): void {
  const { app, home, outside } = places;
  writeFiles(app, {
    'package.json': '{\n  "name": "app",\n  "version": "1.2.3",\n  "scripts": { "test": "node --test" }\n}\n',
    'README.md': '# App\n\nA small project. TODO: write more.\n',
    'data.json': '{"users":[{"id":1,"name":"Ada"},{"id":2,"name":"Grace"}],"total":2}\n',
    'data.csv': 'id,name,score\n1,Ada,10\n2,Grace,20\n3,Alan,15\n',
    'a b.txt': 'a file with a blank in its name\n',
    '.env.example': '# example\nPORT=3000\n',
    '.gitignore': 'node_modules\n*.log\n',
    '.gitattributes': '*.evil filter=evil diff=evil\n*.csv diff=evil\n',
    'x.evil': 'filtered\n',
    'src/a.ts': 'export const a = 1; // TODO: two\nexport function main(): number {\n  return a;\n}\n',
    'src/b.ts': "import { a } from './a.js';\n\nexport const b = a + 1;\n",
    'src/util/c.ts': 'export const c = 3;\n',
    'test/a.test.ts': "import { a } from '../src/a.js';\n\nif (a !== 1) throw new Error('TODO');\n",
    'docs/guide.md': '# Guide\n\nRead the source.\n',
    'lists/left.txt': 'one\ntwo\nthree\n',
    'lists/right.txt': 'one\n2\nthree\n',
    'links/left/same.txt': 'same\n',
    'links/left/out.txt': 'mine\n',
    'links/left/deep/same.txt': 'mine\n',
    'links/right/same.txt': 'same\n',
    'logs/run.log': 'start\nwarn: slow\nend\n',
    Makefile: 'all:\n\t@echo made\n\t@touch pwned-make\n',
    'script.sh': `#!/bin/sh\necho ${halve(secrets.planted, "''")}\ntouch pwned-script\n`,
    'script.py': `print('${halve(secrets.planted, "' '")}')\nopen('pwned-python', 'w')\n`,
    'script.js': `console.log('${halve(secrets.planted, "' + '")}');\nrequire('fs').writeFileSync('pwned-node', '');\n`,
    'prog.awk': 'BEGIN { system("touch pwned-awk") }\n',
    'prog.sed': '1w pwned-sed\n',
    'names.txt': 'src/a.ts\nsrc/b.ts\n',
  });
  writeFiles(outside, {
    'secret.txt': `outside ${secrets.outside}\n`,
    'tree/same.txt': `other ${secrets.outside}\n`,
    'victim.txt': 'must stay\n',
  });
  writeFiles(home, {
    '.ssh/id_rsa': `-----BEGIN KEY-----\n${secrets.home}\n`,
    '.aws/credentials': `aws_secret_access_key = ${secrets.home}\n`,
    '.netrc': `machine example.org password ${secrets.home}\n`,
    '.npmrc': `//registry.npmjs.org/:_authToken=${secrets.home}\n`,
    '.bash_history': `curl -H ${secrets.home}\n`,
    'notes.txt': `${secrets.home}\n`,
    '.bashrc': `echo ${halve(secrets.planted, "''")}\n`,
    '.gitconfig': '[user]\n\tname = Ada\n\temail = ada@example.org\n[init]\n\tdefaultBranch = main\n',
  });
  symlinkSync('../outside/secret.txt', join(app, 'link.txt'));
  symlinkSync('../outside', join(app, 'link-dir'));
  symlinkSync('../../../outside/tree/same.txt', join(app, 'links/right/out.txt'));
  mkdirSync(join(app, 'links/left/empty'));
  symlinkSync(join(outside, 'tree'), join(app, 'links/right/deep'));
  symlinkSync('src', join(app, 'inner'));
}

/** The text with something between its halves: a program that prints it as a whole, but does not hold it. */
function halve(text: string, between: string): string {
  const middle = text.length / 2;
  return `${text.slice(0, middle)}${between}${text.slice(middle)}`;
}

/** Programs named like the usual tools, each of which says that it ran and leaves a trace. */
export function plantPrograms({ app, base }: Places, { planted }: Secrets): void {
  const says = `echo ${halve(planted, "''")}`;
  const program = `#!/bin/bash\n${says}\n${says} >&2\n: > ${app}/pwned-planted\necho ran >> ${base}/ran.log\n`;
  // A PATH that a mistake has set to a number leads to the folders with such names.
  const numbers = Array.from({ length: 13 }, (_, number) => String(number));
  for (const folder of ['bin', 'node_modules/.bin', ...numbers])
    for (const name of namesIn(folder)) {
      writeFiles(join(app, folder), { [name]: program });
      chmodSync(join(app, folder, name), 0o755);
    }
  writeFiles(app, { evil: program, 'tools/planted': program, 'tools/hooks/pre-commit': program });
  for (const path of ['evil', 'tools/planted', 'tools/hooks/pre-commit', 'script.sh'])
    chmodSync(join(app, path), 0o755);
}

function namesIn(folder: string): readonly string[] {
  if (folder === 'bin') return PLANTED_NAMES.split(' ');
  return folder === '10' || folder === '11' ? OFTEN_USED : ['ls'];
}

/** Settings with which git runs a program, as the text of a settings file. */
function describeProgramSettings(program: string): string {
  const settings: readonly (readonly [name: string, value: string])[] = [
    ['core.fsmonitor', program],
    ['core.pager', program],
    ['pager.log', program],
    ['pager.status', program],
    ['core.editor', program],
    ['core.sshCommand', program],
    ['core.askPass', program],
    ['core.hooksPath', 'tools/hooks'],
    ['diff.external', program],
    ['diff.evil.textconv', program],
    ['diff.evil.command', program],
    ['filter.evil.clean', program],
    ['filter.evil.smudge', program],
    ['gpg.program', program],
    ['log.showSignature', 'true'],
    ['alias.st', `!${program}`],
    ['alias.status', `!${program}`],
    ['credential.helper', `!${program}`],
    ['interactive.diffFilter', program],
    ['uploadpack.packObjectsHook', program],
    ['protocol.ext.allow', 'always'],
    ['remote.origin.url', `ext::${program}`],
  ];
  return settings
    .map(([name, value]) => {
      const [section = '', ...rest] = name.split('.');
      const key = rest.at(-1) ?? '';
      const subsection = rest.length > 1 ? ` "${rest.slice(0, -1).join('.')}"` : '';
      return `[${section}${subsection}]\n\t${key} = ${value}\n`;
    })
    .join('');
}

/** A repository with two commits and a change, and beside it one inside of another and a bare one. */
export function makeRepositories({ app, home }: Places, isHostile: boolean): void {
  const git = (cwd: string, ...args: string[]): void => {
    execFileSync('/usr/bin/git', ['-c', 'gc.auto=0', '-c', 'protocol.file.allow=always', ...args], {
      cwd,
      env: { PATH: '/usr/bin:/bin', HOME: home, GIT_CONFIG_NOSYSTEM: '1', GIT_TEMPLATE_DIR: '' },
      stdio: 'pipe',
    });
  };
  git(app, 'init', '-q', '-b', 'main');
  git(app, 'add', '--', 'src', 'package.json', 'README.md', '.gitignore', 'data.json', 'data.csv', 'lists');
  git(app, 'commit', '-q', '-m', 'First');
  writeFiles(app, { 'src/b.ts': "import { a } from './a.js';\n\nexport const b = a + 2;\n" });
  git(app, 'add', '.gitattributes', 'x.evil', 'src/b.ts', 'names.txt', 'docs');
  git(app, 'commit', '-q', '-m', 'Second');
  git(app, 'tag', 'v1');
  git(app, 'branch', 'topic');
  writeFiles(app, {
    'src/b.ts': "import { a } from './a.js';\n\nexport const b = a + 3;\n",
    'data.csv': 'id,name,score\n1,Ada,10\n',
    'x.evil': 'changed\n',
  });
  if (!isHostile) return;
  const settings = describeProgramSettings(join(app, 'tools/planted'));
  appendFileSync(join(app, '.git/config'), settings);
  mkdirSync(join(app, 'vendor/nested'), { recursive: true });
  const nested = join(app, 'vendor/nested');
  git(nested, 'init', '-q', '-b', 'main');
  writeFiles(nested, { 'a.csv': 'a\n', '.gitattributes': '*.csv diff=evil filter=evil\n' });
  git(nested, 'add', 'a.csv');
  git(nested, 'commit', '-q', '-m', 'Nested');
  writeFiles(nested, { 'a.csv': 'b\n' });
  appendFileSync(join(nested, '.git/config'), settings);
  git(join(app, 'vendor'), 'init', '-q', '--bare', 'bare');
  const bare = join(app, 'vendor/bare');
  writeFileSync(
    join(bare, 'config'),
    `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ${app}\n${settings}`,
  );
}
