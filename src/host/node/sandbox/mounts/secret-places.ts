import { accessSync, constants, existsSync, readdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isThereSync } from '../../../../workers/disk/is-there.js';
import { mayBeIn } from './may-be-in.js';

// What gives access to other systems, or tells what somebody did. Most of a home folder is hidden anyway; these are
// hidden in what is shown of it as well, and where the home folder itself is a workspace.
const IN_HOME = [
  // Keys, passwords, keyrings.
  '.ssh .gnupg .password-store .local/share/keyrings .local/share/kwalletd .config/op .config/keepassxc .config/Bitwarden',
  '.config/age .config/sops .netrc _netrc .authinfo .authinfo.gpg .pgpass .my.cnf .mylogin.cnf .msmtprc .fetchmailrc .vault-token',
  '.git-credentials .config/git/credentials .git-credential-cache .cache/git',
  // Clouds and their tools.
  '.aws .azure .config/gcloud .boto .gsutil .oci .bluemix .aliyun .tccli .kube .minikube/profiles .docker/config.json .docker/contexts',
  '.config/containers .config/doctl .config/hcloud .config/linode-cli .config/scw .config/rclone .s3cfg .terraform.d/credentials.tfrc.json',
  '.terraformrc .pulumi/credentials.json .config/heroku .fly .config/netlify .config/vercel .local/share/com.vercel.cli .railway .wrangler',
  '.config/.wrangler .config/configstore .config/firebase .serverless .serverlessrc .config/github-copilot .config/gh .config/glab-cli',
  '.config/hub .config/tea .databrickscfg .snowsql .snowflake .dbt .kaggle .cache/huggingface/token .huggingface .config/ngrok .ngrok2',
  // Registries of packages.
  '.npmrc .yarnrc.yml .yarnrc .bunfig.toml .config/pnpm .pypirc .pip .config/pip .config/pypoetry .local/share/uv/credentials',
  '.cargo/credentials .cargo/credentials.toml .gem/credentials .local/share/gem/credentials .bundle/config .composer/auth.json',
  '.config/composer/auth.json .m2/settings.xml .m2/settings-security.xml .gradle/gradle.properties .sbt/.credentials .ivy2/.credentials',
  '.nuget/NuGet .config/NuGet .hex/hex.config .pub-cache/credentials.json .config/dart .condarc .config/conda .config/helm',
  '.dotnet/corefx .microsoft/usersecrets',
  // Assistants.
  '.claude .claude.json .codex .gemini .config/openai .config/anthropic .config/io.datasette.llm .aider.conf.yml .continue .cursor',
  // Browsers, mail, chat, and what was typed.
  '.mozilla .thunderbird .config/google-chrome .config/chromium .config/BraveSoftware .config/microsoft-edge .config/vivaldi .config/opera',
  '.config/Slack .config/discord .config/Signal .var/app snap .bash_history .zsh_history .local/share/fish/fish_history .python_history',
  '.node_repl_history .psql_history .mysql_history .rediscli_history .sqlite_history .lesshst .viminfo .config/Code .config/Cursor .vscode-server',
  'Library/Keychains Library/Cookies Library/Mail Library/Messages Library/Safari Library/Containers',
].flatMap((line) => line.split(' '));

// The same for the machine, of which root can read all.
const OF_THE_MACHINE = [
  '/etc/shadow',
  '/etc/gshadow',
  '/etc/shadow-',
  '/etc/gshadow-',
  '/etc/sudoers',
  '/etc/sudoers.d',
  '/etc/ssh',
  '/etc/ssl/private',
  '/etc/krb5.keytab',
  '/etc/wireguard',
  '/etc/NetworkManager/system-connections',
  '/etc/kubernetes',
  '/etc/rancher',
  '/etc/docker',
  '/etc/pki/tls/private',
  '/etc/letsencrypt',
  '/var/lib/docker',
  '/var/lib/containerd',
  '/var/lib/kubelet',
  '/var/lib/systemd/coredump',
  '/var/spool/cron',
  '/var/spool/mail',
  '/var/mail',
  '/var/backups',
  // The homes of Windows, seen from its Linux.
  '/mnt/c/Users',
];

/**
 * The secret files and folders of a home folder and of the machine that exist and that matter, with links resolved.
 * Default: all matter.
 */
export function findSecretPlaces(
  home: string,
  matters: (path: string) => boolean = () => true,
): readonly string[] {
  const places = [...IN_HOME.filter(mayBeIn(home)).map((path) => join(home, path)), ...OF_THE_MACHINE]
    .filter((path) => existsSync(path))
    .flatMap(follow);
  // What is empty, or what this user may not read, needs no hiding.
  return [...new Set(places)].filter((path) => matters(path) && isReadable(path) && !isEmptyFolder(path));
}

/** The files among these that exist, with links resolved. */
export function findKeyFiles(paths: readonly string[]): readonly string[] {
  return [
    ...new Set(
      paths
        .map((path) => resolve(path))
        .filter(isThereSync)
        .flatMap(follow),
    ),
  ];
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

function isEmptyFolder(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}

function follow(path: string): readonly string[] {
  try {
    return [realpathSync.native(path)];
  } catch {
    // A link that leads nowhere.
    return [];
  }
}
