/** Works on items in order, in as many worlds at once as there are; the results have the order of the items. */
export async function shareAmong<World, Item, Result>(
  worlds: readonly World[],
  items: readonly Item[],
  work: (world: World, item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  await Promise.all(
    worlds.map(async (world) => {
      while (next < items.length) {
        const index = next++;
        const item = items[index];
        if (item !== undefined) results[index] = await work(world, item);
      }
    }),
  );
  return results;
}
