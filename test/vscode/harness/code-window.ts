import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { ChatView } from './chat-view.js';
import type { ExtensionHost } from './extension-host.js';
import type { Opened, VSCodeServer } from './vscode-server.js';

// A key that arrives while the workbench is still taking its place is lost; the palette is asked for again.
const PALETTE_TRIES = 5;
const PALETTE_TIMEOUT_MS = 3000;

/** A window of VS Code, as a person has it in front of them. */
export class CodeWindow {
  readonly page: Page;
  readonly server: VSCodeServer;
  readonly chat: ChatView;
  #host: ExtensionHost;

  private constructor(page: Page, server: VSCodeServer, host: ExtensionHost) {
    this.page = page;
    this.server = server;
    this.chat = new ChatView(page);
    this.#host = host;
  }

  /** A window whose workbench and extension host are up. */
  static async open(context: BrowserContext, server: VSCodeServer, opened: Opened): Promise<CodeWindow> {
    const page = await context.newPage();
    await page.goto(server.windowUrl(opened));
    return new CodeWindow(page, server, await server.extensionHosts.next());
  }

  /** The extension host of this window. After a reload it is another. */
  get host(): ExtensionHost {
    return this.#host;
  }

  /** The workspace folder that the server was started with. */
  get workspace(): string {
    return this.server.profile.workspace;
  }

  get quickInput(): Locator {
    return this.page.locator('.quick-input-widget');
  }

  /** Troupe's item in the status bar. */
  get statusBarItem(): Locator {
    return this.page.locator('.statusbar-item[id^="troupe."]');
  }

  /** Opens the chat as a person does: with a click on Troupe's icon. */
  async openChat(): Promise<ChatView> {
    await this.page.getByRole('tab', { name: 'Troupe' }).click();
    await this.chat.ready();
    return this.chat;
  }

  /** Runs a command from the palette, by the id that the manifest gives it. */
  async runCommand(id: string): Promise<void> {
    const title = commandTitle(id);
    await this.openPalette();
    await this.quickInput.locator('input.input').fill(`>${title}`);
    // Enter takes whatever row is first, and the list is still being filtered.
    await this.quickInput.locator('.monaco-list-row').getByText(title, { exact: true }).first().click();
  }

  async openPalette(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      await this.page.keyboard.press('F1');
      try {
        await this.quickInput.locator('input.input').waitFor({ timeout: PALETTE_TIMEOUT_MS });
        return;
      } catch (error) {
        if (tries === PALETTE_TRIES) throw error;
      }
    }
  }

  /** Changes a setting of the user, as the settings editor does. */
  async changeSetting(name: string, value: unknown): Promise<void> {
    await this.host.evaluate(
      async ({ vscode }, [name, value]) => {
        await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
      },
      [name, value] as const,
    );
  }

  /** Reloads the window. Its extension host ends and another one starts. */
  async reload(): Promise<void> {
    await this.page.reload();
    this.#host = await this.server.extensionHosts.next();
  }
}

interface Manifest {
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly category?: string;
    }[];
  };
}

/** A command as the palette lists it. */
export function commandTitle(id: string): string {
  const path = join(import.meta.dirname, '../../../extension/package.json');
  const { contributes } = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  const found = contributes.commands.find(({ command }) => command === id);
  if (found === undefined) throw new Error(`The manifest has no command ${id}.`);
  return found.category === undefined ? found.title : `${found.category}: ${found.title}`;
}
