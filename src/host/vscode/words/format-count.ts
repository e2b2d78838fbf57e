const NUMBER = new Intl.NumberFormat('en-US');

/** `1,234 files`, `1 file`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${NUMBER.format(count)} ${count === 1 ? one : many}`;
}
