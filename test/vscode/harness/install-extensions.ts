import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { codeServer, hostNode } from './host-paths.js';
import { makeProfile } from './vscode-profile.js';
import { profileFlags, serverEnv } from './vscode-server.js';

const root = join(import.meta.dirname, '../../..');
const driver = join(import.meta.dirname, '../driver');

/** Extensions as they stand once installed, for profiles to copy. */
export interface InstalledExtensions {
  readonly folder: string;
  remove(): void;
}

/**
 * Installs the packaged extension, and the driver of the tests beside it, as a person does: from vsix files.
 * Cost: some three seconds; a profile that copies them takes none.
 */
export function installExtensions(vsix: string): InstalledExtensions {
  const profile = makeProfile();
  const driverVsix = join(profile.folder, 'driver.vsix');
  execFileSync(
    process.execPath,
    [
      join(root, 'node_modules/@vscode/vsce/vsce'),
      'package',
      '--no-dependencies',
      '--allow-missing-repository',
      '--skip-license',
      '--allow-star-activation',
      '--out',
      driverVsix,
    ],
    { cwd: driver, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const installs = [vsix, driverVsix].flatMap((file) => ['--install-extension', file]);
  execFileSync(hostNode, [codeServer, ...profileFlags(profile), ...installs], {
    env: serverEnv(profile),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { folder: profile.extensions, remove: () => profile.remove() };
}
