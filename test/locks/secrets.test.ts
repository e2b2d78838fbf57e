/*
 * Secrets in a home folder and in the environment: what commands of each world can read of them.
 *
 *     npx vitest run test/locks/secrets.test.ts
 */
import { expect, test } from 'vitest';
import type { SandboxRequest } from '../../src/actors/protocol/shell.js';
import { writeFiles } from '../doubles/temp-dir.js';
import { makeCanary } from './world/canaries.js';
import { MISSING } from './world/has-bubblewrap.js';
import { JudgedShell } from './world/judged-shell.js';
import { printTable } from './world/print-table.js';
import { LocksWorld, TOKEN_NAMES } from './world/world.js';
import { describeUnless } from '../doubles/run-unless.js';

// Where programs keep credentials, sessions and what was typed.
const PLACES =
  '.ssh/id_rsa .ssh/id_ed25519 .ssh/config .ssh/known_hosts .gnupg/private-keys-v1.d/a.key .gnupg/secring.gpg .password-store/a.gpg .aws/credentials .aws/config .aws/sso/cache/a.json .azure/accessTokens.json .azure/msal_token_cache.json .kube/config .kube/cache/token .config/gcloud/credentials.db .config/gcloud/application_default_credentials.json .config/gh/hosts.yml .config/hub .config/op/config .config/glab-cli/config.yml .docker/config.json .netrc .git-credentials .config/git/credentials .npmrc .yarnrc .yarnrc.yml .config/yarn/token .pypirc .config/pip/pip.conf .cargo/credentials .cargo/credentials.toml .gem/credentials .bundle/config .m2/settings.xml .gradle/gradle.properties .composer/auth.json .nuget/NuGet.Config .terraform.d/credentials.tfrc.json .vault-token .config/doctl/config.yaml .config/heroku/auth .config/stripe/config.toml .config/rclone/rclone.conf .s3cfg .boto .pgpass .my.cnf .mongorc.js .redis-cli-auth .bash_history .zsh_history .python_history .node_repl_history .psql_history .local/share/keyrings/login.keyring .mozilla/firefox/a/logins.json .config/google-chrome/Default/Cookies .config/Code/User/globalStorage/state.vscdb .claude/credentials.json .config/troupe/keys.json .codex/auth.json .config/openai/key .env'.split(
    ' ',
  );

// How secrets look in the settings of package managers, of which harmless ones may be shown.
const FORMS: Readonly<Record<string, (secret: string) => string>> = {
  '.npmrc': (secret) => `registry=https://registry.npmjs.org/\n//registry.npmjs.org/:_authToken=${secret}\n`,
  '.yarnrc': (secret) => `"//registry.yarnpkg.com/:_authToken" ${secret}\n`,
  '.yarnrc.yml': (secret) => `npmRegistries:\n  "//npm.example.org":\n    npmAuthToken: ${secret}\n`,
  '.config/pip/pip.conf': (secret) => `[global]\nindex-url = https://ada:${secret}@pypi.example.org/simple\n`,
  '.bundle/config': (secret) => `---\nBUNDLE_GEMS__EXAMPLE__ORG: "ada:${secret}"\n`,
  '.m2/settings.xml': (secret) =>
    `<settings><servers><server><id>a</id><username>ada</username><passphrase>${secret}</passphrase></server></servers></settings>\n`,
  '.gradle/gradle.properties': (secret) => `org.gradle.daemon=true\nnexusDeployer=ada:${secret}\n`,
};

const working = (reveals: readonly string[] = []): SandboxRequest => ({
  kind: 'working',
  hasNetwork: false,
  mayWriteRepository: false,
  reveals,
});

