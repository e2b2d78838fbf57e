import { commands, Disposable, type Tab, TabInputTextDiff, window } from 'vscode';

interface OwnTabsOptions {
  /** The scheme of one side of each diff. */
  readonly scheme: string;
  /** The beginning of the label of an editor with several diffs, which names no addresses. */
  readonly title: string;
  /** The context key that is true while such a tab is in front, and `isKeyed`. */
  readonly key: string;
  /** Default: always. `look` must be called when it changes. */
  readonly isKeyed?: () => boolean;
}

/** The tabs of diffs that this extension has opened, also before a reload. */
export class OwnTabs {
  readonly #options: OwnTabsOptions;
  readonly #scope: Disposable;

  constructor(options: OwnTabsOptions) {
    this.#options = options;
    const look = (): void => {
      this.look();
    };
    this.#scope = Disposable.from(
      window.tabGroups.onDidChangeTabs(look),
      window.tabGroups.onDidChangeTabGroups(look),
    );
    look();
  }

  async close(): Promise<void> {
    const tabs = window.tabGroups.all.flatMap((group) => group.tabs).filter((tab) => this.#isOwn(tab));
    if (tabs.length > 0) await window.tabGroups.close(tabs, true);
  }

  dispose(): void {
    this.#scope.dispose();
  }

  /** Whether such a tab is the active one of the active group. */
  get isInFront(): boolean {
    const active = window.tabGroups.activeTabGroup.activeTab;
    return active !== undefined && this.#isOwn(active);
  }

  /** Sets the key. */
  look(): void {
    const { key, isKeyed = () => true } = this.#options;
    void commands.executeCommand('setContext', key, this.isInFront && isKeyed());
  }

  #isOwn({ input, label }: Tab): boolean {
    const { scheme, title } = this.#options;
    if (input instanceof TabInputTextDiff)
      return input.modified.scheme === scheme || input.original.scheme === scheme;
    return label.startsWith(title);
  }
}
