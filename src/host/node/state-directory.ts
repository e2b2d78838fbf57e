import { homedir } from 'node:os';
import { join } from 'node:path';

/** The system's folder for the state of programs. Shape: absolute; it may not exist yet. */
export function stateDirectory(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
  home = homedir(),
): string {
  switch (platform) {
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'troupe');
    case 'win32':
      return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'troupe');
    default: {
      // A relative path is ignored. Source: XDG Base Directory Specification.
      const state = env['XDG_STATE_HOME'];
      return join(state?.startsWith('/') === true ? state : join(home, '.local', 'state'), 'troupe');
    }
  }
}
