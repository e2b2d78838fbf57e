/**
 * A Unicode property as written in a class with flag `u`; `null` when JavaScript does not know it. Case, blanks,
 * hyphens and a leading `is` in the name are ignored; a name alone may be a property, a general category or a script,
 * and `=` or `:` separates a value.
 */
export function unicodeProperty(text: string): string | null {
  const [, name = '', value] = /^([^=:]*)(?:[=:](.*))?$/u.exec(text) ?? [];
  const candidates =
    value === undefined
      ? [...spellings(name), ...spellings(name).map((script) => `Script=${script}`)]
      : spellings(value).map((spelling) => `${PROPERTIES.get(simple(name)) ?? ''}=${spelling}`);
  const known = candidates.find(isProperty);
  return known === undefined ? null : String.raw`\p{${known}}`;
}

const PROPERTIES: ReadonlyMap<string, string> = new Map([
  ['gc', 'gc'],
  ['generalcategory', 'gc'],
  ['sc', 'sc'],
  ['script', 'sc'],
  ['scx', 'scx'],
  ['scriptextensions', 'scx'],
]);

function simple(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/gu, '');
}

/** The spellings of a name that JavaScript, which is case-sensitive, may know. */
function spellings(name: string): readonly string[] {
  const words = name.trim().split(/[\s_-]+/u);
  const isShort = words.length > 1 && /^is$/iu.test(words[0] ?? '');
  const whole = (isShort ? words.slice(1) : words).join('_');
  const forms = [whole, titleCase(whole), whole.toUpperCase(), whole.toLowerCase()];
  return /^is./iu.test(whole) ? [...forms, titleCase(whole.slice(2))] : forms;
}

function titleCase(name: string): string {
  return name.toLowerCase().replaceAll(/(?<=^|_)./gu, (first) => first.toUpperCase());
}

function isProperty(name: string): boolean {
  try {
    return new RegExp(String.raw`\p{${name}}`, 'u').source !== '';
  } catch {
    return false;
  }
}
