import { commands, Disposable, type Tab, TabInputTextDiff, window } from 'vscode';

interface OwnTabsOptions {
  /** The scheme of one side of each diff. */
  readonly scheme: string;
  /** The beginning of the label of an editor with several diffs, which names no addresses. */
  readonly title: string;
  /** The context key that is true while such a tab is in front. */
  readonly key: string;
}

/** The tabs of diffs that this extension has opened, also before a reload. */
export class OwnTabs {
  readonly #options: OwnTabsOptions;
  readonly #scope: Disposable;

  constructor(options: OwnTabsOptions) {
    this.#options = options;
    const look = (): void => {
      this.#showKey();
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

  #showKey(): void {
    const active = window.tabGroups.activeTabGroup.activeTab;
    const isShown = active !== undefined && this.#isOwn(active);
    void commands.executeCommand('setContext', this.#options.key, isShown);
  }

  #isOwn({ input, label }: Tab): boolean {
    const { scheme, title } = this.#options;
    if (input instanceof TabInputTextDiff)
      return input.modified.scheme === scheme || input.original.scheme === scheme;
    return label.startsWith(title);
  }
}
