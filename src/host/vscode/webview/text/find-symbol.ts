// Words that no workspace defines, though they look like names.
const KEYWORDS = new Set(
  `abstract and any array as async await bool boolean break byte case catch char class const continue def default delete
   do double elif else end enum except export extends false final finally float fn for from func function global if
   implements import in instanceof int interface is lambda let long match mod module mut namespace new nil none not null
   number object or package pass private protected pub public raise readonly return self short static str string struct
   super switch symbol then this throw throws trait true try type typeof undefined union unknown unsigned until use using
   var void when where while with yield bash cargo cd curl docker git go grep ls make node npm npx pip pnpm python rm sh
   sudo tsc yarn`.split(/\s+/),
);

// `createHost`, `Cart.total`, `Cart#total`, `std::vector`, each perhaps with `()` behind it.
const NAME = /^(#?[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|#|::)[\p{L}_$][\p{L}\p{N}_$]*){0,4})(?:\(\))?$/u;

// Longer than any name in code. Units: UTF-16 units.
const MAX_CHARS = 120;

// A letter alone is a variable of an example.
const MIN_CHARS = 3;

/** The symbol that a code span names as a whole: `Cart.total` for `Cart#total()`. `undefined` if it is none. */
export function findSymbol(code: string): string | undefined {
  const text = code.trim();
  if (text.length > MAX_CHARS) return undefined;
  const name = NAME.exec(text)?.[1]
    ?.replace(/(?<=.)(?:#|::)/g, '.')
    .replace(/^#/, '');
  if (name === undefined || name.length < MIN_CHARS || KEYWORDS.has(name.toLowerCase())) return undefined;
  return name;
}
