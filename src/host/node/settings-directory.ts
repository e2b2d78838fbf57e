import { join } from 'node:path';
import { homeFolder } from '../../workers/disk/home-folder.js';

/** The system's folder for this person's settings of Troupe. Shape: absolute; it may not exist yet. Errors: those of `homeFolder`. */
export function settingsDirectory(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string {
  if (platform === 'win32') return join(env['APPDATA'] ?? join(homeFolder(), 'AppData/Roaming'), 'troupe');
  // A relative path is ignored. Source: XDG Base Directory Specification.
  const settings = env['XDG_CONFIG_HOME'];
  return join(settings?.startsWith('/') === true ? settings : join(homeFolder(), '.config'), 'troupe');
}
