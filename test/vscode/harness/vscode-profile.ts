import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from '../../doubles/temp-dir.js';

/** Settings that keep VS Code quiet: nothing asks, nothing is fetched, nothing but the tests' subject moves. */
export const QUIET_SETTINGS = {
  'workbench.startupEditor': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'telemetry.telemetryLevel': 'off',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'git.openRepositoryInParentFolders': 'never',
  'typescript.disableAutomaticTypeAcquisition': true,
  // In a browser VS Code saves after a second, so that it would depend on the machine whether a file has unsaved changes.
  'files.autoSave': 'off',
  'extensions.webWorker': false,
  'chat.agentHost.enabled': false,
  'chat.disableAIFeatures': true,
  'security.workspace.trust.startupPrompt': 'never',
};

export interface ProfileOptions {
  /** A folder of installed extensions to copy. Default: none but those that VS Code brings. */
  readonly extensions?: string;
  /** Files of the workspace folder, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Settings of the user. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** All that one VS Code reads and writes, in one temporary folder. */
export interface VSCodeProfile {
  readonly folder: string;
  /** The workspace folder. */
  readonly workspace: string;
  readonly extensions: string;
  readonly userData: string;
  /** Configuration of code-server itself; without one it writes to the home folder. */
  readonly config: string;
  /** Environment variables that keep temporary and cached files inside. */
  readonly env: Readonly<Record<string, string>>;
  remove(): void;
}

/** A fresh profile: nobody has used this VS Code before. */
export function makeProfile({ extensions, files = {}, settings = {} }: ProfileOptions = {}): VSCodeProfile {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'troupe-vscode-')));
  const inside = (name: string): string => join(folder, name);
  const userData = inside('data');
  for (const name of ['data/User', 'extensions', 'workspace', 'home', 'tmp'])
    mkdirSync(inside(name), { recursive: true });
  if (extensions !== undefined) cpSync(extensions, inside('extensions'), { recursive: true });
  writeFiles(inside('workspace'), files);
  writeFileSync(inside('config.yaml'), 'auth: none\n');
  writeFileSync(join(userData, 'User/settings.json'), JSON.stringify({ ...QUIET_SETTINGS, ...settings }));
  return {
    folder,
    workspace: inside('workspace'),
    extensions: inside('extensions'),
    userData,
    config: inside('config.yaml'),
    env: {
      HOME: inside('home'),
      TMPDIR: inside('tmp'),
      XDG_CONFIG_HOME: inside('home/.config'),
      XDG_STATE_HOME: inside('home/.local/state'),
      XDG_DATA_HOME: inside('home/.local/share'),
      XDG_CACHE_HOME: inside('home/.cache'),
    },
    remove() {
      // Something that was killed may still be writing its last.
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
