import { z } from 'zod';

/** The parameter that names the file of a call. Source: SPEC T1. */
export const fileParam = z.string().min(1).describe('A path or file:// URI.');
