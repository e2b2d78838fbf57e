import { type Build, type Child, startChild } from './child.js';

/** What a process with one build may be asked. Units of what it answers: milliseconds. */
export type BuildOrder =
  | {
      readonly type: 'open';
      readonly root: string;
      readonly isWatched?: boolean;
      readonly cacheDirectory?: string;
    }
  | { readonly type: 'close' }
  | { readonly type: 'scan again' }
  /** Answers how late the host's thread is while a root is opened. Shape: `LoopDelay`. */
  | { readonly type: 'delay'; readonly root: string }
  | { readonly type: 'find'; readonly queries: readonly string[]; readonly mode: 'prefix' | 'fuzzy' }
  | { readonly type: 'tree'; readonly times: number }
  | { readonly type: 'grep'; readonly pattern: string; readonly isRegex: boolean }
  | { readonly type: 'share ruled out' }
  | {
      readonly type: 'edit';
      readonly folder: string;
      readonly text: string;
      readonly edits: readonly string[];
    }
  | { readonly type: 'watch'; readonly root: string; readonly folder: string }
  | { readonly type: 'mark' }
  | { readonly type: 'arrivals'; readonly files: readonly string[] }
  | { readonly type: 'unwatch' };

/** A process with one build of Troupe. */
export class BuildProcess implements AsyncDisposable {
  readonly #child: Child;

  private constructor(child: Child) {
    this.#child = child;
  }

  static async start(build: Build): Promise<BuildProcess> {
    const child = startChild('build', { build });
    try {
      await child.ask<'ready'>();
    } catch (error) {
      await child[Symbol.asyncDispose]();
      throw error;
    }
    return new BuildProcess(child);
  }

  /** Errors: what the build threw. */
  async ask<T>(order: BuildOrder): Promise<T> {
    const { result, error } = await this.#child.ask<{ readonly result: T; readonly error?: string }>(order);
    if (error !== undefined) throw new Error(`${order.type}: ${error}`);
    return result;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#child[Symbol.asyncDispose]();
  }
}
