import { LLMock } from '@copilotkit/aimock';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ModelServer } from '../../../actors/llm/model-server.js';
import { CASES } from './cases.js';
import { KEY, PROVIDERS } from './providers.js';

// `TROUPE_FAULT_TABLE=1` prints what a person sees in each case, and how many requests were made.
const isPrinted = process.env['TROUPE_FAULT_TABLE'] !== undefined;

// A sentence that begins with what a person can do, or says it behind a condition.
const ADVICE = /(?:^|[.:!?] |, )(?:Check|Change|Choose|Put|Send|Set|Start|Try|try|Use|use|Wait|make it)\b/;

const rows: (readonly [case_: string, provider: string, sees: string, tries: number])[] = [];

describe.each(PROVIDERS)('$label', (provider) => {
  const mock = new LLMock({ port: 0, logLevel: 'silent', chunkSize: 4 });
  let server: ModelServer;
  let other: ModelServer;

  beforeAll(() => mock.start());
  afterAll(() => mock.stop());
  beforeEach(async () => {
    mock.reset();
    mock.clearChaos();
    [server, other] = await Promise.all([ModelServer.start(), ModelServer.start()]);
  });
  afterEach(async () => {
    await Promise.all([server[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]);
  });

  test.each(CASES)(
    '$name: the person sees what to do',
    async ({ name, run, sees, tries, waits = [], check }) => {
      const world = { provider, mock, server, other };
      const asked = await run(world);
      const { outcome, sent, pending } = asked;
      const shown =
        outcome.type === 'answer' ? `answer: ${outcome.content}` : `${outcome.code}: ${outcome.message}`;
      rows.push([name, provider.label, shown, sent.length]);
      if ('answer' in sees) expect(outcome).toEqual({ type: 'answer', content: sees.answer });
      else {
        expect(outcome).toMatchObject({ type: 'error', code: sees.code });
        expect(shown).toContain(sees.words);
        if (sees.code !== 'CANCELLED') expect(shown).toMatch(ADVICE);
      }
      expect([sent.length, asked.waits, pending]).toEqual([tries, waits, 0]);
      expect(JSON.stringify([asked.events, asked.entries])).not.toContain(KEY);
      await check?.(asked, world);
    },
  );
});

afterAll(() => {
  if (!isPrinted) return;
  const lines = CASES.flatMap(({ name }) => {
    const seen = new Map<string, string[]>();
    for (const [of, provider, sees, tries] of rows) {
      if (of !== name) continue;
      // The port of a server on loopback differs from run to run.
      const row = `${sees.replace(/https?:\/\/[\w.]+(?::\d+)?(?:\/v1)?/g, 'URL')} | ${tries}`;
      seen.set(row, [...(seen.get(row) ?? []), provider]);
    }
    return [...seen].map(([row, providers]) => {
      const who = providers.length === PROVIDERS.length ? 'all' : providers.join('; ');
      return `| ${name} | ${who} | ${row} |`;
    });
  });
  const head = ['', '| case | provider | the person sees | requests |', '| --- | --- | --- | --- |'];
  console.log([...head, ...lines].join('\n'));
});
