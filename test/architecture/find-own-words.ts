import { parseAst } from 'vitest/node';

/** A text in a source that a person would read. */
export interface OwnWords {
  /** Counted from 1. */
  readonly line: number;
  /** As written, without its quotes; values of templates are `${}`. */
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

// What a person reads or hears of an element.
const ATTRIBUTES: ReadonlySet<string> = new Set([
  'alt',
  'aria-label',
  'detail',
  'label',
  'placeholder',
  'title',
]);

// What the editor shows of an item, a list, an input box or a dialog.
const PROPERTIES: ReadonlySet<string> = new Set([
  'description',
  'detail',
  'label',
  'openLabel',
  'placeHolder',
  'placeholder',
  'prompt',
  'saveLabel',
  'title',
  'tooltip',
]);

// Calls whose text is shown at once.
const SHOWS = /^(?:show\w+Message|createWebviewPanel)$/;

// Calls whose text goes to the log, which is for whoever looks for a cause.
const LOGS: ReadonlySet<string> = new Set([
  'debug',
  'error',
  'info',
  'inOrder',
  'logProblem',
  'onProblem',
  'warn',
]);

// Two words, the first with a capital letter.
const SENTENCE = /^[^\p{L}]*\p{Lu}\p{Ll}+ \p{Ll}/u;

/**
 * The texts of a component or a file of the extension that should stand in `src/host/vscode/words`: what JSX shows, the
 * attributes and properties that people read, what notifications and errors say, and everywhere else what looks like a
 * sentence. Icons, as in `$(check)`, are no words. Errors: those of the parser.
 */
export function findOwnWords(file: string, source: string): readonly OwnWords[] {
  const found = new Map<number, string>();
  const program = parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file) as unknown as Node;
  const add = (node: Node): void => {
    const text = textOf(node);
    if (text !== undefined && /\p{L}/u.test(text)) found.set(node.start, text);
  };
  const visit = (node: Node): void => {
    if (/^(?:Import|Export(?:All|Named)Declaration$)/.test(node.type) && node['source'] != null) return;
    if (node.type === 'JSXText') add(node);
    else if (node.type === 'JSXAttribute' && ATTRIBUTES.has(nameOf(node['name'])))
      literalsOf(node['value'], add);
    else if (node.type === 'Property' && PROPERTIES.has(nameOf(node['key']))) literalsOf(node['value'], add);
    else if (node.type === 'AssignmentExpression' && PROPERTIES.has(nameOf(node['left'])))
      literalsOf(node['right'], add);
    else if (node.type === 'CallExpression' && SHOWS.test(nameOf(node['callee'])))
      literalsOf(node['arguments'], add);
    else if (node.type === 'NewExpression' && nameOf(node['callee']).endsWith('Error'))
      literalsOf(node['arguments'], add);
    else if (SENTENCE.test(textOf(node) ?? '')) add(node);
    const isLog = node.type === 'CallExpression' && LOGS.has(nameOf(node['callee']));
    for (const child of childrenOf(node)) if (!isLog || textOf(child) === undefined) visit(child);
  };
  visit(program);
  return [...found]
    .sort(([one], [other]) => one - other)
    .map(([start, text]) => ({ line: source.slice(0, start).split('\n').length, text: text.trim() }));
}

/** Every text of a source but those of its imports, with its line. */
export function listTexts(file: string, source: string): readonly string[] {
  const texts: string[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'ImportDeclaration') return;
    const text = textOf(node);
    if (text !== undefined) texts.push(text);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parseAst(source, { lang: 'ts' }, file) as unknown as Node);
  return texts;
}

/** The text of a literal; `undefined` for any other node. */
function textOf(node: Node): string | undefined {
  if (node.type === 'TemplateLiteral') {
    const parts = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
    return withoutIcons(parts.map(({ value }) => value.cooked).join('${}'));
  }
  const isText = node.type === 'JSXText' || node.type === 'Literal';
  return isText && typeof node['value'] === 'string' ? withoutIcons(node['value']) : undefined;
}

function withoutIcons(text: string): string {
  return text.replaceAll(/\$\([\w~-]+\)/g, '');
}

/** The literals that a value may become: those of a choice and of a concatenation, but of no call and no object in it. */
function literalsOf(value: unknown, add: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) literalsOf(one, add);
  if (!isNode(value)) return;
  if (textOf(value) !== undefined) add(value);
  switch (value.type) {
    case 'ConditionalExpression':
      literalsOf([value['consequent'], value['alternate']], add);
      break;
    case 'BinaryExpression':
    case 'LogicalExpression':
      if (value['operator'] !== '===' && value['operator'] !== '!==')
        literalsOf([value['left'], value['right']], add);
      break;
    case 'ArrayExpression':
      literalsOf(value['elements'], add);
      break;
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
      literalsOf(value['expression'], add);
      break;
    default:
      break;
  }
}

/** The name of what is called, assigned or set: the last part of `this.#options.onProblem`. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'MemberExpression') return nameOf(node['property']);
  const name = node['name'] ?? node['value'];
  return typeof name === 'string' ? name : '';
}

/** Keys of objects and types are no texts. */
function childrenOf(node: Node): readonly Node[] {
  return Object.entries(node).flatMap(([field, value]): readonly Node[] => {
    const isName = field === 'key' && node['computed'] !== true;
    const isType = field === 'typeAnnotation' || field === 'typeArguments' || field === 'returnType';
    if (isName || isType) return [];
    return (Array.isArray(value) ? value : [value]).filter(isNode);
  });
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
