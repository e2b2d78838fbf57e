import { readFileSync } from 'node:fs';
import { isInside } from '../../../../actors/runtime/paths/is-inside.js';

/**
 * The places in some folders at which other file systems are mounted, such as a volume of a container: whoever goes through the
 * folders and stays on their disk passes these over. Shape: absolute paths; none where the system has no list of them.
 */
export function listMountsInside(
  folders: readonly string[],
  read: () => string = readMounts,
): readonly string[] {
  const mounts = read()
    .split('\n')
    .flatMap((line) => {
      // Number, parent, device, root, place. Blanks in a place are octal.
      const place = line.split(' ')[4];
      return place === undefined
        ? []
        : [place.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(parseInt(octal, 8)))];
    });
  return [...new Set(mounts)].filter((place) =>
    folders.some((folder) => folder !== '/' && folder !== place && isInside(folder, place)),
  );
}

function readMounts(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8');
  } catch {
    return '';
  }
}
