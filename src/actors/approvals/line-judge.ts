import type { ApprovalRule } from '../protocol/approvals.js';
import { type FileContext, judgeFile } from './judge-file.js';
import { resolvePath, type PathContext } from './judge-path.js';
import { judgeSimple } from './judge-simple.js';
import { restrictsFiles } from './path-rules.js';
import { listNestedLines } from './programs/unwrap-command.js';
import type { ParseShell, SyntaxTree } from './syntax/syntax-tree.js';
import { readWord, type Word } from './syntax/word.js';

/** Nodes whose effect is only that of the statements in them. */
const TRANSPARENT = new Set([
  'program',
  'list',
  'pipeline',
  'subshell',
  'compound_statement',
  'negated_command',
  'if_statement',
  'elif_clause',
  'else_clause',
]);

/** Tokens that only join or enclose statements. A lone `&` is not one of them. */
const JOINS = new Set(
  '; ;; \n | |& && || ( ) { } ! if then elif else fi while until do done for in $( ` <( >('
    .split(' ')
    .concat('\n'),
);

/** Nodes that may run more than once: a later iteration may start in another folder than the first one. */
const LOOPS = new Set(['while_statement', 'for_statement', 'do_group']);

/** Why statements of other kinds need approval, as sentences. */
const STATEMENTS: ReadonlyMap<string, string> = new Map([
  ['function_definition', 'It defines a function, which may stand for any program.'],
  ['variable_assignment', 'It sets a variable, which may change what the commands after it do.'],
  ['variable_assignments', 'It sets variables, which may change what the commands after them do.'],
  ['declaration_command', 'It declares variables, which may change what the commands after it do.'],
  ['unset_command', 'It unsets variables or functions, which may change what the commands after it do.'],
]);

// Variables that only choose a language or colours.
const HARMLESS_VARIABLES = /^(?:LC_[A-Z]+|LANG|LANGUAGE|NO_COLOR|FORCE_COLOR|CLICOLOR)$/;

