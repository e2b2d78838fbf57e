/** What programs that change something do, as phrases after their names. */
const DANGERS: readonly (readonly [what: string, names: string])[] = [
  ['deletes files', 'rm rmdir unlink shred srm trash del'],
  ['writes files', 'cp mv ln install tee dd touch mkdir mktemp truncate split csplit rsync patch ed ex'],
  ['changes who may use files', 'chmod chown chgrp setfacl chattr umask'],
  ['downloads or sends data', 'curl wget aria2c http https ftp sftp scp nc ncat netcat socat telnet'],
  [
    'installs or runs code of others',
    'npm npx yarn pnpm pnpx bun bunx pip pip3 pipx uv uvx poetry gem bundle cargo go brew apt apt-get dnf yum pacman apk snap conda mvn gradle composer dotnet',
  ],
  [
    'runs code that is given to it',
    'bash sh zsh dash ksh fish csh tcsh ash busybox eval source . python python2 python3 node deno perl ruby php lua Rscript osascript powershell pwsh awk gawk mawk nawk tclsh expect m4 make cmake ninja just java gdb',
  ],
  [
    'runs another program',
    'env xargs nice nohup timeout time command builtin exec watch parallel setsid stdbuf ionice chrt taskset strace ltrace script chroot unshare nsenter flock entr coproc trap at batch crontab systemd-run',
  ],
  ['runs another program as somebody else', 'sudo doas su runuser pkexec'],
  ['runs something elsewhere', 'ssh mosh docker podman kubectl nerdctl vagrant'],
  ['ends processes', 'kill killall pkill'],
  [
    'changes what later commands mean',
    'alias unalias set shopt enable hash export declare typeset local readonly unset read mapfile readarray let getopts bind complete',
  ],
  ['unpacks or packs files', 'tar unzip zip gzip gunzip bzip2 xz zstd 7z cpio ar'],
  [
    'waits for a person or runs programs itself',
    'less more most man info vi vim nvim nano emacs view pico top htop',
  ],
  ['goes to a folder that is not known before it runs', 'pushd popd'],
];

const BY_NAME = new Map(
  DANGERS.flatMap(([what, names]) => names.split(' ').map((name) => [name, what] as const)),
);

/** What a program is known to do, as a phrase after its name; `undefined` for an unknown program. */
export function describeDanger(program: string): string | undefined {
  return BY_NAME.get(baseName(program));
}

/** The name of a program without its folder. */
export function baseName(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1);
}
