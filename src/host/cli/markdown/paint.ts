import type { styleText } from 'node:util';

/** Applies a style to a text, or returns it unchanged where there are no colours. */
export type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;
