import { z } from 'zod';

/** The query parameter of the tools that search in files. */
export const grepQuery = z
  .string()
  .min(1)
  .refine((query) => !/[\r\n]/.test(query), 'query must be a single line: files are searched line by line')
  .describe('The text to find. Case matters only when it has a capital letter.');

/** The parameter that says whether `grepQuery` is a regular expression. */
export const grepIsRegex = z
  .boolean()
  .default(false)
  .describe(
    'Whether the query is a regular expression as in ripgrep (Rust), where look-around ' +
      String.raw`and \1 work as well. Lines are searched one by one: ^ and $ are their ends, \n is refused.`,
  );
