import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ATTACHMENTS_SEPARATOR, stripAttachments } from '../../../../src/actors/protocol/attachments.js';
import type { Mention } from '../../../../src/actors/protocol/ui.js';
import { buildMessage } from '../../../../src/host/vscode/mentions/mention-message.js';

const mention = (path: string, root = '/work'): Mention => ({ root, path: path as Mention['path'] });
const build = (text: string, mentions: readonly Mention[], files: Readonly<Record<string, string>>) =>
  buildMessage({ text, mentions }, ({ root, path }) =>
    Promise.resolve(files[`${root}/${path}`] ?? files[path] ?? ''),
  );

describe('a message', () => {
  test('without mentions is what was typed', async () => {
    expect(await build('Hi', [], {})).toBe('Hi');
  });

  test('has the mentioned files behind it, in their order, each in a fence', async () => {
    const files = { 'a.ts': 'a.ts (1 line)\nlet a;', 'b.ts': 'b.ts (1 line)\nlet b;' };
    expect(await build('Compare', [mention('b.ts'), mention('a.ts')], files)).toBe(
      `Compare${ATTACHMENTS_SEPARATOR}\`\`\`\nb.ts (1 line)\nlet b;\n\`\`\`\n\n\`\`\`\na.ts (1 line)\nlet a;\n\`\`\``,
    );
  });

  test('has a file that was mentioned twice once, and two of one name in two roots both', async () => {
    const files = { '/x/a.ts': 'in x', '/y/a.ts': 'in y' };
    const text = await build(
      '?',
      [mention('a.ts', '/x'), mention('a.ts', '/y'), mention('a.ts', '/x')],
      files,
    );
    expect(text.slice(1 + ATTACHMENTS_SEPARATOR.length)).toBe('```\nin x\n```\n\n```\nin y\n```');
  });

  test('says which line of a file is meant', async () => {
    const text = await build('?', [{ ...mention('a.ts'), line: 7 }], { 'a.ts': 'let a;' });
    expect(text.slice(1 + ATTACHMENTS_SEPARATOR.length)).toBe('```\nlet a;\n```\n(Line 7 of it is meant.)');
  });

  test('has no more than 40,000 characters of a file, and says what is missing', async () => {
    const text = await build('?', [mention('a.ts')], { 'a.ts': `a.ts\n${'x'.repeat(50_000)}` });
    expect(text.slice(1 + ATTACHMENTS_SEPARATOR.length)).toBe(
      `\`\`\`\na.ts\n${'x'.repeat(39_995)}\n\`\`\`\n(Cut off after 40000 of 50005 characters. read_file and search_in_file show the rest.)`,
    );
  });

  test('has 120,000 characters of all files, and at least the name of each', async () => {
    const names = ['1', '2', '3', '4', '5'];
    const files = Object.fromEntries(names.map((name) => [name, `${name} (1 line)\n${'x'.repeat(40_000)}`]));
    const text = await build(
      '?',
      names.map((name) => mention(name)),
      files,
    );
    expect(text.length).toBeLessThan(121_000);
    expect(text).toContain('\n4 (1 line)\n```\n(Cut off after 10 of 40011 characters.');
    expect(text).toContain('\n5 (1 line)\n```\n(Cut off after 10 of 40011 characters.');
  });

  test('does not halve a character where it cuts', async () => {
    const text = await build('?', [mention('a')], { a: `a${'😀'.repeat(25_000)}` });
    expect(text.isWellFormed()).toBe(true);
    expect(text).toContain('(Cut off after 39999 of 50001 characters.');
  });

  test('fails with what reading fails with', async () => {
    const stopped = new Error('stopped');
    await expect(
      buildMessage({ text: '?', mentions: [mention('a')] }, () => Promise.reject(stopped)),
    ).rejects.toBe(stopped);
  });
});

test('no file can close its fence, whatever is in it', async () => {
  const content = fc.array(fc.constantFrom('`', '```', '\n', '~~~', 'x', '````\n'), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(content, async (parts) => {
      const text = parts.join('');
      const lines = (await build('', [mention('a')], { a: text }))
        .slice(ATTACHMENTS_SEPARATOR.length)
        .split('\n');
      const fence = lines[0] ?? '';
      expect(lines.filter((line) => line.includes(fence))).toEqual([fence, fence]);
      expect(lines.slice(1, -1).join('\n')).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test('what a person wrote is found again in the message', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.string(), async (text, file) => {
      expect(stripAttachments(await build(text, [mention('a')], { a: file }))).toBe(text);
    }),
    { numRuns: 100 },
  );
});
