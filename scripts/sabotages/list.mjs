/**
 * The sixteen properties, and for each a way to break it in the code.
 *
 * @typedef {object} Change
 * @property {string} file
 * @property {string} find What stands there once.
 * @property {string} replace
 *
 * @typedef {object} Sabotage
 * @property {number} property
 * @property {string} what What is broken, as a sentence.
 * @property {readonly Change[]} changes More than one where another guard would notice.
 *
 * @type {readonly Sabotage[]}
 */
export const SABOTAGES = [
  {
    property: 1,
    what: 'An export forgets when an entry was written.',
    changes: [
      {
        file: 'src/actors/threads/exports/to-json.ts',
        find: 'JSON.stringify(entry)',
        replace: 'JSON.stringify({ ...entry, at: 0 })',
      },
    ],
  },
  {
    property: 2,
    what: 'A thought comes once, however often the model thinks.',
    changes: [
      {
        file: 'src/actors/threads/to-events.ts',
        find: "      events.push({ type: 'thought',",
        replace: "      if (this.#thoughts.length === 0) events.push({ type: 'thought',",
      },
    ],
  },
  {
    property: 3,
    what: 'The action of a call has another name.',
    changes: [
      {
        file: 'src/actors/threads/to-events.ts',
        find: "{ type: 'action', callId, tool, params }",
        replace: "{ type: 'action', callId, tool: `${tool}s`, params }",
      },
    ],
  },
  {
    property: 4,
    what: 'A turn that the model has answered has failed.',
    changes: [
      {
        file: 'src/machines/react.ts',
        find: "params: { kind: 'turn_ended', outcome: 'answered' }",
        replace: "params: () => endWithError(new Error('No.'))",
      },
    ],
  },
  {
    property: 5,
    what: 'A step may do without an expected outcome.',
    changes: [
      {
        file: 'src/actors/tools/plans/propose-plan.ts',
        find: '.min(1)\n          .max(MAX_OUTCOME_CHARS)',
        replace: '.max(MAX_OUTCOME_CHARS)',
      },
      {
        file: 'src/actors/threads/plans/draft-plan.ts',
        find: "if (expectedOutcome.trim() === '')",
        replace: 'if (expectedOutcome === undefined)',
      },
    ],
  },
  {
    property: 6,
    what: 'The last step that is left is carried out first.',
    changes: [
      {
        file: 'src/machines/plan.ts',
        find: 'return steps.find((step) => !isFinished(step));',
        replace: 'return steps.findLast((step) => !isFinished(step));',
      },
    ],
  },
  {
    property: 7,
    what: 'A revision puts what is finished behind what is left.',
    changes: [
      {
        file: 'src/actors/threads/plans/draft-plan.ts',
        find: '[...finished, ...steps.slice(0, room)]',
        replace: '[...steps.slice(0, room), ...finished]',
      },
    ],
  },
  {
    property: 8,
    what: 'A search that asks for the case passes over it.',
    changes: [
      {
        file: 'src/workers/pool/run-grep.ts',
        find: 'pattern: { pattern, isRegex, caseSensitive }',
        replace: 'pattern: { pattern, isRegex, caseSensitive: caseSensitive && false }',
      },
      {
        file: 'src/workers/ripgrep/ripgrep-engine.ts',
        find: "'--case-sensitive'",
        replace: "'--ignore-case'",
      },
    ],
  },
  {
    property: 9,
    what: 'The pattern that every path must match is passed over.',
    changes: [
      {
        file: 'src/actors/tools/search/search-pathnames-only.ts',
        find: "const filter = include_pattern === '' ? undefined : compileGlob(include_pattern, 'include_pattern');",
        replace: "const filter = include_pattern === '' ? undefined : compileGlob('**', 'include_pattern');",
      },
    ],
  },
  {
    property: 10,
    what: 'What a command prints on standard error is lost.',
    changes: [
      {
        file: 'src/host/node/shell/local-shell.ts',
        find: 'watch.stderr.kept.toString()]',
        replace: "'']",
      },
    ],
  },
  {
    property: 11,
    // The world of the test has links to its own folders alone, so that nothing else can be reached.
    what: 'Where a link leads is not looked at.',
    changes: [
      {
        file: 'src/actors/tools/gate/workspace-gate.ts',
        find: 'return { real: await this.#files.realpath(path), exists: true };',
        replace: 'return { real: (await this.#files.realpath(path), path), exists: true };',
      },
      {
        file: 'src/host/node/files.ts',
        find: 'if (real === path ||',
        replace: "if (real !== '' ||",
      },
    ],
  },
  {
    property: 12,
    what: 'The oldest message is left out.',
    changes: [
      {
        file: 'src/host/engine/window/request-window.ts',
        find: 'return { head, messages, pinned, counter, tokens };',
        replace: 'return { head, messages: messages.slice(1), pinned, counter, tokens };',
      },
    ],
  },
  {
    property: 13,
    what: 'A window is taken for twice as large as it is.',
    changes: [
      {
        file: 'src/actors/context/window-limits.ts',
        find: 'const windowTokens = contextWindow ?? DEFAULT_CONTEXT_WINDOW;',
        replace: 'const windowTokens = 2 * (contextWindow ?? DEFAULT_CONTEXT_WINDOW);',
      },
    ],
  },
  {
    property: 14,
    what: 'A clear keeps the conversation.',
    changes: [
      {
        file: 'src/host/engine/agent-engine.ts',
        find: 'this.#thread = undefined;\n    this.#isCleared = true;',
        replace: 'this.#isCleared = true;',
      },
      {
        file: 'src/host/engine/agent-engine.ts',
        find: 'if (this.#thread !== undefined) void this.closeThread(this.#thread.id);',
        replace: 'this.cancel();',
      },
    ],
  },
  {
    property: 15,
    what: 'A token that is a blank is not shown.',
    changes: [
      {
        file: 'src/actors/threads/to-events.ts',
        find: 'content: event.text }',
        replace: 'content: event.text.trimStart() }',
      },
    ],
  },
  {
    property: 16,
    what: 'A turn that is cancelled forgets what the model had said.',
    changes: [
      {
        file: 'src/machines/react.ts',
        find: "{ type: 'record', params: ({ context }) => partialEntry(context, 'cancelled') },\n              { type: 'record', params: endCancelled },",
        replace: "{ type: 'record', params: endCancelled },",
      },
    ],
  },
];
