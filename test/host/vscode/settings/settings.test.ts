import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  DEFAULT_SETTINGS,
  findAddressProblem,
  isOfPerson,
  readSettings,
  type Settings,
} from '../../../../src/host/vscode/settings/settings.js';

const read = (values: Readonly<Record<string, unknown>>) => readSettings((name) => values[name]);

describe('settings', () => {
  test('are the defaults when nothing is set', () => {
    expect(read({})).toEqual({ settings: DEFAULT_SETTINGS, problems: [], warnings: [] });
  });

  test('are what was set, without the space around it', () => {
    const values = {
      provider: 'openai',
      model: ' qwen3 ',
      baseUrl: ' http://localhost:11434/v1 ',
      effort: 'high',
      fallbackModel: ' mine/spare ',
      mode: 'gather',
      useGitignore: false,
      ignorePatterns: ['*.min.js'],
      corePatterns: ['/dist/'],
      maxIterations: 7,
      approveEdits: 'auto',
      approveCommands: 'ask',
      network: 'never',
      web: true,
      instructions: false,
      notify: 'always',
      openDiffs: false,
      sound: true,
      checkpoints: false,
      checkpointQuotaMb: 512,
    };
    expect(read(values)).toEqual({
      settings: {
        ...values,
        model: 'qwen3',
        baseUrl: 'http://localhost:11434/v1',
        fallbackModel: 'mine/spare',
      },
      problems: [],
      warnings: [],
    });
  });

  test.each([
    [
      'provider',
      'my server',
      '"offline", "openai", "vscode" or the name of a provider in providers.json, got "my server".',
    ],
    ['notify', 'sometimes', 'one of "always", "hidden", "never", got "sometimes".'],
    ['model', 7, 'a text, got 7.'],
    ['effort', 'huge', 'one of "", "none", "minimal", "low", "medium", "high", "xhigh", "max", got "huge".'],
    [
      'baseUrl',
      'localhost:11434',
      'empty or an http or https address without a user name, like "http://localhost:11434/v1", got "localhost:11434".',
    ],
    [
      'baseUrl',
      'https://me:secret@models.example',
      'empty or an http or https address without a user name, like "http://localhost:11434/v1", got "https://...@models.example".',
    ],
    ['mode', null, 'one of "ask", "gather", "plan", "agent", got null.'],
    ['useGitignore', 'yes', 'true or false, got "yes".'],
    ['ignorePatterns', '*.log', 'a list of patterns, each a text, got "*.log".'],
    ['corePatterns', ['a', 1], 'a list of patterns, each a text, got ["a",1].'],
    ['approveEdits', 'never', 'one of "ask", "auto", got "never".'],
    ['web', 'on', 'true or false, got "on".'],
    ['network', 'off', 'one of "ask", "allow", "never", got "off".'],
    ['approveCommands', true, 'one of "ask", "sandboxed", "auto", got true.'],
    ['maxIterations', 0, 'a whole number from 1 to 1000, got 0.'],
    ['maxIterations', 1.5, 'a whole number from 1 to 1000, got 1.5.'],
    ['maxIterations', '50', 'a whole number from 1 to 1000, got "50".'],
  ])('say what is wrong with %s, and use the default, when it is %j', (name, value, expected) => {
    const { settings, problems, warnings } = read({ [name]: value });
    expect(settings).toEqual(DEFAULT_SETTINGS);
    expect([...problems, ...warnings]).toEqual([
      expect.stringContaining(`The setting troupe.${name} must be ${expected}`),
    ]);
  });

  test('stand in the way only where their default may be what nobody meant', () => {
    const names = Object.keys(DEFAULT_SETTINGS) as (keyof Settings)[];
    const isInTheWay = (name: keyof Settings): boolean =>
      read({ [name]: { no: 'sense' } }).problems.length > 0;
    expect(names.filter(isInTheWay)).toEqual(['provider', 'model', 'baseUrl', 'mode']);
    expect(read({ sound: null }).warnings).toEqual([
      'The setting troupe.sound must be true or false, got null. Until then it is false.',
    ]);
  });

  test('say all that is wrong at once', () => {
    expect(read({ mode: 'x', model: 1, sound: 1, notify: 1 })).toMatchObject({
      problems: [expect.any(String), expect.any(String)],
      warnings: [expect.any(String), expect.any(String)],
    });
  });

  test('cut a long value where they quote it', () => {
    const [problem] = read({ mode: 'x'.repeat(1000) }).problems;
    expect(problem).toBe(
      `The setting troupe.mode must be one of "ask", "gather", "plan", "agent", got "${'x'.repeat(79)}….`,
    );
  });

  test('ask for a model when the provider has many', () => {
    expect(read({ provider: 'openai', model: ' ' }).problems).toEqual([
      'The setting troupe.model must name a model of the provider openai.',
    ]);
  });
});

