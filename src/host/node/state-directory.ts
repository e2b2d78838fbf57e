import { join } from 'node:path';
import { homeFolder } from '../../workers/disk/home-folder.js';

/** The system's folder for the state of programs. Shape: absolute; it may not exist yet. Errors: those of `homeFolder`. */
export function stateDirectory(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
  home?: string,
): string {
  switch (platform) {
    case 'darwin':
      return join(home ?? homeFolder(), 'Library', 'Application Support', 'troupe');
    case 'win32':
      return join(env['LOCALAPPDATA'] ?? join(home ?? homeFolder(), 'AppData', 'Local'), 'troupe');
    default: {
      // A relative path is ignored. Source: XDG Base Directory Specification.
      const state = env['XDG_STATE_HOME'];
      return join(
        state?.startsWith('/') === true ? state : join(home ?? homeFolder(), '.local', 'state'),
        'troupe',
      );
    }
  }
}
