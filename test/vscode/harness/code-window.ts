import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { until } from '../../doubles/until.js';
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
  /** What the browser complained about in the view: files that are not there, errors, breaches of its policy. */
  readonly complaints: readonly string[];
  #host: ExtensionHost;

  private constructor(page: Page, server: VSCodeServer, host: ExtensionHost, complaints: readonly string[]) {
    this.page = page;
    this.server = server;
    this.chat = new ChatView(page);
    this.#host = host;
    this.complaints = complaints;
  }

  /** A window whose workbench and extension host are up. */
  static async open(context: BrowserContext, server: VSCodeServer, opened: Opened): Promise<CodeWindow> {
    const page = await context.newPage();
    const complaints = listenForComplaints(page);
    await page.goto(server.windowUrl(opened));
    return new CodeWindow(page, server, await server.extensionHosts.next(), complaints);
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
    // A click on the icon of what is shown hides it.
    if (!(await this.chat.body.isVisible())) await this.page.getByRole('tab', { name: 'Troupe' }).click();
    await this.chat.ready();
    return this.chat;
  }

  /**
   * Shows a file and selects a part of a line, counted from 0. Resolves once the window knows of the selection, and not
   * only the extension host: the palette has commands for a selection only then.
   */
  async select(file: string, line: number, from: number, to: number): Promise<void> {
    await this.host.evaluate(
      async ({ vscode }, [path, line, from, to]) => {
        const editor = await vscode.window.showTextDocument(vscode.Uri.file(path));
        editor.selection = new vscode.Selection(line, from, line, to);
      },
      [join(this.workspace, file), line, from, to] as const,
    );
    const shown = `Ln ${line + 1}, Col ${to + 1} (${to - from} selected)`;
    await this.page.locator('.statusbar-item', { hasText: shown }).waitFor();
  }

  /** Runs a command from the palette, by the id that the manifest gives it. */
  async runCommand(id: string): Promise<void> {
    const title = commandTitle(id);
    await this.openPalette();
    await this.quickInput.locator('input.input').fill(`>${title}`);
    // Enter takes whatever row is first, and the list is still being filtered.
    await this.quickInput.locator('.monaco-list-row').getByText(title, { exact: true }).first().click();
  }

  /** The same without a hand on the mouse. */
  async runCommandByKeyboard(id: string): Promise<void> {
    const title = commandTitle(id);
    await this.openPalette();
    await this.page.keyboard.type(title);
    // Enter takes whatever row is first, and the list is still being filtered.
    await this.quickInput
      .locator('.monaco-list-row.focused')
      .getByText(title, { exact: true })
      .first()
      .waitFor();
    await this.page.keyboard.press('Enter');
  }

  /** Begins a chat from the palette. Resolves once its message box has the focus, which the palette gives back late. */
  async newChat(): Promise<void> {
    await this.runCommand('troupe.newChat');
    await this.quickInput.waitFor({ state: 'hidden' });
    await this.chat.turns.first().waitFor({ state: 'detached' });
    await this.chat.focused(this.chat.message).waitFor();
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

  /** Resolves once a text is in a conversation that Troupe has stored. */
  async kept(text: string): Promise<void> {
    const folder = join(this.server.profile.folder, 'home/.local/state/troupe/threads');
    await until(() => isInThread(folder, text), `a conversation holds ${text}`);
  }

  /** Reloads the window. Its extension host ends and another one starts. */
  async reload(): Promise<void> {
    await this.page.reload();
    this.#host = await this.server.extensionHosts.next();
  }
}

function isInThread(folder: string, text: string): boolean {
  if (!existsSync(folder)) return false;
  return readdirSync(folder, { recursive: true, withFileTypes: true }).some(
    (entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name), 'utf8').includes(text),
  );
}

/** Shape: the list grows. */
function listenForComplaints(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/troupe.troupe-') && !response.ok())
      complaints.push(`${response.status()} ${response.url()}`);
  });
  page.on('console', (message) => {
    const isOurs = message.location().url.includes('/troupe.troupe-');
    const isBreach = /Content Security Policy|Refused to/.test(message.text());
    if (isBreach || (isOurs && message.type() === 'error')) complaints.push(message.text());
  });
  page.on('pageerror', (error) => {
    if (error.stack?.includes('/troupe.troupe-') === true) complaints.push(error.stack);
  });
  return complaints;
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
function commandTitle(id: string): string {
  const path = join(import.meta.dirname, '../../../extension/package.json');
  const { contributes } = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  const found = contributes.commands.find(({ command }) => command === id);
  if (found === undefined) throw new Error(`The manifest has no command ${id}.`);
  return found.category === undefined ? found.title : `${found.category}: ${found.title}`;
}