test.each([
  ['http://localhost:11434/v1', undefined],
  ['', undefined],
  [
    'ftp://a',
    'This must be empty or an http or https address without a user name, like "http://localhost:11434/v1".',
  ],
])('a base URL typed as %j is judged at once', (text, problem) => {
  expect(findAddressProblem(text)).toBe(problem);
});

describe('the manifest', () => {
  const manifest = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../../extension/package.json'), 'utf8'),
  ) as {
    capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
    contributes: {
      configuration: readonly {
        readonly title: string;
        readonly properties: Record<string, Record<string, unknown> & { default: unknown }>;
      }[];
    };
  };
  const properties = Object.fromEntries(
    manifest.contributes.configuration.flatMap((group) => Object.entries(group.properties)),
  );

  test('groups the settings under a few titles', () => {
    expect(manifest.contributes.configuration.map(({ title }) => title)).toEqual([
      'Model',
      'Approvals',
      'Commands',
      'Web',
      'Index',
      'Chat',
      'Checkpoints',
    ]);
  });

  test('declares every setting with the default that the code has', () => {
    const declared = Object.entries(properties).map(([name, property]) => [
      name.replace('troupe.', ''),
      property.default,
    ]);
    expect(Object.fromEntries(declared)).toEqual(DEFAULT_SETTINGS);
  });

  test('describes every setting', () => {
    for (const property of Object.values(properties))
      expect(property['markdownDescription']).toEqual(expect.stringMatching(/\w{3}.*\.$/));
  });

  test('allows what the code takes and nothing else', () => {
    for (const [name, { enum: values, minimum, maximum, pattern }] of Object.entries(properties)) {
      const key = name.replace('troupe.', '');
      const problemsOf = (value: unknown) => {
        const { problems, warnings } = read({ model: 'm', [key]: value });
        return [...problems, ...warnings];
      };
      if (Array.isArray(values)) for (const value of values) expect(problemsOf(value)).toEqual([]);
      if (typeof minimum === 'number')
        expect([problemsOf(minimum), problemsOf(minimum - 1)]).toEqual([[], [expect.any(String)]]);
      if (typeof maximum === 'number')
        expect([problemsOf(maximum), problemsOf(maximum + 1)]).toEqual([[], [expect.any(String)]]);
      if (typeof pattern !== 'string') continue;
      for (const value of [
        '',
        'http://a',
        'https://a.b/v1 ',
        'ftp://a',
        'http://',
        'a',
        'http://u@a',
        'http://u:p@a',
      ])
        expect([value, new RegExp(pattern).test(value)]).toEqual([value, problemsOf(value).length === 0]);
    }
  });

  test('says of each setting that only the person decides, and of no other, that a workspace is ignored', () => {
    const names = Object.keys(properties).map((name) => name.replace('troupe.', '') as keyof Settings);
    const scopes = names.map((name) => [name, properties[`troupe.${name}`]?.['scope'] === 'application']);
    const descriptions = names.map((name) => [
      name,
      String(properties[`troupe.${name}`]?.['markdownDescription']).includes("ignores a workspace's value"),
    ]);
    const expected = names.map((name) => [name, isOfPerson(name)]);
    expect({ scopes, descriptions }).toEqual({ scopes: expected, descriptions: expected });
  });

  test('takes no setting from a workspace that is not trusted', () => {
    expect(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.toSorted()).toEqual(
      Object.keys(properties).toSorted(),
    );
  });
});
