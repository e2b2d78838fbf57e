import { describe, expect, test } from 'vitest';
import type {
  AbsPath,
  FilePlace,
  RelPath,
  SearchHit,
  SearchReply,
} from '../../../../src/actors/protocol/workspace.js';
import type { MentionOffer } from '../../../../src/actors/protocol/ui.js';
import { type Deferred, deferred } from '../../../../src/actors/runtime/deferred.js';
import { Mentions } from '../../../../src/host/vscode/mentions/mentions.js';
import { FakeClock } from '../../../doubles/fake-clock.js';
import { settle } from '../../../doubles/settle.js';

const hit = (path: string): SearchHit => ({
  root: '/work' as AbsPath,
  path: path as RelPath,
  isDir: false,
  isSymlink: false,
  isCore: false,
  mtimeMs: 0,
  score: 0,
  ranges: [],
});

const symbolOf = (name: string): MentionOffer => {
  return { kind: 'symbol', name, icon: 'class', path: '/work/a.ts', range: { startLine: 1, endLine: 2 } };
};

/** Mentions over a search that answers when the test says so. */
function makeMentions() {
  const asked: {
    query: string;
    options: unknown;
    signal: AbortSignal | undefined;
    reply: Deferred<SearchReply>;
  }[] = [];
  const answers: [id: number, paths: string[]][] = [];
  const places: (FilePlace | undefined)[] = [];
  const offers: [id: number, names: string[]][] = [];
  const symbolQueries: string[] = [];
  const problems: [what: string, error: unknown][] = [];
  const clock = new FakeClock();
  const mentions = new Mentions({
    clock,
    openWorkspace: () =>
      Promise.resolve({
        roots: ['/work' as AbsPath],
        search: (query, { signal, ...options } = {}) => {
          const reply = deferred<SearchReply>();
          asked.push({ query, options, signal, reply });
          return reply.promise;
        },
      }),
    openFolder: () => 'src/open',
    isIndexed: () => true,
    listFolders: () => Promise.resolve(['src', 'ignored']),
    listOffers: () => [{ kind: 'symbols' }],
    findSymbols: (query) => {
      symbolQueries.push(query);
      return Promise.resolve(query === 'broken' ? Promise.reject(new Error('gone')) : [symbolOf(query)]);
    },
    onOffers: (id, offered) =>
      offers.push([id, offered.map((offer) => ('name' in offer ? offer.name : offer.kind))]),
    onHits: (id, hits, place) => {
      answers.push([id, hits.map(({ path }) => path)]);
      places.push(place);
    },
    onProblem: (what, error) => problems.push([what, error]),
  });
  const answerIn = async (
    state: SearchReply['state'],
    index: number,
    paths: readonly string[],
  ): Promise<void> => {
    asked[index]?.reply.resolve({ hits: paths.map(hit), state, hasMore: false });
    await settle();
  };
  const answer = (index: number, ...paths: readonly string[]): Promise<void> =>
    answerIn('ready', index, paths);
  /** Answers as an index that is not whole. */
  const answerPart = (index: number, ...paths: readonly string[]): Promise<void> =>
    answerIn('partial', index, paths);
  return { mentions, asked, answers, places, offers, symbolQueries, problems, answer, answerPart, clock };
}

