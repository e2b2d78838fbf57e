// Endings of files that people and models write about. A name with another one needs a folder before it.
const ENDINGS = new Set(
  `astro avif bash bat bin c cc cfg cjs clj cljs cmake cmd conf config cpp cs csproj css csv cts cu cxx dart db diff
   dockerfile elm env erl ex exs fish fs fsx gif go gql gradle graphql groovy h hbs hcl hh hpp hs htm html hxx ico ini
   ipynb java jl jpeg jpg js json json5 jsonc jsonl jsx kt kts less lock log lua m md mdx mjs mk ml mli mm mts nim nix
   patch pdf php pl png prisma properties proto ps1 psm1 pug py pyi r rb rs rst sass scala scss sh sln snap sol sql
   sqlite styl sv svelte svg swift tf tfvars toml ts tsv tsx txt v vb vhd vim vue wasm webp xml xsd yaml yml zig zsh`.split(
    /\s+/,
  ),
);

// Files without an ending.
const NAMES = new Set([
  'Brewfile',
  'CODEOWNERS',
  'Dockerfile',
  'Gemfile',
  'Jenkinsfile',
  'Justfile',
  'LICENSE',
  'Makefile',
  'Pipfile',
  'Procfile',
  'Rakefile',
  'Vagrantfile',
]);

// Letters of any script, and what file names have besides. No `:`, so that no address is a path.
const PATH = /^(?:[A-Za-z]:[/\\])?[\p{L}\p{M}\p{N}_.@~+#$%&=()[\]\-/\\ ]+$/u;

// A host rather than a folder.
const HOST = /^(?:www\.|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|edu|gov)[/\\])/i;

// Longer than the path of any file that a message is about. Units: UTF-16 units.
const MAX_CHARS = 300;

/** Whether a text may name a file or a folder of a workspace. Asks no disk, so a place may not exist. */
export function looksLikePath(text: string): boolean {
  if (text.length > MAX_CHARS || !PATH.test(text) || HOST.test(text) || /^\s|\s$| {2}/.test(text))
    return false;
  const isFolder = /[\p{L}\p{N}_\])][/\\]$/u.test(text);
  const segments = text.split(/[/\\]/).filter((segment) => segment !== '');
  const name = segments.at(-1) ?? '';
  const hasFolder = segments.length > 1;
  // A command is no path: `node src/a.ts`.
  if (/ /.test(segments[0] ?? '')) return false;
  if (isFolder) return /\p{L}/u.test(name);
  if (NAMES.has(name)) return true;
  const [, stem = '', ending = ''] = /^(.*)\.([A-Za-z][A-Za-z0-9]{0,11})$/.exec(name) ?? [];
  if (ending === '' || stem.endsWith(' ')) return /^\.[a-z][\w.-]+$/i.test(name) && hasFolder;
  if (stem === '')
    return (
      hasFolder ||
      /^\.(?:env|npmrc|gitignore|gitattributes|editorconfig|prettierrc|eslintrc|bashrc|zshrc|nvmrc|dockerignore)$/i.test(
        name,
      )
    );
  return hasFolder || ENDINGS.has(ending.toLowerCase());
}
