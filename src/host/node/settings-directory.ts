import { homedir } from 'node:os';
import { join } from 'node:path';

/** The system's folder for this person's settings of Troupe. Shape: absolute; it may not exist yet. */
export function settingsDirectory(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string {
  if (platform === 'win32') return join(env['APPDATA'] ?? join(homedir(), 'AppData/Roaming'), 'troupe');
  // A relative path is ignored. Source: XDG Base Directory Specification.
  const settings = env['XDG_CONFIG_HOME'];
  return join(settings?.startsWith('/') === true ? settings : join(homedir(), '.config'), 'troupe');
}
