import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { UnaskedAddressError } from '../../../../src/actors/protocol/errors.js';
import type { CallPreview, ToolContext } from '../../../../src/actors/protocol/tool.js';
import type { WebTarget } from '../../../../src/actors/protocol/web/web-target.js';
import { digestOf } from '../../../../src/actors/tools/gate/check-shown.js';
import { judgeAddress } from '../../../../src/actors/tools/web/address/judge-address.js';
import { createFetchUrlTool } from '../../../../src/actors/tools/web/fetch-url.js';
import type { WebAccess, WebResponse } from '../../../../src/actors/tools/web/web-access.js';
import { FakeClock } from '../../../doubles/fake-clock.js';

// The fewest of a law about what leaves this machine.
const RUNS = { numRuns: 3_000 };

const address = fc.constantFrom(
  '93.184.216.34',
  '8.8.8.8',
  '2606:4700::1111',
  '127.0.0.1',
  '::1',
  '10.0.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '::ffff:127.0.0.1',
  '64:ff9b::10.0.0.1',
  'fe80::1%eth0',
  'fd00::1',
  'not an address',
);

const host = fc.constantFrom(
  'a.example',
  'b.example',
  'a.example:8080',
  'wiki.local',
  'intranet',
  'localhost',
  'localhost:3000',
  '127.0.0.1',
  '0x7f.1',
  '2130706433',
  '[::1]',
  '[::ffff:10.0.0.1]',
  '169.254.169.254',
  '8.8.8.8',
  'A.EXAMPLE.',
);

const url = fc
  .tuple(fc.constantFrom('https', 'http'), host, fc.constantFrom('', 'x', 'y'))
  .map(([scheme, name, path]) => `${scheme}://${name}/${path}`);

const location = fc.oneof(
  url,
  fc.constantFrom('/z', '//b.example/', '//127.0.0.1/', 'x', 'file:///etc/passwd', '?q'),
);

/** Every name leads somewhere else each time, and every page redirects somewhere, or ends. */
const web = fc.record({
  answers: fc.array(fc.array(address, { maxLength: 3 }), { minLength: 1, maxLength: 8 }),
  locations: fc.array(fc.option(location), { minLength: 1, maxLength: 8 }),
});

/** The web of a case, in which nothing is sent anywhere. */
class PlannedWeb implements WebAccess {
  readonly opened: { readonly url: URL; readonly addresses: readonly string[] }[] = [];
  readonly looked: string[] = [];
  readonly #answers: readonly (readonly string[])[];
  readonly #locations: readonly (string | null)[];

  constructor({ answers, locations }: typeof web extends fc.Arbitrary<infer Case> ? Case : never) {
    this.#answers = answers;
    this.#locations = locations;
  }

  resolve(name: string): Promise<readonly string[]> {
    this.looked.push(name);
    return Promise.resolve(this.#answers[(this.looked.length - 1) % this.#answers.length] ?? []);
  }

  ownNetworks(): readonly never[] {
    return [];
  }

  open(to: URL, { addresses }: { readonly addresses: readonly string[] }): Promise<WebResponse> {
    this.opened.push({ url: to, addresses });
    const next = this.#locations[(this.opened.length - 1) % this.#locations.length] ?? undefined;
    return Promise.resolve({
      status: next === undefined ? 200 : 302,
      headers: { 'content-type': 'text/plain', ...(next === undefined ? {} : { location: next }) },
      body: nothing(),
      close: () => undefined,
    });
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  // A page without text.
}

type PagePreview = Extract<CallPreview, { kind: 'page' }>;

test('nothing is sent, and no name looked up, but what a person has seen and approved', async () => {
  await fc.assert(
    fc.asyncProperty(url, web, fc.array(fc.boolean(), { minLength: 1 }), async (start, planned, answers) => {
      const world = new PlannedWeb(planned);
      const tool = createFetchUrlTool({ web: world, clock: new FakeClock() });
      const params = tool.validate({ url: start });
      const approved: PagePreview[] = [];
      let target: WebTarget | undefined;
      for (let asked = 0; ; asked++) {
        const context: ToolContext = {
          signal: new AbortController().signal,
          roots: [],
          ...(target === undefined ? {} : { target }),
        };
        const preview = await tool.preview?.(params, context);
        if (preview?.kind !== 'page' || answers[asked % answers.length] !== true) break;
        approved.push(preview);
        try {
          await tool.run(params, { ...context, shown: digestOf(preview) });
          break;
        } catch (error) {
          if (!(error instanceof UnaskedAddressError)) break;
          ({ target } = error.details);
        }
        // A call ends, whatever comes.
        expect(asked).toBeLessThan(12);
      }
      for (const { url: sent, addresses } of world.opened) {
        const shown = approved.filter((preview) => preview.host === sent.host);
        expect(shown).not.toEqual([]);
        if (sent.protocol === 'http:')
          expect(shown.some((preview) => preview.url.startsWith('http:'))).toBe(true);
        const permitted = shown.flatMap((preview) => (preview.addresses ?? []).map((one) => one.address));
        for (const one of addresses) if (judgeAddress(one) !== undefined) expect(permitted).toContain(one);
        expect(addresses).not.toEqual([]);
      }
      const names = approved.map((preview) => new URL(preview.url).hostname);
      for (const name of world.looked) expect(names).toContain(name);
      // One look-up for each name that was asked about.
      expect(world.looked.length).toBeLessThanOrEqual(approved.length);
    }),
    RUNS,
  );
});
