import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { SettingsError } from '../../actors/protocol/errors.js';
import { errorCode } from '../../actors/protocol/errors/error-code.js';
import { homeFolder } from '../../workers/disk/home-folder.js';
import { apiOf, homeOf, isAtHome } from '../providers/homes.js';
import { NO_PROVIDERS, type ProviderRecord, type ProviderSettings } from '../providers/provider-record.js';
import type { ProviderEntry } from '../providers/read-providers.js';
import { describeUnreadable } from './describe-unreadable.js';
import { isWritableByOthers } from './is-writable-by-others.js';
import { readKeyFile } from './key-file.js';
import { liesInside } from './lies-inside.js';
import { settingsDirectory } from './settings-directory.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The providers of a file, with their keys. */
export interface LoadedProviders extends ProviderSettings {
  /** Keys, and headers from the environment, which must never be written to a file. */
  readonly secrets: readonly string[];
  /** The files that hold them. Shape: absolute. */
  readonly secretFiles: readonly string[];
  /** The names of the variables that hold them. */
  readonly secretVariables: readonly string[];
}

/** The file with this person's model providers: `TROUPE_PROVIDERS_FILE`, or the one in the folder for settings. */
export function findProvidersFile(env: Environment): string {
  return resolve(env['TROUPE_PROVIDERS_FILE'] || join(settingsDirectory(env), 'providers.json'));
}

/**
 * Reads this person's model providers. Without a file there are none. A missing key is a problem of its provider alone,
 * and not told before a model of it is used.
 * Errors: `SettingsError` when the file is wrong, or when others than this person may write it: it says where keys and
 * conversations go.
 */
export async function loadProviders(env: Environment, roots: readonly string[]): Promise<LoadedProviders> {
  const path = findProvidersFile(env);
  const problem = (what: string): SettingsError =>
    new SettingsError(`The file of model providers ${path} ${what}.`, { setting: 'providers' });
  const found = await stat(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT' && !env['TROUPE_PROVIDERS_FILE']) return undefined;
    throw problem(describeUnreadable(error));
  });
  if (found === undefined) return { ...NO_PROVIDERS, secrets: [], secretFiles: [], secretVariables: [] };
  if (isWritableByOthers(found))
    throw problem(`can be written by others: run "chmod 600 ${path}" if you trust what it says`);
  if (liesInside(path, roots))
    throw problem(
      'lies in the workspace, where the agent may write: work in another folder, or move it and set TROUPE_PROVIDERS_FILE',
    );
  // Loaded on demand: its schemas take longer than most commands that need no model.
  const { readProviders } = await import('../providers/read-providers.js');
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw problem(describeUnreadable(error));
  });
  const file = readProviders(text, path);
  const keyProblems = new Map<string, string>();
  const records = await Promise.all(
    Object.entries(file.providers).map(([id, entry]) =>
      toRecord(id, entry, env, dirname(path)).catch((error: unknown) => {
        if (!(error instanceof SettingsError)) throw error;
        keyProblems.set(id, error.message);
        return withoutSecrets(id, entry);
      }),
    ),
  );
  return {
    records,
    keyProblems,
    defaultModel: file.model,
    fallback: file.fallback,
    secrets: records.flatMap(({ id, apiKey, headers = {} }) => [
      ...(apiKey === undefined ? [] : [apiKey]),
      ...Object.entries(headers).flatMap(([name, value]) =>
        typeof file.providers[id]?.headers?.[name] === 'string' ? [] : [value],
      ),
    ]),
    secretFiles: [
      path,
      ...Object.values(file.providers).flatMap(({ apiKeyFile }) =>
        apiKeyFile === undefined ? [] : [resolveKeyFile(apiKeyFile, dirname(path))],
      ),
    ],
    secretVariables: Object.values(file.providers).flatMap(({ apiKeyEnv, headers = {} }) => [
      ...(apiKeyEnv === undefined ? [] : [apiKeyEnv]),
      ...Object.values(headers).flatMap((value) => (typeof value === 'string' ? [] : [value.env])),
    ]),
  };
}

async function toRecord(
  id: string,
  entry: ProviderEntry,
  env: Environment,
  directory: string,
): Promise<ProviderRecord> {
  const { apiKeyFile, headers } = entry;
  const apiKey =
    apiKeyFile === undefined
      ? readKeyVariable(id, entry, env)
      : await readKeyFile(resolveKeyFile(apiKeyFile, directory));
  const sent = Object.entries(headers ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : readVariable(value.env, id, env),
  ]);
  return {
    ...withoutSecrets(id, entry),
    apiKey,
    headers: headers && (Object.fromEntries(sent) as Record<string, string>),
  };
}

function withoutSecrets(
  id: string,
  { api, baseUrl, models, defaultModel, fallback }: ProviderEntry,
): ProviderRecord {
  return { id, api, baseUrl, models, defaultModel, fallback };
}

/** The key of a provider that names no file; `undefined` if it needs none. Errors: see `readVariable`. */
function readKeyVariable(id: string, entry: ProviderEntry, env: Environment): string | undefined {
  if (entry.apiKeyEnv !== undefined) return readVariable(entry.apiKeyEnv, id, env);
  // Without an address the record is that of the company itself, for which this variable is made.
  const named = { ...entry, id };
  const home = isAtHome(named) ? homeOf(apiOf(named)) : undefined;
  return home === undefined ? undefined : env[home.keyVariable]?.trim() || undefined;
}

/** Errors: `SettingsError` when the variable is not set. */
function readVariable(name: string, id: string, env: Environment): string {
  const value = env[name]?.trim() ?? '';
  if (value !== '') return value;
  throw new SettingsError(
    `The model provider "${id}" needs the environment variable ${name}, which is not set.`,
    {
      setting: name,
    },
  );
}

/** Shape: absolute. `~/` is the home folder; other paths begin in the folder of the file that names them. */
function resolveKeyFile(path: string, directory: string): string {
  return path.startsWith('~/') ? join(homeFolder(), path.slice(2)) : resolve(directory, path);
}
