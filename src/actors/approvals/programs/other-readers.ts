import type { ProgramSpec } from './program-spec.js';

const TELLS: ProgramSpec = { operands: 'none' };
const TAKES_FILES: ProgramSpec = { operands: 'path' };
const PRINTS_ENVIRONMENT = 'prints variables of the environment';
const FOLLOWS_SETTINGS = 'may follow settings that name programs';

/**
 * Programs that look into files and at the system, with the options that only read. Deliberately not listed are, among
 * others: `tree -o`, `xxd -r` and `shuf -o` (write), `jq -f` and `-L` (load code), `fd -x` and `bat --pager` (run
 * programs), `base64 -w0 > a` (a redirection, judged as one), `tree -l` (follows links out).
 */
export const OTHER_READERS: readonly (readonly [name: string, program: ProgramSpec])[] = [
  [
    'jq',
    {
      letters: 'rcsSnReMCja',
      flags: [
        '--raw-output',
        '--compact-output',
        '--slurp',
        '--sort-keys',
        '--null-input',
        '--raw-input',
        '--exit-status',
        '--join-output',
        '--tab',
        '--monochrome-output',
        '--color-output',
        '--ascii-output',
        '--raw-output0',
        '--unbuffered',
        '--stream',
        '--seq',
      ],
      values: { '--indent': 'number', '--arg': 'two texts', '--argjson': 'two texts' },
      operands: 'pattern',
    },
  ],
  [
    'yq',
    {
      letters: 'rcPe',
      values: { '-o': 'text', '-p': 'text' },
      operands: 'pattern',
    },
  ],
  [
    'tree',
    {
      letters: 'adfhipsugDFNnACtrcvUqx',
      flags: ['--noreport', '--dirsfirst', '--gitignore', '--prune', '--du', '--matchdirs', '--filesfirst'],
      values: { '-L': 'number', '-I': 'text', '-P': 'text', '--filelimit': 'number', '--sort': 'text' },
      optionalValues: ['--sort', '--charset'],
      operands: 'path',
    },
  ],
  [
    'od',
    {
      letters: 'abcdfhilosxv',
      values: { '-A': 'text', '-t': 'text', '-N': 'number', '-j': 'number', '-w': 'number' },
      operands: 'path',
    },
  ],
  ['hexdump', { letters: 'bcCdoxv', values: { '-n': 'number', '-s': 'number' }, operands: 'path' }],
  [
    'xxd',
    {
      letters: 'bipuea',
      values: { '-l': 'number', '-s': 'number', '-c': 'number', '-g': 'number' },
      operands: 'path',
      maxOperands: 1,
    },
  ],
  ['strings', { letters: 'afw', values: { '-n': 'number', '-t': 'text', '-e': 'text' }, operands: 'path' }],
  ['base64', { letters: 'di', flags: ['--decode'], values: { '-w': 'number' }, operands: 'path' }],
  ['column', { letters: 'txneR', values: { '-s': 'text', '-o': 'text', '-c': 'number' }, operands: 'path' }],
  [
    'join',
    {
      letters: 'iz',
      values: { '-t': 'text', '-1': 'number', '-2': 'number', '-j': 'number', '-o': 'text', '-a': 'number' },
      operands: 'path',
    },
  ],
  ['expand', { letters: 'i', values: { '-t': 'text' }, operands: 'path' }],
  ['unexpand', { letters: 'a', values: { '-t': 'text' }, operands: 'path' }],
  ['fmt', { letters: 'su', values: { '-w': 'number' }, operands: 'path' }],
  ['tsort', TAKES_FILES],
  ['shuf', { letters: 'erz', values: { '-n': 'number', '-i': 'text' }, operands: 'path' }],
  ['iconv', { letters: 'lc', values: { '-f': 'text', '-t': 'text' }, operands: 'path' }],
  ['zcat', TAKES_FILES],
  ['zipinfo', { letters: '12smlvhtTz', operands: 'path', maxOperands: 1 }],
  ['shasum', { letters: 'bt', values: { '-a': 'number' }, operands: 'path' }],
  ['objdump', { letters: 'aCdDfhprRsStTwx', operands: 'path' }],
  ...['bat', 'batcat'].map(
    (name) =>
      [
        name,
        {
          letters: 'pnAu',
          flags: ['--plain', '--number', '--show-all', '--paging=never', '--no-config'],
          values: {
            '-r': 'text',
            '--line-range': 'text',
            '-l': 'text',
            '--language': 'text',
            '--style': 'text',
            '--color': 'text',
            '--theme': 'text',
          },
          operands: 'path',
          lookingOnly: FOLLOWS_SETTINGS,
        },
      ] as const,
  ),
  ...['eza', 'exa'].map(
    (name) =>
      [
        name,
        {
          letters: 'laTrR1hgGdFHimbBx',
          flags: ['--tree', '--git', '--long', '--all', '--icons', '--header', '--no-user', '--git-ignore'],
          values: { '-L': 'number', '--level': 'number', '-s': 'text', '--sort': 'text', '-I': 'text' },
          operands: 'path',
        },
      ] as const,
  ),
  ['bc', { letters: 'lqsw', operands: 'none' }],
  ['expr', { operands: 'text' }],
  ['sleep', { operands: 'text' }],
  ['readelf', { letters: 'adehlnrsSVW', operands: 'path' }],
  ['nm', { letters: 'ACDgnpru', operands: 'path' }],
  ['size', { letters: 'AB', operands: 'path' }],
  ['cloc', { operands: 'path', flags: ['--quiet', '--vcs=git', '--json'], lookingOnly: FOLLOWS_SETTINGS }],
  ['tokei', { operands: 'path', lookingOnly: FOLLOWS_SETTINGS }],
  [
    'fd',
    {
      letters: 'HIiasp0Fgq1',
      flags: ['--hidden', '--no-ignore', '--ignore-case', '--absolute-path', '--glob'],
      values: {
        '-e': 'text',
        '--extension': 'text',
        '-t': 'text',
        '--type': 'text',
        '-d': 'number',
        '--max-depth': 'number',
        '-E': 'text',
        '--exclude': 'text',
      },
      operands: 'pattern',
    },
  ],
  ['printenv', { operands: 'text', lookingOnly: PRINTS_ENVIRONMENT }],
  [
    'env',
    {
      letters: '0',
      operands: 'none',
      unlistedEffect: 'run another program',
      lookingOnly: PRINTS_ENVIRONMENT,
    },
  ],
  [
    'ps',
    {
      letters: 'AaxuefFljwcHM',
      values: { '-p': 'text', '-o': 'text', '-C': 'text', '-u': 'text', '--sort': 'text' },
      optionalValues: ['--sort'],
      flags: ['--forest', '--no-headers'],
      operands: 'text',
      lookingOnly: 'may print the environment of processes',
    },
  ],
  ['ss', { letters: 'tulnaxpem46Hrs', operands: 'none' }],
  ['netstat', { letters: 'tulnaxpeirs46W', operands: 'none' }],
  ['pidof', { letters: 's', operands: 'text' }],
  ['pstree', { letters: 'paclntu', operands: 'text' }],
  ['whereis', { letters: 'bmsu', operands: 'text' }],
  ['vmstat', { letters: 'asmdw', operands: 'none' }],
  ['who', { letters: 'abdHlmpqrstu', operands: 'none' }],
  ['w', { letters: 'hsf', operands: 'none' }],
  ['clear', TELLS],
  ['pgrep', { letters: 'lafcxno', values: { '-u': 'text' }, operands: 'text' }],
  // It tells of the disk that a file is on, and nothing of the file.
  [
    'df',
    {
      letters: 'haHiklTP',
      flags: ['--human-readable', '--total'],
      values: { '-t': 'text', '-x': 'text' },
      operands: 'text',
    },
  ],
  ['free', { letters: 'bkmghtwl', operands: 'none' }],
  ['uptime', { letters: 'ps', operands: 'none' }],
  ['lsblk', { letters: 'afJlmnpS', values: { '-o': 'text' }, operands: 'none' }],
  ['lscpu', { letters: 'eJp', operands: 'none' }],
  ['lsb_release', { letters: 'asdirc', operands: 'none' }],
  ['hostname', { letters: 'sfiI', operands: 'none' }],
  ['groups', { operands: 'none' }],
  ['locale', { letters: 'a', operands: 'none' }],
  ['tty', TELLS],
  ['cal', { letters: '3y', operands: 'text' }],
  ['getconf', { letters: 'a', operands: 'text' }],
  ['ulimit', { letters: 'a', operands: 'none' }],
  ['umask', TELLS],
  ['jobs', TELLS],
  ['dpkg', { letters: 'lLsS', operands: 'text' }],
];

