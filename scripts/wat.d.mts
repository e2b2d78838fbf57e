import type { Plugin } from 'esbuild';

export const wat: Plugin;
export const watInVite: { readonly name: string; load(id: string): Promise<string> | undefined };
