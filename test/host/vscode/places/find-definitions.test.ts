import { describe, expect, test } from 'vitest';
import type { AbsPath, GrepBatch, RelPath } from '../../../../src/actors/protocol/workspace.js';
import { definitionPattern, findDefinitions } from '../../../../src/host/vscode/places/find-definitions.js';

const defines = (line: string, name = 'total'): boolean =>
  new RegExp(definitionPattern(name), 'u').test(line);

describe('a line defines a name', () => {
  test.each([
    'export function total(cart: Cart): number {',
    'export default async function* total() {',
    'const total = 7;',
    'class total extends Base {',
    'export interface total {',
    'type total = number;',
    '  total(): number {',
    '  private static async total<T>(a: T): Promise<T> {',
    '  get total() {',
    'def total(self):',
    'func (c *Cart) total() int {',
    'pub fn total(&self) -> u32 {',
    'fun total(): Int = 7',
    'public int total(int a) {',
    'struct total {',
  ])('%j', (line) => {
    expect(defines(line)).toBe(true);
  });

  test.each([
    'return total(cart);',
    'const a = total(cart);',
    'if (total(cart)) {',
    'for (const a of total(b)) {',
    'total(() => {',
    'cart.total(a) {',
    'const totals = 7;',
    'const subtotal = 7;',
    'import { total } from "./cart.js";',
    '// the total of all',
  ])('%j does not', (line) => {
    expect(defines(line)).toBe(false);
  });

  test('and a sign in a name is no pattern', () => {
    expect(defines('const $el = 7;', '$el')).toBe(true);
    expect(defines('const el = 7;', '$el')).toBe(false);
  });
});

/** A workspace with these files of one line each. */
function workspaceOf(files: Readonly<Record<string, string>>) {
  return {
    grep: (query: unknown) => {
      const { pattern } = query as { readonly pattern: string };
      async function* search(): AsyncGenerator<GrepBatch> {
        for (const [path, text] of Object.entries(files))
          if (new RegExp(pattern, 'mu').test(text))
            yield await Promise.resolve({
              matches: [
                {
                  root: '/w' as AbsPath,
                  path: path as RelPath,
                  line: 1,
                  column: 1,
                  text,
                  before: [],
                  after: [],
                },
              ],
            });
      }
      return Promise.resolve(search());
    },
  };
}

test('the definition of a member is looked for where its class is', async () => {
  const workspace = workspaceOf({
    'a.ts': 'class Cart {\n  total() {',
    'b.ts': 'class Order {\n  total() {',
    'c.ts': 'cart.total();',
  });
  const paths = async (name: string) => (await findDefinitions(name, workspace)).map(({ path }) => path);
  expect(await paths('total')).toEqual(['a.ts', 'b.ts']);
  expect(await paths('Cart.total')).toEqual(['a.ts']);
  expect(await paths('Basket.total')).toEqual(['a.ts', 'b.ts']);
  expect(await paths('sum')).toEqual([]);
});
