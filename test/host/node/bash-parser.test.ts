import { afterEach, describe, expect, test, vi } from 'vitest';
import type { SyntaxTree } from '../../../src/actors/approvals/syntax/syntax-tree.js';
import { loadBashParser } from '../../../src/host/node/bash-parser.js';

const parse = await loadBashParser();

const fill = (part: string, chars: number): string => part.repeat(Math.floor(chars / part.length));

/** Lines that people and models write, as long as they come. */
const HONEST: readonly (readonly [name: string, line: string])[] = [
  ['a pipeline of 1,000 characters', `cat a.ts ${fill('| grep -v foo ', 1_000)}`],
  ['a list of 3,900 characters', `true ${fill('&& sed -n "1,40p" src/host/node/bash-parser.ts ', 3_900)}`],
  ['a loop in each line', fill('for f in *.ts; do echo "$f"; wc -l "$f"; done\n', 2_500)],
  ['a script of awk in each line', fill("awk '{print $1, $2}' file | sort | uniq -c\n", 2_500)],
  ['a quoted here-document', `cat > a.md <<'EOF'\n${fill("It's (only) `text`, at 5 $ a line.\n", 3_900)}EOF`],
  ['a here-document with variables', `cat <<EOF\n${fill('name=$NAME and ${HOME}/x\n', 3_900)}EOF`],
  ['a message of a commit', `git commit -m "$(cat <<'EOF'\n${fill('Why (and how).\n', 3_800)}EOF\n)"`],
  [
    'JSON in quotes',
    `curl -d '${JSON.stringify(Array.from({ length: 120 }, (_, id) => ({ id })))}' https://a`,
  ],
  ['a case with 30 patterns', `case $a in ${fill('a|b) echo x;; ', 30 * 14)}esac`],
  ['file names', `ls ${fill('src/host/node/bash-parser.ts ', 3_900)}`],
];

/** Lines that occupy the parser for up to a second, each by other means. */
const HOSTILE: readonly (readonly [name: string, line: string])[] = [
  ['signs at each of which the parser looks ahead to the end', fill('@a', 3_996)],
  ['the same beside a bracket', fill('[a ', 3_996)],
  ['brackets that close nothing', fill("')", 3_996)],
  ['brackets of other kinds than those that are open', fill('${a]', 3_996)],
  ['brackets in brackets', fill('$((', 3_996)],
  ['variables in 30 brackets', '('.repeat(30) + fill('$a', 3_900)],
  ['more short commands than anybody reads', fill('a;', 3_996)],
];

afterEach(() => {
  vi.restoreAllMocks();
});

/** Has each look at the clock find it ten seconds later. */
function slowDown(): void {
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 10_000));
}

describe('the parser of shell lines', () => {
  test.each(HONEST)('reads %s, also on a slow machine', (_, line) => {
    const tree = parse(line);
    expect(tree).toMatchObject({ text: line, hasError: false });
    slowDown();
    expect(parse(line)).toEqual(tree);
  });

  test.each(HOSTILE)('gives up %s, however fast the machine is', (_, line) => {
    vi.spyOn(performance, 'now').mockReturnValue(0);
    expect(parse(line)).toBeUndefined();
  });

  test('answers the same whatever it has read before', () => {
    const lines = [...HONEST, ...HOSTILE].map(([, line]) => line);
    const answers = new Map<string, SyntaxTree | undefined>(lines.map((line) => [line, parse(line)]));
    for (const before of HOSTILE.map(([, line]) => line)) {
      for (const [line, answer] of answers) {
        parse(before);
        expect(parse(line)).toEqual(answer);
      }
    }
  });

  test('reads characters of two units wherever they stand', () => {
    const typesOf = (node: SyntaxTree): unknown[] => [node.type, ...node.children.map(typesOf)];
    const trees = Array.from({ length: 20 }, (_, more) => parse(`${'a'.repeat(50 + more)} <<😀\nb\n😀`));
    const shapes = trees.map((tree) => JSON.stringify(tree === undefined ? [] : typesOf(tree)));
    expect(new Set(shapes).size).toBe(1);
  });
});
