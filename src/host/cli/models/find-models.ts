import type { KnownModel } from '../../providers/known-model.js';

/** The models in whose name or title each of the words occurs, in any case. */
export function findModels(models: readonly KnownModel[], words: readonly string[]): readonly KnownModel[] {
  const wanted = words.map((word) => word.toLowerCase());
  return models.filter(({ name, title = '' }) => {
    const text = `${name} ${title}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
