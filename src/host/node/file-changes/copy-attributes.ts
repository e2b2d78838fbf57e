import { execFile } from 'node:child_process';

// A program of this name elsewhere may be anybody's.
const COPY = '/bin/cp';
// The folder of this process has another name for the program.
const OWN_FOLDER = '/proc/self/';

/**
 * Gives a file the extended attributes and the access list of another one, on Linux. Node has no call for either, so that
 * `cp` does it; where that is missing or cannot, and on file systems without attributes, the file is left as it is.
 */
export async function copyAttributes(like: string, path: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const [from, to] = [like, path].map((each) =>
    each.startsWith(OWN_FOLDER) ? `/proc/${process.pid}/${each.slice(OWN_FOLDER.length)}` : each,
  );
  const args = ['--attributes-only', '--preserve=mode,xattr', '--', from ?? like, to ?? path];
  await new Promise<void>((resolve) => {
    execFile(COPY, args, { env: {} }, () => {
      resolve();
    });
  });
}
