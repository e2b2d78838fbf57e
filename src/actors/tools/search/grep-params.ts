import { z } from 'zod';

/** The query parameter of the tools that search in files. */
export const grepQuery = z
  .string()
  .min(1)
  .refine((query) => !/[\r\n]/.test(query), 'query must be a single line: files are searched line by line')
  .describe('The text to find. Upper and lower case are told apart only when it has a capital letter.');

/** The parameter that says whether `grepQuery` is a regular expression. */
export const grepIsRegex = z
  .boolean()
  .default(false)
  .describe(
    'Whether the query is a regular expression in the syntax of ripgrep (Rust): ' +
      String.raw`\w \d \s \b know Unicode, \p{Han}, [[:upper:]], [a-z&&[^b]], \<word\>, (?i), (?x), (?P<name>...). ` +
      String.raw`Look-around and \1 work as well. Lines are searched one by one: ^ and $ are their ends, and \n is refused. ` +
      'Default: false, the text as it is.',
  );
