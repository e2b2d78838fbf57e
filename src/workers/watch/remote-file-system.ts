import { statfs } from 'node:fs/promises';

// By the type that `statfs` reports on Linux. Source: statfs(2), and linux/magic.h of the kernel.
const NAMES: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x65735546, 'FUSE'],
  [0x01021997, '9p'],
  [0x786f4256, 'VirtualBox shared folders'],
  [0x7c7c6673, 'Parallels shared folders'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'AFS'],
  [0x73757245, 'Coda'],
]);

/**
 * The kind of a directory's file system, when it does not report the changes of other machines, or of the host of a
 * virtual machine; else `undefined`, also for an unknown one. Linux only.
 */
export async function findRemoteFileSystem(directory: string): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    return nameRemoteFileSystem((await statfs(directory)).type);
  } catch {
    return undefined;
  }
}

/** The kind by the type that `statfs` reports, which some systems sign-extend. */
export function nameRemoteFileSystem(type: number): string | undefined {
  return NAMES.get(type >>> 0);
}
