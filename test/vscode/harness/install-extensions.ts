import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { codeServer, hostNode } from './host-paths.js';
import { makeProfile } from './vscode-profile.js';
import { profileFlags, serverEnv } from './vscode-server.js';

const vsce = join(import.meta.dirname, '../../../node_modules/@vscode/vsce/vsce');
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
  try {
    const installs = [vsix, packageDriver(profile.folder)].flatMap((file) => ['--install-extension', file]);
    execFileSync(hostNode, [codeServer, ...profileFlags(profile), ...installs], {
      env: serverEnv(profile),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } catch (error) {
    profile.remove();
    throw error;
  }
  return { folder: profile.extensions, remove: () => profile.remove() };
}

/** The path of the driver's vsix. */
function packageDriver(folder: string): string {
  const vsix = join(folder, 'driver.vsix');
  const flags = [
    '--no-dependencies',
    '--allow-missing-repository',
    '--skip-license',
    '--allow-star-activation',
  ];
  execFileSync(process.execPath, [vsce, 'package', ...flags, '--out', vsix], {
    cwd: driver,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return vsix;
}
