import type { styleText } from 'node:util';

/** Gives a text a look, or leaves it as it is where there are no colours. */
export type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;
