// Draws docs/capture.svg: a real run of the built program on this repository, as a terminal shows it.
// Needs `script` (util-linux) for a terminal. Usage: npm run capture
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import xterm from '@xterm/headless';

const root = join(import.meta.dirname, '..');
const QUESTION = 'Where is createHost defined?';
const COLUMNS = 108;
// More than the run prints, so that nothing goes up out of sight.
const ROWS = 120;
const MAX_LINES = 36;
const LINE_PX = 18;
const CHAR_PX = 8.05;

const output = execFileSync(
  'script',
  ['-qec', `stty cols ${COLUMNS} rows ${ROWS}; node dist/cli.js --root . chat "${QUESTION}"`, '/dev/null'],
  { cwd: root, input: '\u0004', encoding: 'utf8', env: { ...process.env, NO_COLOR: '', TERM: 'xterm' } },
);

const terminal = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, scrollback: 1000, allowProposedApi: true });
await new Promise((resolve) => {
  terminal.write(`$ troupe chat "${QUESTION}"\r\n${output.replaceAll(root, '~/troupe')}`, resolve);
});

const COLORS = { 1: '#f47067', 2: '#57ab5a', 3: '#c69026', 6: '#39c5cf' };
const escapeXml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** What a cell looks like, as the attributes of a tspan. */
function lookOf(cell) {
  return [
    ...(cell.isBold() ? ['font-weight="bold"'] : []),
    ...(cell.isItalic() ? ['font-style="italic"'] : []),
    ...(cell.isUnderline() ? ['text-decoration="underline"'] : []),
    ...(cell.isDim() ? ['opacity="0.65"'] : []),
    ...(cell.isFgPalette() && COLORS[cell.getFgColor()] ? [`fill="${COLORS[cell.getFgColor()]}"`] : []),
  ].join(' ');
}

/** A line of the terminal as tspans, one for each run of the same look. */
function toTspans(line) {
  const runs = [];
  for (let column = 0; column < line.length; column++) {
    const cell = line.getCell(column);
    const look = lookOf(cell);
    const chars = cell.getWidth() === 0 ? '' : cell.getChars() || ' ';
    if (runs.at(-1)?.look === look) runs.at(-1).text += chars;
    else runs.push({ look, text: chars });
  }
  const last = runs.at(-1);
  if (last !== undefined) last.text = last.text.trimEnd();
  return runs
    .filter(({ text }) => text !== '')
    .map(({ look, text }) => `<tspan${look === '' ? '' : ` ${look}`}>${escapeXml(text)}</tspan>`)
    .join('');
}

const { active } = terminal.buffer;
const lines = Array.from({ length: active.length }, (_, index) => toTspans(active.getLine(index))).slice(
  0,
  MAX_LINES,
);
while (lines.at(-1) === '') lines.pop();
const height = lines.length * LINE_PX + 32;
const width = Math.round(COLUMNS * CHAR_PX + 32);
const rows = lines.map(
  (line, index) => `<text x="16" y="${30 + index * LINE_PX}" xml:space="preserve">${line}</text>`,
);
writeFileSync(
  join(root, 'docs/capture.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="A terminal in which troupe answers a question about its own code">
<rect width="100%" height="100%" rx="8" fill="#1c2128"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13" fill="#cdd9e5">
${rows.join('\n')}
</g>
</svg>
`,
);
