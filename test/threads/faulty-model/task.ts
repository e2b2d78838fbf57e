import type { Spoken } from '../../actors/llm/server/apis.js';
import type { ReadRequest } from './read-request.js';

/** How many steps a task has; each edits a file and runs a command. */
export const STEPS = 10;

/** A task as a model that never errs works on it: it counts in a file, and has a command write each step down. */
export class Task {
  readonly #done = new Set<string>();
  readonly #known = new Set<string>();
  #hasRead = false;
  #calls = 0;

  /** Takes in what the calls before a request have brought, and says the next thing. */
  next({ results, isForSummary }: ReadRequest): Spoken {
    for (const [id, content] of results) {
      // A compaction shortens old results.
      if (this.#known.has(id)) continue;
      this.#known.add(id);
      this.#take(id, content);
    }
    if (isForSummary) return { text: ['Some steps are done.'] };
    const step = Array.from({ length: STEPS }, (_, at) => at).find(
      (at) => !this.#done.has(`edit${at}`) || !this.#done.has(`run${at}`),
    );
    if (step === undefined) return { text: ['Finished.'] };
    const isEdited = this.#done.has(`edit${step}`);
    const isRun = this.#done.has(`run${step}`);
    if (!isEdited && !this.#hasRead)
      return { calls: [this.#call('read', step, 'read_file', { uri: 'own.txt' })] };
    const blocks = `<<<<<<< ORIGINAL\ncount ${step}\n=======\ncount ${step + 1}\n>>>>>>> UPDATED`;
    return {
      reasoning: [`Step ${step}.`],
      text: ['Next.'],
      calls: [
        ...(isEdited
          ? []
          : [this.#call('edit', step, 'edit_file', { uri: 'own.txt', search_replace_blocks: blocks })]),
        ...(isRun
          ? []
          : [this.#call('run', step, 'run_command', { command: `echo step-${step} >> log.txt` })]),
      ],
    };
  }

  #take(id: string, content: string): void {
    const [, kind = '', step = ''] = /^(edit|run|read)(\d+)_/.exec(id) ?? [];
    if (kind === 'read') this.#hasRead = true;
    const isDone = kind === 'run' ? content.includes('Exit code 0') : content.includes('Edited own.txt');
    if (isDone) this.#done.add(kind + step);
    else if (kind === 'edit') this.#hasRead = false;
  }

  #call(kind: string, step: number, name: string, args: object): NonNullable<Spoken['calls']>[number] {
    this.#calls += 1;
    const text = JSON.stringify(args);
    const half = Math.floor(text.length / 2);
    return {
      id: `${kind}${step}_${this.#calls}`,
      name,
      arguments: [text.slice(0, half), text.slice(half)],
    };
  }
}
