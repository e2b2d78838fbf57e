import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DepthLimit } from '../../../src/actors/mcp/client/depth-limit.js';

function follow(text: string, cuts: readonly number[] = []): void {
  const limit = new DepthLimit();
  const bytes = Buffer.from(text);
  let from = 0;
  for (const cut of [...cuts.map((one) => one % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)) {
    limit.follow(bytes.subarray(from, cut));
    from = cut;
  }
}

const nested = (levels: number): string => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;

test('what is nested too deep fails, and what is just not does not, in whatever pieces it comes', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 8 }), (cuts) => {
      follow(nested(2_000), cuts);
      expect(() => {
        follow(nested(2_002), cuts);
      }).toThrow('nested more than 2000 levels deep');
    }),
  );
});

test('brackets in texts do not count', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.nat(), { maxLength: 8 }), (text, cuts) => {
      follow(JSON.stringify([`${'['.repeat(3_000)}${text}`, '"[[', text, '\\', '{'.repeat(3_000)]), cuts);
    }),
  );
});

test('each message counts for itself', () => {
  const limit = new DepthLimit();
  for (let sent = 0; sent < 10; sent += 1) {
    limit.follow(Buffer.from('['.repeat(1_200)));
    limit.reset();
  }
});
