import { expect, test } from 'vitest';
import {
  describeBroken,
  describeMissing,
  describeUnknown,
} from '../../../../src/host/node/sandbox/missing-sandbox.js';

test.each([
  ['ID=debian', 'sudo apt install bubblewrap'],
  ['ID=ubuntu\nID_LIKE=debian', 'sudo apt install bubblewrap'],
  ['ID=fedora', 'sudo dnf install bubblewrap'],
  ['ID="rocky"\nID_LIKE="rhel centos fedora"', 'sudo dnf install bubblewrap'],
  ['ID=arch', 'sudo pacman -S bubblewrap'],
  ['ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"', 'sudo zypper install bubblewrap'],
  ['ID=manjaro\nID_LIKE=arch', 'sudo pacman -S bubblewrap'],
  ['ID="sles"\nID_LIKE="suse"', 'sudo zypper install bubblewrap'],
  // Names that only begin or end like one that is known.
  ['ID=archimedes', 'install the package "bubblewrap"'],
  ['ID=xmanjaro', 'install the package "bubblewrap"'],
  ['ID=suseless', 'install the package "bubblewrap"'],
  ['ID=alpine', 'sudo apk add bubblewrap'],
  ['ID=other', 'install the package "bubblewrap"'],
])('on a system with %j, it is said how to get bubblewrap', (release, how) => {
  expect(describeMissing(release)).toContain(how);
});

test.each([
  [{ apparmor: '1\n', clone: '1\n' }, 'AppArmor'],
  [{ apparmor: '', clone: '0\n' }, 'sysctl kernel.unprivileged_userns_clone=1'],
  [{ apparmor: '', clone: '' }, 'container'],
])('a bubblewrap that fails under %j is explained', (settings, why) => {
  const said = describeBroken('bwrap: No permissions', settings);
  expect(said).toContain('(bwrap: No permissions)');
  expect(said).toContain(why);
});

test('other systems are told what there is', () => {
  expect([describeUnknown('win32'), describeUnknown('freebsd')]).toEqual([
    expect.stringContaining('WSL') as string,
    'Troupe knows no sandbox for commands on this system',
  ]);
});
