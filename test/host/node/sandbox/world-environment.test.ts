import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildWorldEnvironment } from '../../../../src/host/node/sandbox/environment/build-world-environment.js';
import { listSafePath } from '../../../../src/workers/disk/safe-path.js';
import { request } from '../../../doubles/shell-world.js';
import { makeTempDir, removeTempDir } from '../../../doubles/temp-dir.js';
import { TOKENS } from './secrets.js';

const base = makeTempDir();
afterAll(() => {
  removeTempDir(base);
});
const limits = { roots: [join(base, 'root')], variables: ['MY_NAME'] };

const BUILD = {
  PATH: '/usr/bin:/bin',
  HOME: '/home/a',
  LANG: 'C.UTF-8',
  LC_ALL: 'C',
  TZ: 'UTC',
  CI: 'true',
  NODE_ENV: 'test',
  NODE_OPTIONS: '--max-old-space-size=4096',
  GOPATH: '/home/a/go',
  GOPROXY: 'https://proxy.golang.org,direct',
  JAVA_HOME: '/usr/lib/jvm/java-21',
  MAVEN_OPTS: '-Xmx2g -Dfile.encoding=UTF-8',
  GRADLE_OPTS: '-Dorg.gradle.daemon=false',
  CARGO_HOME: '/home/a/.cargo',
  RUSTFLAGS: '-C target-cpu=native',
  PYTHONPATH: 'src',
  VIRTUAL_ENV: '/home/a/.venv',
  PIP_INDEX_URL: 'https://pypi.org/simple',
  NPM_CONFIG_REGISTRY: 'https://registry.npmjs.org/',
  CFLAGS: '-O2 -g',
  MAKEFLAGS: '-j8',
  CMAKE_PREFIX_PATH: '/opt/qt',
  PKG_CONFIG_PATH: '/opt/qt/lib/pkgconfig',
  HTTPS_PROXY: 'http://proxy.example:3128',
  SSL_CERT_FILE: '/etc/ssl/certs/ca-certificates.crt',
  GIT_AUTHOR_NAME: 'Somebody',
  DOTNET_CLI_TELEMETRY_OPTOUT: '1',
  // Unknown names with values that give no access.
  MY_SWITCH: 'on',
  MY_PORT: '3000',
  MY_TOOLS: '/usr:/etc',
};

test('a command that works gets what builds need, and no token', () => {
  const own = { ...BUILD, ...TOKENS };
  expect(buildWorldEnvironment(own, request('working'), limits)).toEqual(BUILD);
});

test.each(Object.entries(TOKENS))('%s is passed on once it is named', (name, value) => {
  const revealing = {
    kind: 'working',
    hasNetwork: false,
    mayWriteRepository: false,
    reveals: [name],
  } as const;
  expect(buildWorldEnvironment({ ...BUILD, ...TOKENS }, revealing, limits)).toEqual({
    ...BUILD,
    [name]: value,
  });
});

test('a variable with a key of Troupe is given to no command, whatever is named or revealed', () => {
  const own = { ...BUILD, MY_PROVIDER: 'a-key', MY_NAME: 'a-key' };
  const secretVariables = ['MY_PROVIDER', 'MY_NAME'];
  for (const kind of ['none', 'looking', 'working'] as const) {
    const asked = kind === 'working' ? { ...request(kind), reveals: ['MY_PROVIDER'] } : request(kind);
    const given = buildWorldEnvironment(own, asked, { ...limits, secretVariables });
    expect(JSON.stringify(given)).not.toContain('a-key');
  }
});

test('a command that looks gets six kinds of variables, and those that a setting names', () => {
  const own = {
    ...BUILD,
    ...TOKENS,
    TERM: 'xterm',
    MY_NAME: 'x',
    GIT_CONFIG_COUNT: '1',
    GIT_DIR: '/x',
    LD_PRELOAD: '/x',
  };
  const got = buildWorldEnvironment(own, request('looking'), limits);
  const others = Object.keys(got).filter((name) => !/^GIT_CONFIG_(?:KEY|VALUE)_/.test(name));
  expect(others.sort()).toEqual([
    'GIT_CONFIG_COUNT',
    'GIT_NO_LAZY_FETCH',
    'GIT_OPTIONAL_LOCKS',
    'HOME',
    'LANG',
    'LC_ALL',
    'MY_NAME',
    'PATH',
    'TERM',
    'TZ',
  ]);
});

test('a PATH keeps no folder that a file of the workspace can get into', () => {
  const root = join(base, 'root');
  mkdirSync(join(root, 'bin'), { recursive: true });
  symlinkSync(join(root, 'bin'), join(base, 'link'));
  const path = [
    '/usr/bin',
    '.',
    '',
    'node_modules/.bin',
    join(root, 'bin'),
    join(base, 'link'),
    root,
    `${root}-2`,
  ];
  expect(listSafePath(path.join(':'), [root])).toEqual(['/usr/bin', `${root}-2`]);
  expect(listSafePath('/usr/bin:/home/a/bin', ['/'])).toEqual(['/usr/bin']);
});

test('a command without a sandbox gets everything but keys of models', () => {
  const keys = { OPENAI_API_KEY: 'x', ANTHROPIC_AUTH_TOKEN: 'x', MY_API_KEY: 'x', Gemini_Api_Key: 'x' };
  expect(buildWorldEnvironment({ ...keys, GITHUB_TOKEN: 'a' }, request('none'), limits)).toEqual({
    GITHUB_TOKEN: 'a',
  });
});