// Each is tried with all places or tokens at once.
const READERS: readonly (readonly [name: string, line: string])[] = [
  ['cat of each', 'cat @FILES@'],
  ['cat through the process', 'for f in @FILES@; do cat /proc/self/root"$f"; done'],
  ['find below home', 'find "$HOME" @HOME@ -type f -exec cat {} +'],
  ['grep below home', 'grep -rah . @HOME@'],
  ['archive of home', 'tar -cf - -C @HOME@ . | cat'],
  ['a copy in the temporary folder', 'cp -r @HOME@ /tmp/copied; grep -rah . /tmp/copied; rm -rf /tmp/copied'],
  ['a link in the temporary folder', 'ln -s @HOME@ /tmp/linked; grep -Rah . /tmp/linked; rm /tmp/linked'],
  ['a hard link', 'for f in @FILES@; do ln "$f" /tmp/l && cat /tmp/l; rm -f /tmp/l; done'],
  ['a mount over it taken away', 'umount @HOME@; umount -l @HOME@; grep -rah . @HOME@'],
  ['a world of its own', 'unshare -Urm grep -rah . @HOME@; bwrap --bind / / grep -rah . @HOME@'],
  [
    'python',
    `python3 -c 'import os,sys
for d,_,f in os.walk("@HOME@"):
  for n in f: print(open(os.path.join(d,n)).read())'`,
  ],
  ['other processes', 'cat /proc/[0-9]*/root@HOME@/.netrc /proc/[0-9]*/cwd/../home/.netrc'],
  ['the environment', 'env; printenv; export -p; declare -p; set'],
  ['the environment of processes', 'cat /proc/[0-9]*/environ'],
  [
    'the environment of the shell',
    `tr '\\0' '\\n' < /proc/$$/environ; cat /proc/$PPID/environ; cat /proc/1/environ`,
  ],
  ['the arguments of processes', 'cat /proc/[0-9]*/cmdline; ps axeww'],
  ['the environment in python', 'python3 -c "import os; print(os.environ)"; node -p process.env'],
];

test('the tables name 60 places and 20 tokens', () => {
  expect(new Set(PLACES).size).toBeGreaterThanOrEqual(60);
  expect(new Set(TOKEN_NAMES).size).toBeGreaterThanOrEqual(20);
});

describeUnless(MISSING)('with bubblewrap', () => {
  test('no secret is readable but those that a person reveals', { timeout: 120_000 }, async () => {
    await using world = await LocksWorld.make({ isHostile: false });
    const canaries = PLACES.map((place) => makeCanary(place));
    const { home } = world.places;
    const files = canaries.map(({ place, text }) => [place, FORMS[place]?.(text) ?? `key = ${text}\n`]);
    writeFiles(home, Object.fromEntries(files) as Record<string, string>);
    await using shell = await JudgedShell.make(world);

    const all = [...canaries, ...world.tokens];
    const read = async (line: string, access: SandboxRequest): Promise<readonly string[]> => {
      const files = PLACES.map((place) => `${home}/${place}`).join(' ');
      const filled = world.fill(line.replaceAll('@FILES@', files));
      const { output } = await shell.run(filled, access);
      return all.filter(({ text }) => output.includes(text)).map(({ place }) => place);
    };

    const rows: (readonly (string | number)[])[] = [
      ['read by', 'looking', 'working', 'working, two revealed', 'without a sandbox'],
    ];
    const leaks: string[] = [];
    const revealed = ['~/.npmrc', 'NPM_TOKEN'];
    let readable = 0;
    for (const [name, line] of READERS) {
      const looking = await read(line, { kind: 'looking' });
      const atWork = await read(line, working());
      const named = await read(line, working(revealed));
      // It would fill the disk, or change it.
      const open = /tmp|umount|unshare/.test(line) ? [] : await read(line, { kind: 'none' });
      readable = Math.max(readable, open.length);
      rows.push([name, looking.length, atWork.length, named.length, open.length]);
      leaks.push(
        ...looking.map((place) => `${name}: ${place} in looking`),
        ...atWork.map((place) => `${name}: ${place} in working`),
        ...named
          .filter((place) => place !== '.npmrc' && place !== 'NPM_TOKEN')
          .map((place) => `${name}: ${place}, although others were revealed`),
      );
    }
    printTable('How many of the secrets are read, of 64 files and 20 variables', rows);
    expect(leaks).toEqual([]);
    expect(await read('cat @HOME@/.npmrc; echo $NPM_TOKEN', working(revealed))).toEqual([
      '.npmrc',
      'NPM_TOKEN',
    ]);
    // The readers are able to read them.
    expect(readable).toBeGreaterThanOrEqual(60);
  });
});