// Variables of the shell that `echo` may print: none holds a secret.
const PRINTABLE_VARIABLE = /^\$(?:\{(\w+)\}|([A-Za-z_]\w*)|[?$#!]|\d)$/;
const PRINTABLE_NAMES = new Set(
  'HOME PWD OLDPWD USER LOGNAME SHELL HOSTNAME LANG RANDOM SECONDS LINENO UID'.split(' '),
);

// Enough to recognise the command that a reason names.
const MAX_SHOWN_CHARS = 100;

// Nesting like `bash -c` in `bash -c` in `bash -c` has no honest use.
const MAX_NESTED_LINES = 3;

export interface CommandContext extends PathContext {
  /** Parses nested command lines, as in `bash -c '...'`. Without it they are not judged, and need approval. */
  readonly parse?: ParseShell;
}

/** Walks a parsed line and collects the objections to it. */
export class LineJudge {
  /** Why the line must not run. */
  denial: string | undefined;
  /** Whether an objection would remain even if the prefixes of all commands were allowed. */
  isBeyondPrefixes = false;
  /**
   * Whether not even a rule for this very line can allow it: not all of its effects are visible in it, or it reaches
   * outside.
   */
  isBeyondLine = false;
  /** Whether it needs approval because of a rule. */
  isByRule = false;
  /** Whether a rule allows a part of it. */
  isAllowedByRule = false;
  readonly uses = { usesNetwork: false, writesRepository: false };
  readonly #rules: readonly ApprovalRule[];
  readonly #context: CommandContext;
  readonly #depth: number;
  readonly #reasons = new Set<string>();
  readonly #prefixes = new Map<string, readonly string[]>();
  /** All folders in which the next command may run, whichever branches were taken. */
  #cwds: readonly string[];
  readonly #loopVariables = new Set<string>();
  #loops = 0;

  constructor(rules: readonly ApprovalRule[], context: CommandContext, depth = 0) {
    this.#rules = rules;
    this.#context = context;
    this.#depth = depth;
    this.#cwds = [context.cwd];
  }

  get reasons(): readonly string[] {
    return [...this.#reasons];
  }

  get prefixes(): readonly (readonly string[])[] {
    return [...this.#prefixes.values()];
  }

  /** Judges a node that is a statement or contains statements. */
  read(node: SyntaxTree): void {
    if (node.type === 'comment') return;
    if (TRANSPARENT.has(node.type)) {
      this.#readParts(node);
    } else if (LOOPS.has(node.type)) {
      this.#loops++;
      this.#readLoop(node);
      this.#loops--;
    } else if (node.type === 'command') {
      this.#readCommand(node);
    } else if (node.type === 'test_command') {
      this.#readTest(node);
    } else if (node.type === 'redirected_statement') {
      for (const child of node.children) {
        if (child.type.endsWith('_redirect')) this.#readRedirect(child);
        else this.read(child);
      }
    } else if (node.type.endsWith('_redirect')) {
      this.#readRedirect(node);
    } else {
      this.#addObjection(STATEMENTS.get(node.type) ?? `${quote(node.text)} is more than a list of commands.`);
      this.#searchIn(node);
    }
  }

  #readParts(node: SyntaxTree): void {
    // Inside backquotes a backslash escapes by other rules.
    if (node.text.startsWith('`') && node.text.includes('\\'))
      this.#addObjection(`${quote(node.text)} is hard to read.`);
    for (const child of node.children) this.#readPart(child, node);
  }

  #readPart(child: SyntaxTree, node: SyntaxTree): void {
    if (child.isNamed) this.read(child);
    else if (child.type === '&') this.#addObjection('Something in it goes on in the background.');
    else if (!JOINS.has(child.type))
      this.#addObjection(`${quote(node.text)} is more than a list of commands.`);
  }

  #readLoop(node: SyntaxTree): void {
    for (const child of node.children) {
      if (child.type === 'variable_name') {
        // Upper-case names are those of variables that programs and the shell itself read.
        if (/^[a-z][a-z0-9_]*$/.test(child.text)) this.#loopVariables.add(child.text);
        else this.#addObjection(`It sets ${child.text}, which may change what the commands after it do.`);
      } else if (node.type === 'for_statement' && child.isNamed && child.type !== 'do_group') {
        this.#search(child);
      } else this.#readPart(child, node);
    }
  }

  /** Judges all commands within a node that is not a statement: an assignment, a redirection. */
  #searchIn(node: SyntaxTree): void {
    for (const child of node.children) this.#search(child);
  }

  /** Judges all commands in a node, which may be a command itself, or a word that contains some. */
  #search(node: SyntaxTree): void {
    if (SUBSTITUTIONS.has(node.type)) this.#readParts(node);
    else if (STATEMENT_TYPES.has(node.type)) this.read(node);
    else this.#searchIn(node);
  }

  #readCommand(node: SyntaxTree): void {
    const words: Word[] = [];
    const shown = quote(node.text);
    for (const child of node.children) {
      if (child.type === 'variable_assignment') this.#readAssignment(child);
      else if (child.type.endsWith('_redirect')) this.#readRedirect(child);
      else if (child.isNamed) {
        words.push(readWord(child));
        this.#search(child);
      } else this.#addObjection(`${shown} is written in a way that is not understood.`);
    }
    const before = this.denial;
    const judgement = judgeSimple(words, this.#fileContext);
    if (judgement.denial !== undefined) this.denial = before ?? judgement.denial;
    if (judgement.isByRule === true) this.isByRule = true;
    if (judgement.isAllowedByRule === true) this.isAllowedByRule = true;
    if (judgement.usesNetwork === true) this.uses.usesNetwork = true;
    if (judgement.writesRepository === true) this.uses.writesRepository = true;
    if (judgement.newFolder !== undefined) this.#changeFolder(judgement.newFolder, shown);
    if (judgement.problem !== undefined) this.#reasons.add(`${shown} ${judgement.problem}.`);
    if (judgement.prefix !== undefined) this.#prefixes.set(judgement.prefix.join(' '), judgement.prefix);
    if (judgement.problem !== undefined && judgement.prefix === undefined) this.isBeyondPrefixes = true;
    if (judgement.problem !== undefined && judgement.isExact !== true) this.isBeyondLine = true;
    if (judgement.isPrinting) this.#readPrinted(node, shown);
    if (judgement.problem !== undefined) for (const line of listNestedLines(words)) this.#readNested(line);
  }

  get #fileContext(): FileContext {
    return { ...this.#context, rules: this.#rules, cwds: this.#cwds };
  }

  /**
   * Judges the arguments of a program that only prints: the arguments may be anything whose evaluation has no effect
   * and reveals nothing.
   */
  #readPrinted(node: SyntaxTree, shown: string): void {
    for (const child of node.children) {
      if (child.type === 'simple_expansion' || child.type === 'expansion') {
        const [, braced, plain] = PRINTABLE_VARIABLE.exec(child.text) ?? [undefined, '', ''];
        const name = braced ?? plain;
        if (name !== undefined && !PRINTABLE_NAMES.has(name) && !this.#loopVariables.has(name))
          this.#addObjection(`${shown} uses ${child.text}, which is not known before it runs.`);
      } else if (child.type === 'arithmetic_expansion') {
        // A variable in an arithmetic expansion may hold code: `a[$(...)]`.
        if (!/^\$\(\([\d\s+*/%-]*\)\)$/.test(child.text))
          this.#addObjection(`${shown} calculates with ${child.text}.`);
      } else if (child.type === 'variable_assignment') continue;
      else if (!SUBSTITUTIONS.has(child.type)) this.#readPrinted(child, shown);
    }
  }

  #readAssignment(node: SyntaxTree): void {
    const [name, , value] = node.children;
    const isHarmless =
      name?.type === 'variable_name' &&
      HARMLESS_VARIABLES.test(name.text) &&
      (value === undefined || /^[\w.-]*$/.test(readWord(value).value ?? '/'));
    if (!isHarmless) {
      const isKnown = value === undefined || readWord(value).value !== undefined;
      this.#addObjection(
        `It sets ${name?.text ?? 'a variable'}, which may change what a command does.`,
        isKnown,
      );
    }
    this.#searchIn(node);
  }

  #readTest(node: SyntaxTree): void {
    const { text } = node;
    // Variables in it are unknown; numbers and `-v` are evaluated, which runs code as in `a[$(...)]`. In `[`, `<`
    // redirects.
    const isPlain =
      !text.includes('\n') &&
      (text.startsWith('[[')
        ? !/[$`]|<\(|\s-(?:eq|ne|lt|gt|le|ge|v|R)\s/.test(text)
        : !/[$`<>&;|()\\]|\s-[vR]\s/.test(text));
    if (!isPlain) this.#addObjection(`${quote(text)} is not known before it runs.`);
    for (const piece of text.split(/[\s"'=!<>()]+/))
      if (/^[~/]|(?:^|\/)\.\.(?:\/|$)/.test(piece))
        this.#readFile(
          { source: piece, value: piece, glob: undefined, startsAtHome: piece.startsWith('~') },
          'read',
        );
    this.#searchIn(node);
  }

  #readRedirect(node: SyntaxTree): void {
    this.#searchIn(node);
    if (node.type === 'heredoc_redirect') return this.#readHereDocument(node);
    const operator = node.children.find(({ isNamed }) => !isNamed)?.type ?? '';
    const targets = node.children
      .filter(({ isNamed, type }) => isNamed && type !== 'file_descriptor')
      .map(readWord);
    const [target] = targets;
    const shown = quote(node.text);
    if (/^[<>]&-$/.test(operator)) return;
    if (target === undefined || targets.length !== 1)
      return this.#addObjection(`${shown} is written in a way that is not understood.`);
    if (operator === '<<<') {
      // A here-string is text, not a file.
      if (target.value === undefined) this.#addObjection(`${shown} is not known before it runs.`);
    } else if (/^[<>]&$/.test(operator) && /^(?:\d+-?|-)$/.test(target.value ?? '')) {
      // Redirects one stream to another.
    } else if (operator === '<') this.#readFile(target, 'read');
    else if (
      /^(?:>|>>|>\||&>|&>>|>&)$/.test(operator) &&
      WRITABLE.test(target.value ?? '') &&
      target.glob === undefined
    ) {
      // Discards the output.
    } else {
      this.#addObjection(
        target.value === undefined
          ? `${shown} writes to a place that is not known before it runs.`
          : `${shown} writes a file.`,
        target.value !== undefined && target.glob === undefined,
      );
      if (target.value !== undefined) this.#readFile(target, 'write');
    }
  }

  #readHereDocument(node: SyntaxTree): void {
    const [start, body, end] = ['heredoc_start', 'heredoc_body', 'heredoc_end'].map((type) =>
      node.children.find((child) => child.type === type),
    );
    for (const child of node.children) if (child.type.endsWith('_redirect')) this.#readRedirect(child);
    const name = start?.text ?? '';
    const bare = name.replaceAll(/['"\\]/g, '');
    const isTabbed = node.children.some(({ type }) => type === '<<-');
    const lines = (body?.text ?? '').split('\n').map((line) => (isTabbed ? line.replace(/^\t+/, '') : line));
    // The parser and bash must agree on where the here-document ends.
    const isClear =
      /^(?:\w+|'\w+'|"\w+")$/.test(name) &&
      end?.text === bare &&
      !lines.includes(bare) &&
      node.children.every(({ type }) => /^(?:<<-?|heredoc_(?:start|body|end)|\n)$/.test(type));
    if (!isClear) this.#addObjection(`${quote(node.text)} is a here-document that is hard to read.`);
    if (name === bare && /[$`\\]/.test(body?.text ?? ''))
      this.#addObjection(
        `The here-document up to ${bare} has something in it that is not known before it runs.`,
      );
  }

  #readFile(word: Word, access: 'read' | 'write'): void {
    const judgement = judgeFile(word, access, this.#fileContext);
    if (judgement === undefined) return;
    this.denial ??= judgement.denial;
    if (judgement.isByRule === true) this.isByRule = true;
    this.#addObjection(`It ${judgement.problem}.`);
  }

  /** Adds a folder in which the following commands may run, if the `cd` is reached and succeeds. */
  #changeFolder(folder: Word, shown: string): void {
    if (this.#loops > 0) return this.#addObjection(`${shown} goes to another folder again and again.`);
    const read = resolvePath(folder, this.#cwds, this.#context);
    if (read.problem !== undefined || folder.glob !== undefined || folder.value === '-') {
      // It is unknown which files the following commands use.
      if (restrictsFiles(this.#rules)) this.isByRule = true;
      return this.#addObjection(
        `${shown} goes to a folder outside the workspace, or that is not known before it runs.`,
      );
    }
    // With symbolic links in the path there are two folders: the one that the shell remembers, and the one that
    // programs see.
    this.#cwds = [...new Set([...this.#cwds, ...read.paths])];
  }

  /** Judges a nested command line, which can only add objections. */
  #readNested(line: string): void {
    const tree = this.#depth < MAX_NESTED_LINES ? this.#context.parse?.(line) : undefined;
    if (tree === undefined || tree.hasError) this.isBeyondLine = true;
    if (tree === undefined) return;
    const inner = new LineJudge(this.#rules, this.#context, this.#depth + 1);
    inner.#cwds = this.#cwds;
    inner.read(tree);
    this.denial ??= inner.denial;
    this.isByRule ||= inner.isByRule;
    this.isBeyondLine ||= inner.isBeyondLine;
    for (const reason of inner.reasons) this.#reasons.add(reason);
  }

  /** Adds an objection that no allowed prefix removes. A rule for this very line does when `isExact`. */
  #addObjection(reason: string, isExact = false): void {
    this.isBeyondPrefixes = true;
    if (!isExact) this.isBeyondLine = true;
    this.#reasons.add(reason);
  }
}

const WRITABLE = /^\/dev\/(?:null|stdout|stderr)$/;

/** Words that the shell replaces by the output of commands. */
const SUBSTITUTIONS = new Set(['command_substitution', 'process_substitution']);

const STATEMENT_TYPES = new Set([
  ...TRANSPARENT,
  ...LOOPS,
  'command',
  'test_command',
  'redirected_statement',
  'function_definition',
  'declaration_command',
  'unset_command',
  'case_statement',
  'c_style_for_statement',
]);

function quote(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return `\`${line.length > MAX_SHOWN_CHARS ? `${line.slice(0, MAX_SHOWN_CHARS)}…` : line}\``;
}