describe('a mention query', () => {
  test('is answered with what a fuzzy search of all roots finds', async () => {
    const { mentions, asked, answers, answer } = makeMentions();
    void mentions.search(1, 'ma');
    await settle();
    await answer(0, 'main.ts');
    expect(answers).toEqual([[1, ['main.ts']]]);
    expect(asked.map(({ query, options }) => [query, options])).toEqual([
      ['ma', { base: 'src/open', limit: 50, mode: 'fuzzy' }],
    ]);
  });

  test.each([
    ['ma', 'src/open'],
    ['./', 'src/open'],
    ['../ma', 'src/open'],
    ['src/ma', ''],
    ['src/', ''],
    ['/work/src/main.ts', ''],
  ])('%s is read from the folder "%s"', async (query, base) => {
    const { mentions, asked } = makeMentions();
    void mentions.search(1, query);
    await settle();
    expect(asked.map(({ options }) => options)).toMatchObject([{ base }]);
  });

  test('is answered with the place that it names in the file', async () => {
    const { mentions, asked, places } = makeMentions();
    void mentions.search(1, 'main.ts:7');
    await settle();
    asked[0]?.reply.resolve({ hits: [hit('main.ts')], state: 'ready', hasMore: false, place: { line: 7 } });
    await settle();
    expect(places).toEqual([{ line: 7 }]);
  });

  test('is cancelled by the next one, and its answer is not given any more', async () => {
    const { mentions, asked, answers, answer } = makeMentions();
    void mentions.search(1, 'm');
    await settle();
    void mentions.search(2, 'ma');
    await settle();
    expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
    await answer(0, 'old.ts');
    await answer(1, 'new.ts');
    expect(answers).toEqual([[2, ['new.ts']]]);
  });

  test('is never asked when the next one came before there was a workspace', async () => {
    const { mentions, asked } = makeMentions();
    void mentions.search(1, 'm');
    void mentions.search(2, 'ma');
    await settle();
    expect(asked.map(({ query }) => query)).toEqual(['ma']);
  });

  test('finds nothing when the index fails, which is reported', async () => {
    const { mentions, asked, answers, problems } = makeMentions();
    const searched = mentions.search(1, 'm');
    await settle();
    const error = new Error('lost');
    asked[0]?.reply.reject(error);
    await searched;
    expect(answers).toEqual([[1, []]]);
    expect(problems).toEqual([['The index could not be searched', error]]);
  });

  test('that found nothing is asked again when the index changes, once for many changes', async () => {
    const { mentions, asked, answers, answer, clock } = makeMentions();
    void mentions.search(1, 'late');
    await settle();
    await answer(0);
    mentions.indexChanged();
    mentions.indexChanged();
    clock.advance(250);
    await settle();
    await answer(1, 'late.ts');
    expect(asked.map(({ query }) => query)).toEqual(['late', 'late']);
    expect(answers).toEqual([
      [1, []],
      [1, ['late.ts']],
    ]);
  });

  test('that an index answered in part is asked again; what was there keeps its place', async () => {
    const { mentions, asked, answers, symbolQueries, answer, answerPart, clock } = makeMentions();
    void mentions.search(1, 'late');
    await settle();
    await answerPart(0, 'b/late.ts', 'c/late.ts');
    clock.advance(200);
    await settle();
    for (const [index, paths] of [
      ['c/late.ts', 'a/late.ts'],
      ['a/late.ts', 'b/late.ts'],
    ].entries()) {
      mentions.indexChanged();
      clock.advance(250);
      await settle();
      await answerPart(index + 1, ...paths);
    }
    mentions.indexChanged();
    clock.advance(250);
    await settle();
    await answer(3, 'late.ts');
    mentions.indexChanged();
    clock.advance(1000);
    expect(asked).toHaveLength(4);
    // The second repetition found nothing new, and nothing was said.
    expect(answers).toEqual([
      [1, ['b/late.ts', 'c/late.ts']],
      [1, ['b/late.ts', 'c/late.ts', 'a/late.ts']],
      [1, ['b/late.ts', 'c/late.ts', 'a/late.ts', 'late.ts']],
    ]);
    expect(symbolQueries).toEqual(['late']);
  });

  test('is asked again for a change that came while it was searched, when the answer may not have it', async () => {
    const { mentions, asked, answers, answer, answerPart, clock } = makeMentions();
    void mentions.search(1, 'late');
    await settle();
    mentions.indexChanged();
    await answerPart(0, 'late.ts');
    clock.advance(250);
    await settle();
    mentions.indexChanged();
    await answer(1, 'late.ts', 'a/late.ts');
    clock.advance(1000);
    await settle();
    expect(asked).toHaveLength(2);
    expect(answers.at(-1)).toEqual([1, ['late.ts', 'a/late.ts']]);
  });

  test.each([
    ['that found something', ['main.ts'], () => undefined],
    [
      'that found nothing and was called off',
      [],
      (mentions: Mentions) => {
        mentions.cancel();
      },
    ],
  ] as const)('%s is not asked again when the index changes', async (_, found, before) => {
    const { mentions, asked, answer, clock } = makeMentions();
    void mentions.search(1, 'ma');
    await settle();
    await answer(0, ...found);
    before(mentions);
    mentions.indexChanged();
    clock.advance(1000);
    await settle();
    expect(asked).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  test('that was called off is no failure', async () => {
    const { mentions, asked, answers, problems } = makeMentions();
    const searched = mentions.search(1, 'm');
    await settle();
    mentions.cancel();
    asked[0]?.reply.reject(asked[0].signal?.reason);
    await searched;
    expect([answers, problems]).toEqual([[], []]);
  });
});

describe('beside files', () => {
  test('an empty query offers what the editor has, then the top of the workspace', async () => {
    const { mentions, asked, answers, offers, answer } = makeMentions();
    void mentions.search(1, '');
    expect(offers).toEqual([[1, ['symbols']]]);
    await settle();
    expect(asked.map(({ query, options }) => [query, options])).toEqual([
      ['src/', { base: '', root: '/work', limit: 1, mode: 'prefix' }],
    ]);
    await answer(0, 'src/main.ts');
    await answer(1);
    expect(answers).toEqual([[1, ['src']]]);
  });

  test('symbols come behind the files of a word, and not before the person pauses', async () => {
    const { mentions, offers, symbolQueries, answer, clock } = makeMentions();
    void mentions.search(1, 'tot');
    await settle();
    await answer(0, 'total.ts');
    expect(symbolQueries).toEqual([]);
    clock.advance(200);
    await settle();
    expect(symbolQueries).toEqual(['tot']);
    expect(offers).toEqual([[1, ['tot']]]);
  });

  test.each(['to', 'src/tot', 'tot.ts'])('%s is not searched for among symbols', async (query) => {
    const { mentions, symbolQueries, answer, clock } = makeMentions();
    void mentions.search(1, query);
    await settle();
    await answer(0, 'total.ts');
    clock.advance(200);
    await settle();
    expect(symbolQueries).toEqual([]);
  });

  test('# searches symbols alone, and the next key cancels that', async () => {
    const { mentions, asked, answers, offers, symbolQueries, clock } = makeMentions();
    void mentions.search(1, '#t');
    clock.advance(100);
    void mentions.search(2, '#to');
    clock.advance(200);
    await settle();
    expect(asked).toEqual([]);
    expect(symbolQueries).toEqual(['to']);
    expect(offers).toEqual([[2, ['to']]]);
    expect(answers).toEqual([[2, []]]);
  });

  test('symbols that cannot be searched are reported, and the files stay', async () => {
    const { mentions, answers, offers, problems, answer, clock } = makeMentions();
    void mentions.search(1, 'broken');
    await settle();
    await answer(0, 'broken.ts');
    clock.advance(200);
    await settle();
    expect(answers).toEqual([[1, ['broken.ts']]]);
    expect(offers).toEqual([]);
    expect(problems).toEqual([['Symbols could not be searched', new Error('gone')]]);
  });
});
