import { APIS, type Spoke } from '../../actors/llm/server/apis.js';
import { ModelServer, type Received } from '../../actors/llm/model-server.js';
import { FAULTS } from './faults.js';
import { readRequest } from './read-request.js';
import { Task } from './task.js';
import { until } from '../../doubles/until.js';

/** How often a request is answered wrongly: in ten steps some runs meet no end and most of them some trouble. */
const FAULT_SHARE = 0.35;

/** One run, as the server has seen it. */
interface Run {
  readonly api: Spoke;
  readonly task: Task;
  readonly random: () => number;
  readonly received: Received[];
  isFaulty: boolean;
}

/** A server whose models work on tasks and answer many requests wrongly; each model has a name of its own. */
export class FaultyModelServer implements AsyncDisposable {
  /** How often each fault was made. */
  readonly faults = new Map<string, number>();
  requests = 0;
  readonly #runs = new Map<string, Run>();
  readonly #server: ModelServer;

  private constructor(server: ModelServer) {
    this.#server = server;
    server.handle = (received) => {
      this.#handle(received);
    };
  }

  static async start(): Promise<FaultyModelServer> {
    return new FaultyModelServer(await ModelServer.start());
  }

  get url(): string {
    return this.#server.url;
  }

  /** Begins a run whose faults follow from the seed. Returns the name of its API. */
  begin(model: string, seed: number): string {
    const random = createRandom(seed);
    const [name, api] = APIS[Math.floor(random() * APIS.length)] ?? fail('There is no API.');
    this.#runs.set(model, { api, task: new Task(), random, received: [], isFaulty: true });
    return name;
  }

  /** From now on the model of a run answers rightly. */
  heal(model: string): void {
    this.#runOf(model).isFaulty = false;
  }

  /**
   * Resolves when every request of a run has ended: it was answered, or its connection is closed.
   * Errors: those of `until`.
   */
  async allClosed(model: string): Promise<void> {
    const { received } = this.#runOf(model);
    await until(
      () => Promise.all(received.map(({ closed }) => closed)),
      `every request of ${model} is closed`,
    );
  }

  end(model: string): void {
    this.#runs.delete(model);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
  }

  #runOf(model: string): Run {
    return this.#runs.get(model) ?? fail(`There is no run ${model}.`);
  }

  #handle(received: Received): void {
    this.requests += 1;
    const run = this.#runOf(String(received.body['model']));
    run.received.push(received);
    const { api, random, task, isFaulty } = run;
    const spoken = task.next(readRequest(received.body));
    if (isFaulty && random() < FAULT_SHARE) {
      const [name, fault] = pick(random);
      this.faults.set(name, (this.faults.get(name) ?? 0) + 1);
      fault(received, spoken, api, random);
      return;
    }
    for (const event of api.events(spoken)) received.send(event);
    received.response.end();
  }
}

function pick(random: () => number): readonly [string, (typeof FAULTS)[string][1]] {
  const all = Object.entries(FAULTS);
  let left = random() * all.reduce((sum, [, [weight]]) => sum + weight, 0);
  for (const [name, [weight, fault]] of all) if ((left -= weight) <= 0) return [name, fault];
  return fail('The weights do not add up.');
}

/** Mulberry32: the same numbers for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function fail(message: string): never {
  throw new Error(message);
}
