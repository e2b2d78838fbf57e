/** Of the formats of pictures that models take, each is one that a page may show without running anything. */
export const SHOWN_TYPES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
]);
