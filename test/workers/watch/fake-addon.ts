import { join } from 'node:path';
import type { SubscribeTree, TreeEvent } from '../../../src/workers/watch/parcel/parcel.js';

/** What the code under test has asked the addon to watch. */
interface FakeSubscription {
  readonly directory: string;
  readonly ignored: readonly string[];
  isLive: boolean;
  report(error: Error | null, events: readonly TreeEvent[]): void;
}

/** An addon that reports what the test says, and nothing else. */
export class FakeAddon {
  readonly subscriptions: FakeSubscription[] = [];
  /** Asked before each subscription: an error here refuses it. */
  refuse: (directory: string, ignored: readonly string[]) => string | undefined = () => undefined;
  /** No subscription becomes live before this. */
  gate: Promise<void> = Promise.resolve();

  readonly subscribe: SubscribeTree = async (directory, ignored, onEvents) => {
    await this.gate;
    const refusal = this.refuse(directory, ignored);
    if (refusal !== undefined) throw new Error(refusal);
    const subscription: FakeSubscription = { directory, ignored, isLive: true, report: onEvents };
    this.subscriptions.push(subscription);
    return {
      unsubscribe: () => {
        subscription.isLive = false;
        return Promise.resolve();
      },
    };
  };

  /** The directories that are watched now. */
  get live(): string[] {
    return this.subscriptions.filter(({ isLive }) => isLive).map(({ directory }) => directory);
  }

  /** Reports events through the subscription for `directory` that is live. Shape: `create a/b`, paths below it. */
  report(directory: string, ...events: readonly `${TreeEvent['type']} ${string}`[]): void {
    const subscription = this.subscriptions.find((each) => each.isLive && each.directory === directory);
    if (subscription === undefined) throw new Error(`Nobody watches ${directory}.`);
    const parsed = events.map((event): TreeEvent => {
      const space = event.indexOf(' ');
      return {
        type: event.slice(0, space) as TreeEvent['type'],
        path: join(directory, event.slice(space + 1)),
      };
    });
    subscription.report(null, parsed);
  }
}
