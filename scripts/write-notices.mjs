import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Writes the licences of the packages that are in bundles, as they ask for. `inputs` are all files that went into them. */
export function writeNotices(inputs, destination) {
  const packages = new Map();
  for (const input of inputs) {
    const [, folder, name] = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(input) ?? [];
    if (folder !== undefined) packages.set(name, join(root, folder));
  }
  const notices = [...packages]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, folder]) => {
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const text = file === undefined ? `Licence: ${license}\n` : readFileSync(join(folder, file), 'utf8');
      return `${name} ${version}\n\n${text.trim()}\n`;
    });
  writeFileSync(destination, notices.join(`\n${'-'.repeat(80)}\n\n`));
}
