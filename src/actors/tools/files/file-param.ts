import { z } from 'zod';

/** The parameter that names the file of a call. Source: SPEC T1. */
export const fileParam = z
  .string()
  .min(1)
  .describe('The file: a path relative to the workspace root, an absolute path or a file:// URI.');
