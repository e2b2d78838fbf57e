import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');

interface Item {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
}

interface Manifest {
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly icon?: string;
    }[];
    readonly menus: Readonly<Record<string, readonly Item[]>>;
    readonly submenus: readonly { readonly id: string }[];
    readonly keybindings: readonly { readonly command: string; readonly key: string; readonly mac: string }[];
    readonly walkthroughs: readonly {
      readonly steps: readonly {
        readonly id: string;
        readonly description: string;
        readonly media: { readonly markdown: string };
      }[];
    }[];
  };
}

const { contributes } = JSON.parse(readFileSync(join(root, 'extension/package.json'), 'utf8')) as Manifest;
const declared = contributes.commands.map(({ command }) => command);

describe('the manifest', () => {
  test('declares every command that is registered here, once', () => {
    const code = readFileSync(join(root, 'src/host/vscode/commands/register-commands.ts'), 'utf8');
    const registered = [...code.matchAll(/register\('(\w+)'/g)].map(([, name]) => `troupe.${name}`);
    expect(registered.length).toBeGreaterThan(20);
    expect(registered.filter((command) => !declared.includes(command))).toEqual([]);
    expect(new Set(declared).size).toBe(declared.length);
  });

  test('uses commands and submenus that it declares, in menus, keys and the walkthrough', () => {
    const items = Object.values(contributes.menus).flat();
    const used = [
      ...items.flatMap(({ command }) => command ?? []),
      ...contributes.keybindings.map(({ command }) => command),
      ...contributes.walkthroughs
        .flatMap(({ steps }) => steps)
        .flatMap(({ description }) =>
          [...description.matchAll(/\(command:([\w.]+)\)/g)].map(([, id]) => id ?? ''),
        ),
    ];
    expect(used.filter((command) => !declared.includes(command))).toEqual([]);
    const submenus = contributes.submenus.map(({ id }) => id);
    expect(items.flatMap(({ submenu }) => submenu ?? []).filter((id) => !submenus.includes(id))).toEqual([]);
    for (const id of submenus) expect(contributes.menus[id]?.length).toBeGreaterThan(0);
  });

  test('gives no key twice, and each command a title of its own', () => {
    const keys = contributes.keybindings.flatMap(({ key, mac }) => [key, mac]);
    expect(new Set(keys).size).toBe(keys.length);
    const titles = contributes.commands.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  test('names media of the walkthrough that are there', () => {
    for (const { media } of contributes.walkthroughs.flatMap(({ steps }) => steps))
      expect([media.markdown, existsSync(join(root, 'extension', media.markdown))]).toEqual([
        media.markdown,
        true,
      ]);
  });
});
