import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../find-program.js';
import type { Absent } from './peer.js';

/** An agent that does one task against a server of ours, and ends. */
export interface AgentPeer {
  readonly label: string;
  /** How it differs from the others in what it does for the same run. */
  readonly note?: string;
  readonly argv: (url: string, task: string) => readonly string[];
  readonly env: (url: string) => NodeJS.ProcessEnv;
}

/** The agents to compare with, those that are not installed among them. None of them reaches out beyond `url`. */
export function findAgents(): readonly (AgentPeer | Absent)[] {
  const home = openHome();
  return [troupeAgent('Troupe', join(process.cwd(), 'dist/cli.js'), home), findCodex(home), findPi(home)];
}

/** Settings and caches of the agents; gone when the process ends. codex refuses one in the system's temporary folder. */
export function openHome(): string {
  const cache = join(process.cwd(), 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const home = mkdtempSync(join(cache, 'bench-agents-'));
  process.once('exit', () => {
    rmSync(home, { recursive: true, force: true });
  });
  process.once('SIGINT', () => process.exit(130));
  return home;
}

/** The command line of a build. */
export function troupeAgent(label: string, cli: string, home: string): AgentPeer {
  const model = ['--provider', 'openai', '--model', 'played'];
  const folder = (name: string): string => join(home, `${label}-${name}`);
  return {
    label,
    argv: (url, task) => [process.execPath, cli, 'run', ...model, '--base-url', url, task],
    env: () => ({
      HOME: home,
      TROUPE_API_KEY: 'none',
      TROUPE_CACHE_DIRECTORY: folder('cache'),
      XDG_STATE_HOME: folder('state'),
    }),
  };
}

function findCodex(home: string): AgentPeer | Absent {
  const label = 'codex exec';
  const codex = findProgram('codex');
  if (codex === undefined) return { label, howToGet: 'npm install --global @openai/codex' };
  const directory = join(home, 'codex');
  mkdirSync(directory);
  const settings = (url: string): Readonly<Record<string, string | boolean>> => ({
    model: 'played',
    model_provider: 'played',
    'model_providers.played.name': 'played',
    'model_providers.played.base_url': url,
    'model_providers.played.wire_api': 'responses',
    // What asks servers of its maker and of GitHub.
    check_for_update_on_startup: false,
    'analytics.enabled': false,
    'feedback.enabled': false,
    'features.plugins': false,
    'features.remote_plugin': false,
    'features.apps': false,
    web_search: 'disabled',
  });
  return {
    label,
    note: 'it reads and lists by commands of the system (`cat`, `ls`), each in its sandbox, and prints its answer when it is whole',
    argv: (url, task) => [
      codex,
      'exec',
      '--ephemeral',
      '--skip-git-repo-check',
      ...Object.entries(settings(url)).flatMap(([key, value]) => ['-c', `${key}=${JSON.stringify(value)}`]),
      task,
    ],
    env: () => ({ HOME: home, CODEX_HOME: directory }),
  };
}

function findPi(home: string): AgentPeer | Absent {
  const label = 'pi --print';
  const pi = findProgram('pi');
  if (pi === undefined) return { label, howToGet: 'npm install --global @earendil-works/pi-coding-agent' };
  const directory = join(home, 'pi');
  mkdirSync(directory);
  return {
    label,
    note: 'it has `ls`, which it does not offer by itself, switched on, no sandbox, and prints its answer when it is whole',
    argv: (_url, task) => [
      pi,
      '--print',
      '--no-session',
      '--tools',
      'read,bash,edit,write,ls',
      '--provider',
      'played',
      '--model',
      'played',
      task,
    ],
    env: (url) => {
      const played = { baseUrl: url, api: 'openai-completions', apiKey: 'none', models: [{ id: 'played' }] };
      writeFileSync(join(directory, 'models.json'), JSON.stringify({ providers: { played } }));
      return { HOME: home, PI_CODING_AGENT_DIR: directory, PI_OFFLINE: '1', PI_TELEMETRY: '0' };
    },
  };
}
