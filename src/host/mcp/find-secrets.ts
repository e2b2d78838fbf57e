import type { McpServerDefinition } from '../../actors/protocol/mcp.js';
import { hasSecretName, holdsSecret } from '../node/sandbox/environment/looks-secret.js';
import { parseUrl } from '../../actors/protocol/web/parse-url.js';

/** Headers that say nothing about who asks. */
const PLAIN_HEADER = /^(?:accept|accept-.*|content-type|user-agent)$/i;

// Switches, numbers, words, paths and addresses give no access. A value that may be anything else is a secret.
const PLAIN_VALUE =
  /^(?:|-?[\d.]{1,12}|[A-Za-z][a-z-]{0,20}|[A-Z_]{1,20}|~?\.{0,2}\/[^\n]*|https?:\/\/[^@\s?]*)$/;

/**
 * The values of a definition, its variables replaced, that must not be shown: what stands in `env` and in headers unless
 * it is plainly harmless, and whatever looks like a key elsewhere. `given` came from an input or the environment.
 */
export function findSecrets(
  { transport }: McpServerDefinition,
  given: readonly string[] = [],
): readonly string[] {
  const found =
    transport.kind === 'stdio'
      ? [...fromPairs(transport.env), ...fromArguments(transport.args)]
      : [
          ...fromPairs(transport.headers, PLAIN_HEADER),
          ...Object.values(transport.headers).flatMap((value) => value.split(/\s+/).slice(1)),
          ...fromUrl(transport.url),
          ...(transport.oauth?.secret === undefined ? [] : [transport.oauth.secret]),
        ];
  const values = [...found, ...given.filter((value) => !PLAIN_VALUE.test(value))];
  // The longest first: a secret may contain another one.
  return [...new Set(values)].filter((value) => value !== '').sort((one, other) => other.length - one.length);
}

function fromPairs(pairs: Readonly<Record<string, string>>, isPlainName?: RegExp): readonly string[] {
  return Object.entries(pairs).flatMap(([name, value]) => {
    if (isPlainName !== undefined) return isPlainName.test(name) ? [] : [value];
    return hasSecretName(name) || holdsSecret(value) || !PLAIN_VALUE.test(value) ? [value] : [];
  });
}

function fromArguments(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    const [name = '', ...rest] = arg.split('=');
    if (rest.length > 0 && hasSecretName(name.replace(/^-+/, ''))) return [rest.join('=')];
    const before = args[index - 1] ?? '';
    const isNamed =
      before.startsWith('-') && !before.includes('=') && hasSecretName(before.replace(/^-+/, ''));
    return isNamed || holdsSecret(arg) ? [arg] : [];
  });
}

function fromUrl(text: string): readonly string[] {
  const url = parseUrl(text);
  if (url === undefined) return [];
  const { username, password, searchParams } = url;
  const queried = [...searchParams].flatMap(([name, value]) =>
    hasSecretName(name) || holdsSecret(value) || !PLAIN_VALUE.test(value) ? [value] : [],
  );
  return [username, password, ...queried];
}
