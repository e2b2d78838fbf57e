import { fromWire, toWire, type WireError } from '../../actors/protocol/errors.js';

/** The result or the error of a job; the error keeps its class across threads. */
export type JobReply<T> = { readonly value: T } | { readonly error: WireError };

/** Wraps a job so that it returns its error instead of throwing. */
export function captureErrors<Task, Result>(job: (task: Task) => Result): (task: Task) => JobReply<Result> {
  return (task) => {
    try {
      return { value: job(task) };
    } catch (error) {
      return { error: toWire(error) };
    }
  };
}

/** The result of a job. Errors: the error of the job. */
export function unwrapReply<T>(reply: JobReply<T>): T {
  if ('error' in reply) throw fromWire(reply.error);
  return reply.value;
}
