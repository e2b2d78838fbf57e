import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../find-program.js';
import type { Absent } from './peer.js';

/** An agent that does one task against a server of ours, and ends. */
export interface AgentPeer {
  readonly label: string;
  readonly argv: (url: string, task: string) => readonly string[];
  readonly env: (url: string) => NodeJS.ProcessEnv;
}

/** The agents to compare with, those that are not installed among them. */
export function findAgents(): readonly (AgentPeer | Absent)[] {
  const home = mkdtempSync(join(tmpdir(), 'troupe-bench-agents-'));
  process.once('exit', () => {
    rmSync(home, { recursive: true, force: true });
  });
  return [troupe(home), findCodex(home), findPi(home)];
}

function troupe(home: string): AgentPeer {
  const cli = join(process.cwd(), 'dist/cli.js');
  const model = ['--provider', 'openai', '--model', 'played'];
  return {
    label: 'Troupe',
    argv: (url, task) => [process.execPath, cli, 'run', ...model, '--base-url', url, task],
    env: () => ({ TROUPE_API_KEY: 'none', TROUPE_CACHE_DIRECTORY: join(home, 'troupe') }),
  };
}

function findCodex(home: string): AgentPeer | Absent {
  const label = 'codex exec';
  const codex = findProgram('codex');
  if (codex === undefined) return { label, howToGet: 'npm install --global @openai/codex' };
  const set = (key: string, value: string): string[] => ['-c', `${key}=${JSON.stringify(value)}`];
  return {
    label,
    argv: (url, task) => [
      codex,
      'exec',
      '--skip-git-repo-check',
      ...set('model_providers.played.name', 'played'),
      ...set('model_providers.played.base_url', url),
      ...set('model_providers.played.wire_api', 'responses'),
      ...set('model_provider', 'played'),
      ...set('model', 'played'),
      task,
    ],
    env: () => ({ CODEX_HOME: home }),
  };
}

function findPi(home: string): AgentPeer | Absent {
  const label = 'pi --print';
  const pi = findProgram('pi');
  if (pi === undefined) return { label, howToGet: 'npm install --global @mariozechner/pi-coding-agent' };
  return {
    label,
    argv: (_url, task) => [pi, '--print', '--provider', 'played', '--model', 'played', task],
    env: (url) => {
      const played = { baseUrl: url, api: 'openai-completions', apiKey: 'none', models: [{ id: 'played' }] };
      writeFileSync(join(home, 'models.json'), JSON.stringify({ providers: { played } }));
      return { PI_CODING_AGENT_DIR: home };
    },
  };
}
