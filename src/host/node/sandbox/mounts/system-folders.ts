import { existsSync, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isInside } from '../../../../actors/runtime/paths/is-inside.js';
import { isThereSync } from '../../../../workers/disk/is-there.js';
import { link, type Mount, readOnly } from './mount.js';

// The folders of the system at the top of the file system: programs, their data and their settings. All others, such as
// /srv, /mnt, /media and /data, hold what belongs to people and services.
const AT_TOP = /^(?:usr|bin|sbin|lib\w*|etc|opt|nix|gnu|snap|sys)$/;
const IN_VAR = ['/var/lib', '/var/cache'];
// Next to the programs of an installation lies at least one of these.
const BESIDE_PROGRAMS = ['lib', 'lib64', 'libexec'];

/** The mounts with which a command sees the folders of the system, and the links to them, and nothing else of `/`. */
export function planSystem(systemFolders: readonly string[]): readonly Mount[] {
  const links = readdirSync('/', { withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map(({ name }) => link(`/${name}`, readlinkSync(`/${name}`)));
  return [...links, ...systemFolders.map(readOnly)];
}

/** The folders of the system that exist and are no links. */
export function listSystemFolders(): readonly string[] {
  const atTop = readdirSync('/', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && AT_TOP.test(entry.name))
    .map(({ name }) => `/${name}`);
  const inVar = IN_VAR.filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true);
  return [...atTop, ...inVar];
}

/**
 * The installations that lie at unusual places, by where variables such as `PATH` and `JAVA_HOME` say that programs are.
 * A folder of programs brings what lies beside it, when that is an installation; neither a folder at the top of the file
 * system, nor one that contains a place that has rules of its own, is one.
 */
export function findInstallations(
  folders: readonly string[],
  systemFolders: readonly string[],
  withRules: readonly string[],
): readonly string[] {
  const known = [...systemFolders, ...withRules];
  const isOwn = (folder: string): boolean =>
    dirname(folder) !== '/' &&
    !known.some((place) => isInside(place, folder)) &&
    !withRules.some((place) => isInside(folder, place));
  const found = folders.filter((folder) => isOwn(folder) && existsSync(folder)).map(findInstallation);
  return [...new Set(found)].filter(isOwn);
}

function findInstallation(folder: string): string {
  const around = dirname(folder);
  const isInstallation =
    /^s?bin$/.test(basename(folder)) &&
    dirname(around) !== '/' &&
    BESIDE_PROGRAMS.some((name) => isThereSync(join(around, name)));
  return isInstallation ? around : folder;
}
