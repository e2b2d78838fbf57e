import type { ApprovalRule } from '../protocol/approvals.js';
import { type FileContext, judgeFile } from './judge-file.js';
import { resolvePath, type PathContext } from './judge-path.js';
import { combine, judgeReadings } from './judge-readings.js';
import { judgePrinted } from './judge-printed.js';
import { judgeHereDocument, judgeRedirect } from './judge-redirect.js';
import { judgeTest } from './judge-test.js';
import { restrictsFiles } from './path-rules.js';
import { quote } from './quote.js';
import { isCutOff } from './programs/endless.js';
import { printsFilesOnly } from './programs/find.js';
import { findUses } from './programs/find-uses.js';
import { ignoresVariable } from './programs/pure-readers.js';
import { readsProgram } from './programs/runs-others.js';
import { listNestedLines } from './programs/unwrap-command.js';
import { createGuess } from './syntax/guess-expansion.js';
import {
  JOINS,
  LOOPS,
  STATEMENT_TYPES,
  STATEMENTS,
  SUBSTITUTIONS,
  TRANSPARENT,
} from './syntax/statements.js';
import type { ParseShell, SyntaxTree } from './syntax/syntax-tree.js';
import { literalWord, readCommand, readWord, readWords, type Word } from './syntax/word.js';
import { LineVariables, usesUnknownNames, valuesOf } from './variables/line-variables.js';
import { isHarmlessAssignment, isOwnVariable } from './variables/variables.js';

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
  /** The folders of which one is the next command's, because a `cd` before `&&` has succeeded; `undefined` otherwise. */
  #arrived: readonly string[] | undefined;
  readonly #variables = new LineVariables();
  /** Reasons that hold unless the line runs in the looking world. */
  readonly #lookingOnly = new Set<string>();
  #line = '';
  #loops = 0;
  /** Whether the command gets the output of another one. */
  #isPiped = false;
  /** Whether it gets the names of files from `find`, each up to a zero byte. */
  #getsFiles = false;
  /** Whether what it prints goes to a command that stops reading by itself. */
  #isCutOff = false;

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

  /** Judges a whole line. */
  readLine(tree: SyntaxTree): void {
    this.#line = tree.text;
    this.read(tree);
    const isLooking = this.#context.isSandboxed === true && !this.isAllowedByRule && this.#reasons.size === 0;
    if (!isLooking) for (const reason of this.#lookingOnly) this.#addObjection(reason, true);
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
    } else if (/^variable_assignments?$/.test(node.type)) {
      const parts = node.type === 'variable_assignment' ? [node] : node.children;
      for (const part of parts) this.#readAssignment(part, undefined);
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
    for (const [index, child] of node.children.entries()) {
      const before = this.#isPiped;
      const wasCutOff = this.#isCutOff;
      this.#isCutOff = isCutOff(node, index);
      if (node.type === 'pipeline') {
        this.#isPiped ||= index > 0;
        // Between two commands stands the bar.
        this.#getsFiles = printsFilesOnly(readCommand(node.children[index - 2]));
      }
      // Behind `cd a &&` a command runs in `a`, and behind the list in either folder.
      const possible = this.#cwds;
      const arrived = this.#arrived;
      if (!child.isNamed && child.type !== '&&') this.#arrived = undefined;
      else if (node.type !== 'list') this.#arrived = undefined;
      else if (child.isNamed && arrived !== undefined) this.#cwds = arrived;
      this.#readPart(child, node);
      this.#cwds = [...new Set([...possible, ...this.#cwds])];
      this.#isPiped = before;
      this.#isCutOff = wasCutOff;
      this.#getsFiles = false;
    }
    if (node.type !== 'list' || node.children.some(({ type }) => type === '||')) this.#arrived = undefined;
  }

  #readPart(child: SyntaxTree, node: SyntaxTree): void {
    if (child.isNamed) this.read(child);
    else if (child.type === '&') this.#addObjection('Something in it goes on in the background.');
    else if (!JOINS.has(child.type))
      this.#addObjection(`${quote(node.text)} is more than a list of commands.`);
  }

  #readLoop(node: SyntaxTree): void {
    const name = node.children.find(({ type }) => type === 'variable_name')?.text;
    for (const child of node.children) {
      if (child.type === 'variable_name') this.#setVariable(child.text, [], 1);
      else if (name !== undefined && child.isNamed && child.type !== 'do_group') {
        this.#search(child);
        const words = readWords(child, this.#guess);
        for (const word of words) this.#readValue(word);
        this.#setVariable(name, valuesOf(child, words), 1);
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
    let guessed: readonly (readonly Word[])[] = [[]];
    const shown = quote(node.text);
    const name = node.children.find(({ type }) => type === 'command_name');
    for (const child of node.children) {
      if (child.type === 'variable_assignment') this.#readAssignment(child, name?.text ?? '');
      else if (child.type.endsWith('_redirect')) this.#readRedirect(child);
      else if (child.isNamed) {
        for (const item of readWords(child)) words.push(item);
        guessed = combine(guessed, this.#readPossible(child, child === name));
        this.#search(child);
      } else this.#addObjection(`${shown} is written in a way that is not understood.`);
    }
    const uses = findUses(words);
    this.uses.usesNetwork ||= uses.usesNetwork;
    this.uses.writesRepository ||= uses.writesRepository;
    if (this.#isPiped && readsProgram(words))
      this.#addObjection(`${shown} runs what another command prints.`);
    if (words[0]?.value === 'read' && this.#readVariables(words.slice(1))) return;
    const { unknown, ...judgement } = judgeReadings(
      words,
      this.#guess === undefined ? undefined : guessed,
      this.#fileContext,
    );
    if (unknown !== undefined)
      this.#lookingOnly.add(`${shown} uses "${unknown}", which is not known before it runs.`);
    this.denial ??= judgement.denial;
    if (judgement.isByRule === true) this.isByRule = true;
    if (judgement.isAllowedByRule === true) this.isAllowedByRule = true;
    if (judgement.newFolder !== undefined) this.#changeFolder(judgement.newFolder, shown);
    // Another program may be called `cd`: `timeout 5 cd a` goes nowhere.
    if (words[0]?.value !== 'cd' && judgement.newFolder !== undefined) this.#arrived = undefined;
    if (judgement.lookingOnly !== undefined) this.#lookingOnly.add(`${shown} ${judgement.lookingOnly}.`);
    if (judgement.problem !== undefined) this.#reasons.add(`${shown} ${judgement.problem}.`);
    if (judgement.prefix !== undefined) this.#prefixes.set(judgement.prefix.join(' '), judgement.prefix);
    if (judgement.problem !== undefined && judgement.prefix === undefined) this.isBeyondPrefixes = true;
    if (judgement.problem !== undefined && judgement.isExact !== true) this.isBeyondLine = true;
    if (judgement.isPrinting === true) this.#readPrinted(node, shown);
    if (judgement.problem !== undefined) for (const line of listNestedLines(words)) this.#readNested(line);
  }

  /** The words that a part of a command may stand for: one list for each value of a variable. */
  #readPossible(node: SyntaxTree, isName: boolean): readonly (readonly Word[])[] {
    const guess = isName ? undefined : this.#guess;
    const values = guess === undefined ? undefined : this.#variables.readValues(node);
    if (values !== undefined) return values.map((value) => [value]);
    const words = readWords(node, guess);
    const isGuessed = guess !== undefined && usesUnknownNames(node);
    return [isGuessed ? words.map((word) => ({ ...word, isGuessed, source: node.text })) : words];
  }

  /** What stands in for expansions; `undefined` where a rule protects files, which an unknown word may name. */
  get #guess(): ReturnType<typeof createGuess> | undefined {
    if (this.#context.isSandboxed !== true || restrictsFiles(this.#rules)) return undefined;
    return createGuess((name) => this.#variables.has(name));
  }

  /** Notes the variables of `read`; returns whether it only sets variables of the line. */
  #readVariables(args: readonly Word[]): boolean {
    const text = args.map(({ value, glob }) => (glob === undefined ? (value ?? '$') : '$')).join(' ');
    const [, names] = /^(?:-r |-d  |-d \S |-n \d+ )*((?:[a-z]\w* ?)+)$/.exec(text) ?? [];
    if (names === undefined || !names.split(' ').every(isOwnVariable)) return false;
    for (const name of names.split(' ')) this.#setVariable(name);
    return true;
  }

  /**
   * Notes the values that a variable may get.
   * @param values `undefined` when they are known only at run time.
   * @param depth The number of loops around it that are no repetition of it.
   */
  #setVariable(name: string, values?: readonly Word[], depth = 0): void {
    if (!isOwnVariable(name))
      return this.#addObjection(`It sets ${name}, which may change what the commands after it do.`);
    const isUsedBefore = this.#variables.add(name, values);
    if (isUsedBefore && this.#loops > depth)
      this.#addObjection(`It sets ${name} again, after a command that uses it.`);
  }

  /** Judges a value that a variable gets, which commands may use as the name of a file. */
  #readValue(word: Word): void {
    const { value = '', glob, startsAtHome } = word;
    if (word.value === undefined && glob === undefined && word.source.startsWith('{'))
      this.#addObjection(`${quote(word.source)} stands for more words than can be counted.`);
    if (glob !== undefined || startsAtHome || /^\/|(?:^|\/)\.\.(?:\/|$)/.test(value))
      this.#readFile(word, 'read');
  }

  get #fileContext(): FileContext {
    return {
      ...this.#context,
      rules: this.#rules,
      cwds: this.#cwds,
      getsFiles: this.#getsFiles,
      isCutOff: this.#isCutOff,
    };
  }

  #readPrinted(node: SyntaxTree, shown: string): void {
    const isLooking = this.#context.isSandboxed === true;
    for (const { text, isLookingOnly } of judgePrinted(node, this.#variables, this.#guess)) {
      if (isLooking && isLookingOnly) this.#lookingOnly.add(`${shown} ${text}.`);
      else this.#addObjection(`${shown} ${text}.`);
    }
  }

  /** Judges an assignment, alone or before a program. */
  #readAssignment(node: SyntaxTree, program: string | undefined): void {
    this.#searchIn(node);
    const [variable, operator, value] = node.children;
    const name = variable?.type === 'variable_name' ? variable.text : undefined;
    const word = value === undefined ? undefined : readWord(value, this.#guess);
    if (word !== undefined) this.#readValue(word);
    // `IFS= read -r line` splits nothing but this input.
    if (name !== undefined && isHarmlessAssignment(name, value === undefined ? '' : word?.value)) return;
    if (name === 'IFS' && program === 'read' && value?.children.length !== 1) return;
    const isPlain = operator?.type === '=' && (value === undefined || word?.value !== undefined);
    const isKnown = value === undefined || readWord(value).value !== undefined;
    if (this.#context.isSandboxed === true && isPlain && isKnown && ignoresVariable(program, name)) {
      this.#lookingOnly.add(`It sets ${name ?? 'a variable'}, which may change what a command does.`);
      return;
    }
    if (program === undefined && name !== undefined && isOwnVariable(name) && isPlain && this.#guess) {
      this.#setVariable(
        name,
        value === undefined ? [literalWord('')] : valuesOf(value, [word ?? readWord(value)]),
      );
      this.#lookingOnly.add(`It sets ${name}, which may change what the commands after it do.`);
      return;
    }
    this.#addObjection(
      program === undefined
        ? 'It sets a variable, which may change what the commands after it do.'
        : `It sets ${name ?? 'a variable'}, which may change what a command does.`,
      isKnown,
    );
  }

  #readTest(node: SyntaxTree): void {
    this.#searchIn(node);
    const { isUnknown, usesVariables, pieces } = judgeTest(node);
    const reason = `${quote(node.text)} is not known before it runs.`;
    if (isUnknown || (usesVariables && this.#guess === undefined)) this.#addObjection(reason);
    else if (usesVariables) this.#lookingOnly.add(reason);
    for (const piece of pieces)
      if (/^[~/]|(?:^|\/)\.\.(?:\/|$)/.test(piece))
        this.#readFile(
          { source: piece, value: piece, glob: undefined, startsAtHome: piece.startsWith('~') },
          'read',
        );
  }

  #readRedirect(node: SyntaxTree): void {
    this.#searchIn(node);
    if (node.type === 'heredoc_redirect') return this.#readHereDocument(node);
    const { objection, isExact = false, file } = judgeRedirect(node);
    if (objection !== undefined) this.#addObjection(objection, isExact);
    if (file !== undefined) this.#readFile(file.word, file.access);
  }

  #readHereDocument(node: SyntaxTree): void {
    for (const child of node.children) {
      if (child.type.endsWith('_redirect')) this.#readRedirect(child);
      else if (child.type === 'pipeline' || child.type === 'command') this.read(child);
    }
    for (const objection of judgeHereDocument(node, this.#line)) this.#addObjection(objection);
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
    this.#arrived = read.paths;
  }

  /** Judges a nested command line, which can only add objections. */
  #readNested(line: string): void {
    const tree = this.#depth < MAX_NESTED_LINES ? this.#context.parse?.(line) : undefined;
    if (tree === undefined || tree.hasError) this.isBeyondLine = true;
    if (tree === undefined) return;
    const inner = new LineJudge(this.#rules, this.#context, this.#depth + 1);
    inner.#cwds = this.#cwds;
    inner.readLine(tree);
    this.uses.usesNetwork ||= inner.uses.usesNetwork;
    this.uses.writesRepository ||= inner.uses.writesRepository;
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