/** Programs of many commands, of which these only read: the first word is the command. */
export const READING_COMMANDS: ReadonlyMap<string, ProgramSpec> = new Map<string, ProgramSpec>([
  ...['pip', 'pip3'].flatMap((name): [string, ProgramSpec][] => [
    [
      `${name} list`,
      { flags: ['--outdated=false', '--not-required'], operands: 'none', lookingOnly: FOLLOWS_SETTINGS },
    ],
    [`${name} show`, { letters: 'f', operands: 'text', lookingOnly: FOLLOWS_SETTINGS }],
    [`${name} freeze`, { operands: 'none', lookingOnly: FOLLOWS_SETTINGS }],
  ]),
  // Without more words they print.
  ...['ip a', 'ip addr', 'ip r', 'ip route', 'ip link'].map((name): [string, ProgramSpec] => [
    name,
    { operands: 'none' },
  ]),
  ['go env', { letters: '', flags: ['-json'], operands: 'text', lookingOnly: FOLLOWS_SETTINGS }],
  ['apt list', { flags: ['--installed', '--upgradable'], operands: 'text', lookingOnly: FOLLOWS_SETTINGS }],
  ['apt show', { operands: 'text', lookingOnly: FOLLOWS_SETTINGS }],
  ['apt-cache policy', { operands: 'text', lookingOnly: FOLLOWS_SETTINGS }],
  ['apt-cache show', { operands: 'text', lookingOnly: FOLLOWS_SETTINGS }],
  ['rustup show', { operands: 'none', lookingOnly: FOLLOWS_SETTINGS }],
]);
