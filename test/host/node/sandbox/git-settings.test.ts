import { execFileSync } from 'node:child_process';
import { afterAll, expect, test } from 'vitest';
import { copyGitSettings, removeSecrets } from '../../../../src/host/node/sandbox/mounts/git-settings.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../../doubles/temp-dir.js';

const home = makeTempDir();
afterAll(() => {
  removeTempDir(home);
});

const SETTINGS = `[user]
	name = Somebody
	email = a@b.example
	signingkey = 0123
[core]
	excludesFile = ~/.gitignore_global
	sshCommand = "ssh -o token=secret1"
[url "https://user:secret2@host.example/"]
	insteadOf = https://host.example/
[url "git@host.example:"]
	insteadOf = https://host.example/
[http "https://host.example"]
	extraheader = Authorization: Basic secret3
[credential]
	helper = "!f() { echo password=secret4; }; f"
[github]
	token = secret5
[alias]
	st = status
	up = !curl \\
  -H 'Authorization: Bearer secret6secret6'
[includeIf "gitdir:~/work/"]
	path = .gitconfig-work
[sendemail]
	smtpPass = secret7
[Credential "x"] helper = secret8
[my]
	apiToken = secret9
	plain = kept
`;

test('the settings of git are shown without what is secret in them, and git reads them', () => {
  const kept = removeSecrets(SETTINGS);
  expect(kept).not.toMatch(/secret\d/);
  const listed = execFileSync('git', ['config', '--file', '-', '--no-includes', '--list'], { input: kept });
  expect(listed.toString().trim().split('\n')).toEqual([
    'user.name=Somebody',
    'user.email=a@b.example',
    'user.signingkey=0123',
    'core.excludesfile=~/.gitignore_global',
    'url.git@host.example:.insteadof=https://host.example/',
    'alias.st=status',
    'includeif.gitdir:~/work/.path=.gitconfig-work',
    'my.plain=kept',
  ]);
});

test('files that they include are copied in the same way', () => {
  writeFiles(home, {
    '.gitconfig': '[include]\n\tpath = .gitconfig-work\n\tpath = "~/more/settings"\n\tpath = /etc/hostname\n',
    '.gitconfig-work': '[user]\n\temail = work@b.example\n[github]\n\ttoken = secret\n',
    'more/settings': '[include]\n\tpath = ../.gitconfig\n[init]\n\tdefaultBranch = main\n',
  });
  const copies = copyGitSettings(home).filter(({ path }) => path.startsWith(home));
  expect(copies.map(({ path, text }) => [path.slice(home.length), text])).toEqual([
    [
      '/.gitconfig',
      '[include]\n\tpath = .gitconfig-work\n\tpath = "~/more/settings"\n\tpath = /etc/hostname\n',
    ],
    ['/.gitconfig-work', '[user]\n\temail = work@b.example\n'],
    ['/more/settings', '[include]\n\tpath = ../.gitconfig\n[init]\n\tdefaultBranch = main\n'],
  ]);
});
