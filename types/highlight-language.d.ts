import type { LanguageFn } from './highlight-core.js';

declare const language: LanguageFn;
// oxlint-disable-next-line import/no-default-export -- as the package does
export default language;
