import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeLine } from './judge-line.js';

const RUNS = 1_000;

const safe = fc.constantFrom(
  'ls -la',
  'cat a',
  "grep -n 'x; rm a' b",
  'echo "a | b"',
  'pwd',
  'git rev-parse HEAD',
  "find . -name '*.ts'",
  'wc -l < a',
  'head -n 5 a 2>/dev/null',
  "printf '%s' a",
);

/** Each writes, deletes, downloads or runs other code, in one way or another. */
const harmful = fc.constantFrom(
  'rm a',
  'rm -rf .',
  "'rm' a",
  "r''m a",
  'r\\m a',
  '"r"m a',
  "$'\\x72m' a",
  '$(echo rm) a',
  '${x:-rm} a',
  '$x a',
  'echo x > a',
  'cat a >> b',
  'sed -i s/a/b/ c',
  'find . -delete',
  'find . -exec rm {} +',
  'xargs rm',
  'bash -c "rm a"',
  "sh -c 'rm a'",
  "eval 'rm a'",
  'env rm a',
  'sudo rm a',
  'timeout 5 rm a',
  'command rm a',
  'curl x',
  'git push',
  'npm install',
  'python3 -c x.py',
  'PATH=. ls',
  'alias ls=rm',
  'sort -o a b',
  '. ./a',
  './ls',
  '/bin/rm a',
);

const join = (one: string, operator: string, other: string): string => `${one} ${operator} ${other}`;
const operators = fc.constantFrom('|', '|&', '&&', '||', ';', '\n');

/** Lines that hold the given one somewhere, as something that is run. */
function around(line: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    fc.tuple(line, operators, safe).map((parts) => join(...parts)),
    fc.tuple(safe, operators, line).map((parts) => join(...parts)),
    line.map((inner) => `( ${inner} )`),
    line.map((inner) => `{ ${inner}; }`),
    fc.tuple(line, safe).map(([inner, other]) => `if ${inner}; then ${other}; fi`),
    fc.tuple(line, safe).map(([inner, other]) => `if ${other}; then ${other}; else ${inner}; fi`),
    fc.tuple(line, safe).map(([inner, other]) => `while ${other}; do ${inner}; done`),
    line.map((inner) => `for f in a b; do ${inner}; done`),
    line.map((inner) => `echo $( ${inner} )`),
    line.map((inner) => `echo "x $( ${inner} ) y"`),
    line.map((inner) => `diff <(${inner}) a`),
  );
}

function nested(line: fc.Arbitrary<string>, depth: number): fc.Arbitrary<string> {
  return depth === 0 ? line : fc.oneof(line, around(nested(line, depth - 1)));
}

test('a line of safe commands is safe however they are joined', () => {
  fc.assert(
    fc.property(nested(safe, 3), (line) => {
      expect(judgeLine(line)).toMatchObject({ kind: 'safe', world: 'looking' });
    }),
    { numRuns: RUNS },
  );
});

test('a line is not safe when a harmful command stands anywhere in it', () => {
  const places = fc.oneof(
    nested(harmful, 3),
    around(harmful).map((line) => `cat <<EOF\n$(${line})\nEOF`),
    harmful.map((line) => `find . -exec ${line} \\;`),
    harmful.map((line) => `bash -c '${line.replaceAll("'", String.raw`'\''`)}'`),
    harmful.map((line) => `ls \`${line}\``),
    harmful.map((line) => `f() { ${line}; }; f`),
    harmful.map((line) => `case x in x) ${line};; esac`),
    harmful.map((line) => `echo $((1 + $(${line})))`),
    harmful.map((line) => `ls \${x:-$(${line})}`),
    harmful.map((line) => `trap "${line.replaceAll(/["$]/g, String.raw`\$&`)}" EXIT`),
  );
  fc.assert(
    fc.property(places, (line) => {
      expect(judgeLine(line).kind).toBe('ask');
    }),
    { numRuns: RUNS },
  );
});

test('a line of random pieces of shell is judged, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 60, unit: fc.constantFrom(...Array.from('ab ;|&<>(){}[]$`"\'\\#*=!-/\n\t')) }),
      (line) => {
        expect(['safe', 'ask']).toContain(judgeLine(line).kind);
      },
    ),
    { numRuns: RUNS },
  );
});
