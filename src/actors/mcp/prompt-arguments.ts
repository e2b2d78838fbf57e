import type { McpPromptArgument } from '../protocol/mcp.js';

/** The arguments of a prompt as they were typed, or what is wrong with them, as a phrase. */
export type TypedArguments =
  | { readonly args: Readonly<Record<string, string>> }
  | { readonly problem: string };

// A name with a value, a text in quotes, which may hold spaces, or a word.
const WORD = /(?:([^\s"'=]+)=)?(?:"([^"]*)"|'([^']*)'|(\S*))/g;

/**
 * Reads what is typed behind the name of a prompt: `name=value` for an argument of that name, and everything else in the
 * order in which the prompt declares the others; the last of them takes all that is left, as it was typed.
 */
export function readPromptArguments(declared: readonly McpPromptArgument[], typed: string): TypedArguments {
  const args = new Map<string, string>();
  const places: { readonly value: string; readonly at: number; readonly end: number }[] = [];
  for (const match of typed.matchAll(WORD)) {
    const [whole, name, double, single, plain] = match;
    if (whole === '') continue;
    const value = double ?? single ?? plain ?? '';
    const at = match.index;
    const isNamed = name !== undefined && declared.some((one) => one.name === name);
    if (isNamed && args.has(name)) return { problem: `"${name}" is given twice` };
    if (isNamed) args.set(name, value);
    // The value of a name that is none of the prompt's is a part of a text, such as an address.
    else places.push({ value: name === undefined ? value : whole, at, end: at + whole.length });
  }
  const open = declared.filter(({ name }) => !args.has(name));
  const last = open.at(-1);
  if (places.length > 0 && last === undefined)
    return { problem: declared.length === 0 ? 'it takes no arguments' : 'there are too many arguments' };
  for (const [index, { name }] of open.entries()) {
    const place = places[index];
    if (place === undefined) break;
    const rest = places.slice(index);
    const isLast = name === last?.name && rest.length > 1;
    args.set(name, isLast ? rest.map(({ at, end }) => typed.slice(at, end)).join(' ') : place.value);
  }
  const missing = declared.filter(({ name, isRequired }) => isRequired && !args.has(name));
  if (missing.length === 0) return { args: Object.fromEntries(args) };
  const names = missing.map(({ name }) => `"${name}"`).join(', ');
  return { problem: `${names} ${missing.length === 1 ? 'is' : 'are'} missing` };
}
