/** A state of the editor that is kept in memory. */
export class FakeState {
  values: Record<string, unknown> = {};

  get<T>(key: string, fallback?: T): T {
    return (this.values[key] ?? fallback) as T;
  }

  update(key: string, value: unknown): Promise<void> {
    this.values = { ...this.values, [key]: value };
    return Promise.resolve();
  }
}

/** A secret storage that is kept in memory. */
export class FakeSecrets {
  readonly values = new Map<string, string>();

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.values.get(key));
  }

  store(key: string, value: string): Promise<void> {
    this.values.set(key, value);
    return Promise.resolve();
  }

  delete(key: string): Promise<void> {
    this.values.delete(key);
    return Promise.resolve();
  }
}
