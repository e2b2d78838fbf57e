// Draws docs/capture.svg: a real run of the built program on this repository, as a terminal shows it.
// Needs `script` (util-linux) for a terminal. Usage: npm run capture
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const QUESTION = 'Where is createHost defined?';
const COLUMNS = 108;
const MAX_LINES = 36;
const LINE_PX = 18;
const CHAR_PX = 8.05;

const output = execFileSync(
  'script',
  ['-qec', `stty cols 200; node dist/cli.js --root . chat "${QUESTION}"`, '/dev/null'],
  { cwd: root, input: '\u0004', encoding: 'utf8', env: { ...process.env, NO_COLOR: '', TERM: 'xterm' } },
);
const shown = output.replaceAll('\r', '').replaceAll(root, '~/troupe').split('\n').slice(0, MAX_LINES);
shown[0] = `$ troupe chat "${QUESTION}"\n${shown[0]}`;

const COLORS = { 31: '#f47067', 32: '#57ab5a', 33: '#c69026', 36: '#39c5cf' };
const escapeXml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

// It goes on from line to line.
let style = {};

/** A line with its styles as tspans, cut at the width of the picture. */
function toTspans(line) {
  let width = 0;
  return line
    .split(/(\u001b\[[0-9;]*[A-Za-z])/)
    .map((part) => {
      const code = /^\u001b\[(\d*)m$/.exec(part)?.[1];
      if (part.startsWith('\u001b')) {
        if (code === '1') style = { ...style, 'font-weight': 'bold' };
        else if (code === '2') style = { ...style, opacity: '0.65' };
        else if (COLORS[code]) style = { ...style, fill: COLORS[code] };
        else style = {};
        return '';
      }
      const text = part.slice(0, Math.max(0, COLUMNS - width));
      width += part.length;
      const attributes = Object.entries(style).map(([name, value]) => ` ${name}="${value}"`);
      return text === '' ? '' : `<tspan${attributes.join('')}>${escapeXml(text)}</tspan>`;
    })
    .join('');
}

const lines = shown.join('\n').split('\n');
const height = lines.length * LINE_PX + 32;
const width = Math.round(COLUMNS * CHAR_PX + 32);
const rows = lines.map(
  (line, index) => `<text x="16" y="${30 + index * LINE_PX}" xml:space="preserve">${toTspans(line)}</text>`,
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
