import { z } from 'zod';

/** The query parameter of the tools that search in files. */
export const grepQuery = z
  .string()
  .min(1)
  .refine((query) => !/[\r\n]/.test(query), 'query must be a single line: files are searched line by line')
  .describe('The text to find. Upper and lower case are told apart only when it has a capital letter.');

/** Says how `grepQuery` is to be read. */
export const grepIsRegex = z
  .boolean()
  .default(false)
  .describe(
    'Whether the query is a regular expression (JavaScript syntax). Default: false, the text as it is.',
  );
