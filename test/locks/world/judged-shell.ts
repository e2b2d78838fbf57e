import type { SandboxRequest } from '../../../src/actors/protocol/shell.js';
import type { Tool } from '../../../src/actors/protocol/tool.js';
import { SandboxRefusedError } from '../../../src/actors/protocol/errors.js';
import { runTool } from '../../../src/actors/tools/calls/run-tool.js';
import { WorkspaceGate } from '../../../src/actors/tools/gate/workspace-gate.js';
import { createRunCommandTool, type RunCommandParams } from '../../../src/actors/tools/shell/run-command.js';
import { decideCall } from '../../doubles/decide-call.js';
import { globsOnDisk } from '../../doubles/globs-on-disk.js';
import { Approvals } from '../../../src/host/engine/approvals.js';
import type { ApprovalOptions } from '../../../src/host/engine/judging/approval-options.js';
import { loadBashParser } from '../../../src/host/node/bash-parser.js';
import { nodeFiles } from '../../../src/host/node/files.js';
import { followLinks } from '../../../src/host/node/follow-links.js';
import { findSandbox } from '../../../src/host/node/sandbox/find-sandbox.js';
import type { Sandbox } from '../../../src/host/node/sandbox/sandbox.js';
import { LocalShell } from '../../../src/host/node/shell/local-shell.js';
import type { LocksWorld } from './world.js';

/** What becomes of a line that nobody is there to answer for. */
export type Judged =
  | { readonly kind: 'runs'; readonly access: SandboxRequest }
  | { readonly kind: 'asked'; readonly reasons: readonly string[] };

/** What a command printed, in both streams; `isRefused` when it failed for the sandbox's sake, and would be asked about. */
export interface Ran {
  readonly output: string;
  readonly isRefused: boolean;
}

// Longer than any harmless line takes, and short enough for those that hang. Units: milliseconds.
const TIME_LIMIT_MS = 5000;

/** Commands of one world, judged and run as the product does it. */
export class JudgedShell implements AsyncDisposable {
  readonly shell: LocalShell;
  readonly #tool: Tool<RunCommandParams>;
  readonly #world: LocksWorld;
  readonly #judging: ApprovalOptions;
  #calls = 0;

  constructor(world: LocksWorld, sandbox: Sandbox) {
    this.#world = world;
    this.shell = new LocalShell({
      sandbox: () => Promise.resolve(sandbox),
      environment: world.environment,
    });
    this.#tool = createRunCommandTool({
      shell: this.shell,
      gate: new WorkspaceGate([world.root], nodeFiles),
      sandbox: { kind: 'working', hasNetwork: false, mayWriteRepository: false, reveals: [] },
    });
    this.#judging = {
      roots: [world.root],
      loadParser: loadBashParser,
      followLinks,
      globs: globsOnDisk,
      sandboxState: () => this.shell.sandboxState,
      network: () => 'ask',
    };
  }

  static async make(world: LocksWorld): Promise<JudgedShell> {
    return new JudgedShell(world, await findSandbox({ roots: [world.root], home: world.places.home }));
  }

  /** Decides a line in a conversation of its own; whoever would be asked says no. */
  async judge(line: string): Promise<Judged> {
    const approvals = new Approvals(this.#judging);
    const callId = `call-${++this.#calls}`;
    const { signal } = new AbortController();
    const params = this.#validate(line);
    let reasons: readonly string[] | undefined;
    const outcome = await decideCall(
      approvals,
      { callId, tool: this.#tool.name, category: this.#tool.category, params },
      {
        signal,
        preview: async () =>
          this.#tool.preview?.(params, { signal, roots: [this.#world.root], reads: new Map() }),
        present: (question) => {
          reasons = question.reasons;
          // The question is pending once the call that presents it has returned.
          queueMicrotask(() => approvals.answer(callId, 'deny'));
        },
        warn: () => undefined,
      },
    );
    if (reasons !== undefined) return { kind: 'asked', reasons };
    if (outcome === 'deny' || 'success' in outcome || outcome.access === undefined)
      throw new Error(`Nobody was asked about ${line}, and it did not run: ${JSON.stringify(outcome)}`);
    return { kind: 'runs', access: outcome.access };
  }

  /** Runs a line through the tool, with this access. */
  async run(line: string, access: SandboxRequest, timeLimitMs = TIME_LIMIT_MS): Promise<Ran> {
    let streamed = '';
    const params = { ...this.#validate(line), timeout_ms: timeLimitMs };
    try {
      const { output } = await runTool(this.#tool, params, {
        signal: new AbortController().signal,
        roots: [this.#world.root],
        reads: new Map(),
        access,
        onOutput: ({ text }) => {
          streamed += text;
        },
      });
      return { output: `${streamed}\n${output}`, isRefused: false };
    } catch (error) {
      if (!(error instanceof SandboxRefusedError)) throw error;
      return { output: `${streamed}\n${error.message}`, isRefused: true };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.shell[Symbol.asyncDispose]();
  }

  #validate(line: string): RunCommandParams {
    return this.#tool.validate({ command: line });
  }
}
