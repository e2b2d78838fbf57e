/** Nodes whose effect is only that of the statements in them. */
export const TRANSPARENT = new Set([
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
export const JOINS = new Set(
  '; ;; \n | |& && || ( ) { } ! if then elif else fi while until do done for in $( ` <( >('
    .split(' ')
    .concat('\n'),
);

/** Nodes that may run more than once: a later iteration may start in another folder than the first one. */
export const LOOPS = new Set(['while_statement', 'for_statement', 'do_group']);

/** Why statements of other kinds need approval, as sentences. */
export const STATEMENTS: ReadonlyMap<string, string> = new Map([
  ['function_definition', 'It defines a function, which may stand for any program.'],
  ['declaration_command', 'It declares variables, which may change what the commands after it do.'],
  ['unset_command', 'It unsets variables or functions, which may change what the commands after it do.'],
]);

/** Words that the shell replaces by the output of commands. */
export const SUBSTITUTIONS = new Set(['command_substitution', 'process_substitution']);

export const STATEMENT_TYPES = new Set([
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
