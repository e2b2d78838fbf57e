import { readFileSync } from 'node:fs';

const PACKAGES: readonly (readonly [distribution: RegExp, command: string])[] = [
  [/\b(?:debian|ubuntu|linuxmint|pop|raspbian)\b/, 'sudo apt install bubblewrap'],
  [/\b(?:fedora|rhel|centos|rocky|almalinux)\b/, 'sudo dnf install bubblewrap'],
  [/\b(?:arch|manjaro)\b/, 'sudo pacman -S bubblewrap'],
  [/\b(?:suse|opensuse)\b/, 'sudo zypper install bubblewrap'],
  [/\balpine\b/, 'sudo apk add bubblewrap'],
  [/\bnixos\b/, 'nix profile install nixpkgs#bubblewrap, as root'],
];
const APPARMOR = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
const CLONE = '/proc/sys/kernel/unprivileged_userns_clone';

/** What to tell somebody whose Linux has no bubblewrap. Shape: a sentence without its full stop. */
export function describeMissing(release: string = read('/etc/os-release')): string {
  const ids = (release.match(/^(?:ID|ID_LIKE)=.*$/gm) ?? []).join(' ').toLowerCase();
  const command = PACKAGES.find(([distribution]) => distribution.test(ids))?.[1];
  const how = command === undefined ? 'install the package "bubblewrap"' : `"${command}" brings it`;
  return `bubblewrap, the sandbox for commands, is not installed: ${how}`;
}

/** What to tell somebody whose bubblewrap fails. Shape: a sentence without its full stop. */
export function describeBroken(
  problem: string,
  settings: { readonly apparmor: string; readonly clone: string } = {
    apparmor: read(APPARMOR),
    clone: read(CLONE),
  },
): string {
  const way =
    settings.apparmor.trim() === '1'
      ? ': this system lets programs use user namespaces only with a profile of AppArmor, as Ubuntu does since 24.04; "sudo apt install apparmor-profiles && sudo ln -s /usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/ && sudo systemctl reload apparmor" gives bubblewrap one'
      : settings.clone.trim() === '0'
        ? ': this system forbids user namespaces; "sudo sysctl kernel.unprivileged_userns_clone=1" allows them'
        : '; in a container it needs user namespaces, which the settings of the container may forbid';
  return `bubblewrap, the sandbox for commands, does not work here (${problem})${way}`;
}

/** What to tell somebody whose bubblewrap neither works nor fails. */
export function describeUnanswered(seconds: number): string {
  return (
    `bubblewrap, the sandbox for commands, has not answered for ${seconds} s, and no command runs before it has. ` +
    'On a busy machine it may yet: try again later. ' +
    'If "bwrap --ro-bind / / true" does not end in a terminal either, repair or remove bubblewrap, and start Troupe again.'
  );
}

/** What to tell somebody whose system has no sandbox that Troupe knows. */
export function describeUnknown(platform: NodeJS.Platform): string {
  return platform === 'win32'
    ? 'Windows has no sandbox for commands that Troupe knows: in WSL, with bubblewrap, there is one'
    : 'Troupe knows no sandbox for commands on this system';
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
