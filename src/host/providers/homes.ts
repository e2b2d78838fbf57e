import { parseUrl } from '../../actors/protocol/web/parse-url.js';

/** The server that is meant where an API is named without an address. */
export interface Home {
  /** The provider of that name needs no address. */
  readonly id: string;
  /** To no other server the key of `keyVariable` is sent by itself. */
  readonly origin: string;
  readonly keyVariable: string;
}

export const OPENAI: Home = { id: 'openai', origin: 'https://api.openai.com', keyVariable: 'OPENAI_API_KEY' };

const HOMES: ReadonlyMap<string, Home> = new Map([
  ['openai', OPENAI],
  ['openai-responses', OPENAI],
  ['anthropic', { id: 'anthropic', origin: 'https://api.anthropic.com', keyVariable: 'ANTHROPIC_API_KEY' }],
]);

/** The APIs that Troupe speaks, besides those that a program registers. */
export const BUILT_IN_APIS: readonly string[] = [...HOMES.keys()];

/** The variables in which people keep the keys of these servers. */
export const KEY_VARIABLES: readonly string[] = [
  ...new Set([...HOMES.values()].map(({ keyVariable }) => keyVariable)),
];

/**
 * The API of a provider that names none: that of its company where it has no address, else chat completions, as most
 * servers have.
 */
export function apiOf({ id, api, baseUrl }: Named): string {
  if (api !== undefined) return api;
  if (baseUrl !== undefined || !HOMES.has(id)) return 'openai';
  return id === OPENAI.id ? 'openai-responses' : id;
}

/** Whether an address is that of a company's own server, as no address is. */
export function isHomeAddress({ origin }: Home, baseUrl: string | undefined): boolean {
  return baseUrl === undefined || parseUrl(baseUrl)?.origin === origin;
}

/** The server of an API; `undefined` for an API that a program has registered. */
export function homeOf(api: string): Home | undefined {
  return HOMES.get(api);
}

/** Whether a provider means the company's own server, so that the company's key is for it. */
export function isAtHome(named: Named): boolean {
  const api = apiOf(named);
  return (
    named.baseUrl === undefined && (named.id === homeOf(api)?.id || (HOMES.has(api) && named.id === api))
  );
}

interface Named {
  readonly id: string;
  readonly api?: string | undefined;
  readonly baseUrl?: string | undefined;
}
