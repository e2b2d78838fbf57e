/** What `run` throws or rejects with; fails when it does neither. */
export async function errorOf(run: () => unknown): Promise<unknown> {
  let result: unknown;
  try {
    result = await run();
  } catch (error) {
    return error;
  }
  throw new Error(`expected a failure, got ${JSON.stringify(result)}`);
}
