/** Like `Promise.all` over `map`, with at most `limit` calls at a time. */
export async function mapLimited<T, R>(
  values: readonly T[],
  limit: number,
  map: (value: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = values.entries();
  const work = async (): Promise<void> => {
    for (const [index, value] of waiting) results[index] = await map(value);
  };
  await Promise.all(Array.from({ length: Math.min(limit, values.length) }, work));
  return results;
}
