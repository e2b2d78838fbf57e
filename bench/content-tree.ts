import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom, fileName, FOLDERS, WORDS, type Random } from './make-tree.js';

// The middle of 78,000 files of the Linux source, and how much of its bytes its long files hold.
const USUAL_BYTES = 9000;
const LONG_FILE_CHANCE = 0.02;
const LONG_BYTES = 150_000;
const FILES_A_FOLDER = 40;
// Blocks of lines that files are made of: drawing each line anew would take minutes, and no searcher sees that they
// repeat.
const BLOCKS = 4000;
const LINES_A_BLOCK = 12;

/**
 * A name that is in every so-manieth file, one that is in three files and one that is in none. Their words, and pairs of
 * them, are in many: no filter of letters has it easy.
 */
export const CONTENT_NEEDLES = {
  common: 'mapperTicketWindow',
  rare: 'windowMapperTicket',
  absent: 'ticketWindowMapper',
};
const COMMON_EVERY = 97;
const RARE_AT = [0.2, 0.5, 0.9];

/** Writes files of code-like lines below an existing, empty directory. Returns how many. */
export function makeContentTree(
  directory: string,
  options: { readonly seed: number; readonly bytes: number },
): number {
  const random = createRandom(options.seed);
  const blocks = Array.from({ length: BLOCKS }, () => block(random));
  const rareAt = RARE_AT.map((share) => share * options.bytes);
  let files = 0;
  let folder = '';
  for (let written = 0; written < options.bytes; files += 1) {
    if (files % FILES_A_FOLDER === 0) {
      folder = `${random.pick(FOLDERS)}/${random.pick(FOLDERS)}-${files / FILES_A_FOLDER}`;
      mkdirSync(join(directory, folder), { recursive: true });
    }
    const usual = USUAL_BYTES * (0.2 + 1.6 * (random.below(1000) / 1000));
    const length = Math.min(random.chance(LONG_FILE_CHANCE) ? LONG_BYTES : usual, options.bytes - written);
    const parts: string[] = [];
    for (let bytes = 0; bytes < length;) {
      const part = random.pick(blocks);
      parts.push(part);
      bytes += part.length;
    }
    if (files % COMMON_EVERY === 0) parts.push(`  return ${CONTENT_NEEDLES.common}(${files});\n`);
    const due = rareAt[0];
    if (due !== undefined && written >= due) {
      rareAt.shift();
      parts.push(`  // ${CONTENT_NEEDLES.rare}\n`);
    }
    const text = parts.join('');
    writeFileSync(join(directory, folder, `${files}-${fileName(random)}`), text);
    written += text.length;
  }
  return files;
}

function block(random: Random): string {
  const name = (): string => {
    const second = random.pick(WORDS);
    return random.pick(WORDS) + second.charAt(0).toUpperCase() + second.slice(1);
  };
  const lines = [
    `export function ${name()}(${name()}: ${name()}, ${random.pick(WORDS)} = ${random.below(1000)}) {`,
  ];
  while (lines.length < LINES_A_BLOCK)
    lines.push(
      random.chance(0.3)
        ? `  // ${Array.from({ length: 8 }, () => random.pick(WORDS)).join(' ')}`
        : `  const ${name()} = ${name()}.${random.pick(WORDS)}(${random.pick(WORDS)}, ${random.below(100_000)});`,
    );
  return `${lines.join('\n')}\n}\n\n`;
}
