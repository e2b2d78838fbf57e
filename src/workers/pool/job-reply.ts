import { fromWire, toWire, type WireError } from '../../actors/protocol/errors.js';

/** How a job ended, with an error that keeps its class across the thread. */
export type JobReply<T> = { readonly value: T } | { readonly error: WireError };

/** `job` as a function that never throws. */
export function replying<Task, Result>(job: (task: Task) => Result): (task: Task) => JobReply<Result> {
  return (task) => {
    try {
      return { value: job(task) };
    } catch (error) {
      return { error: toWire(error) };
    }
  };
}

/** What the job returned. Errors: what it threw. */
export function unwrapReply<T>(reply: JobReply<T>): T {
  if ('error' in reply) throw fromWire(reply.error);
  return reply.value;
}
