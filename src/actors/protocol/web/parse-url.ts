/**
 * A text as an address; `undefined` if it is none, or none relative to `base`.
 *
 * Source: `URL.canParse` of Node 20 is wrong once V8 has optimized its caller: every address with a letter between U+0080
 * and U+00FF is then refused (https://github.com/nodejs/node/pull/48817 mended the same for plain ones). Lint bans it.
 */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
