import type { FrameLocator, Locator, Page } from 'playwright-core';
import { until } from '../../doubles/until.js';

// The first time, the extension is loaded and activated before the view can draw itself.
const READY_TIMEOUT_MS = 60_000;

// More than a list of suggestions has lines.
const MAX_PRESSES = 200;

// More than the view and the workbench around it have places for the focus.
const MAX_TABS = 80;

/** Troupe's view, reached by what a screen reader is told of it. */
export class ChatView {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** The document that the extension put into the view. */
  get frame(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  }

  get body(): Locator {
    return this.frame.locator('body');
  }

  get message(): Locator {
    return this.frame.getByRole('textbox', { name: 'Message' });
  }

  get conversation(): Locator {
    return this.frame.getByRole('log', { name: 'Chat' });
  }

  /** Each message with all that came of it, the oldest first. */
  get turns(): Locator {
    return this.conversation.getByRole('article');
  }

  /** What a mention may mean. */
  get files(): Locator {
    return this.frame.getByRole('listbox', { name: 'Suggestions' });
  }

  get mode(): Locator {
    return this.frame.getByRole('button', { name: /^Mode: / });
  }

  get alert(): Locator {
    return this.frame.getByRole('alert');
  }

  /** What is said of the index while it is not ready. */
  get status(): Locator {
    return this.frame.getByRole('status');
  }

  /** Resolves once the index is ready with so many files. */
  async indexed(files: number): Promise<void> {
    const ready = this.frame.locator(`[data-phase="ready"][data-files="${files}"]`);
    await this.status.and(ready).waitFor({ state: 'attached' });
  }

  button(name: string): Locator {
    return this.frame.getByRole('button', { name, exact: true });
  }

  /** Resolves once the question that waits takes an answer. */
  async answerable(): Promise<void> {
    await this.frame.getByRole('button', { name: 'Approve', exact: true, disabled: false }).first().waitFor();
  }

  /** Resolves once the view has drawn its first state: what is typed before is lost. */
  async ready(): Promise<void> {
    await this.frame.locator('body[data-ready="true"]').waitFor({ timeout: READY_TIMEOUT_MS });
  }

  async send(text: string): Promise<void> {
    await this.message.fill(text);
    await this.button('Send').click();
  }

  /** Sends what has been typed and `text`, and waits for the end of the turn that comes of it. */
  async ask(text: string): Promise<Locator> {
    const turn = this.turns.nth(await this.turns.count());
    await this.message.pressSequentially(text);
    // Enter does nothing while the view says that nothing can be asked.
    await this.frame.getByRole('button', { name: 'Send', exact: true, disabled: false }).waitFor();
    await this.message.press('Enter');
    await this.ended(turn);
    return turn;
  }

  /** Resolves once a turn has ended. */
  async ended(turn: Locator): Promise<void> {
    await turn.and(this.conversation.locator('article[data-state="ended"]')).waitFor();
  }

  /** What the model said last in a turn, outside of all steps. */
  answer(turn: Locator): Locator {
    return turn.locator(':scope > .markdown').last();
  }

  /** A text that can be seen: not one in a folded step. */
  shown(within: Locator, text: string | RegExp): Locator {
    return within.getByText(text).filter({ visible: true }).first();
  }

  /** An element while it has the focus. */
  focused(element: Locator): Locator {
    return element.and(this.frame.locator(':focus'));
  }

  /** Moves the focus to an element with the tabulator, forwards, as often as it takes. */
  async tabTo(element: Locator): Promise<void> {
    for (let presses = 0; !(await this.focused(element).isVisible()); presses += 1) {
      if (presses === MAX_TABS) throw new Error(`The tabulator does not lead to ${String(element)}.`);
      await this.page.keyboard.press('Tab');
    }
  }

  /** A step of a turn, by the tool that it calls; its line is the summary. */
  step(turn: Locator, tool: string): Locator {
    return turn.locator(`details[data-tool="${tool}"]`);
  }

  /** Opens a step and, if it is in a folded run, that as well. */
  async openStep(turn: Locator, tool: string): Promise<void> {
    const has = this.page.locator(`details[data-tool="${tool}"]`);
    const runs = turn.locator('details:not([data-tool], [open])', { has });
    for (const run of await runs.all()) await run.locator('> summary').click();
    // On its icon: the name of a file is a link.
    await this.step(turn, tool)
      .locator('> summary')
      .click({ position: { x: 8, y: 8 } });
  }

  /** The lines of a turn's steps, those in folded runs included. */
  async stepLines(turn: Locator): Promise<readonly string[]> {
    const lines = await turn.locator('details[data-tool] > summary').allTextContents();
    return lines.map((line) => line.trim());
  }

  /** Types the beginning of a file's name as a mention. */
  async typeMention(query: string): Promise<void> {
    await this.message.pressSequentially(`@${query}`);
  }

  /** Chooses a file from those that are offered, with the arrows and Enter. */
  async choose(option: Locator): Promise<void> {
    // The list may still grow: what is active then stays so, but has another place.
    for (let presses = 0; (await option.getAttribute('aria-selected')) !== 'true'; presses += 1) {
      if (presses === MAX_PRESSES) throw new Error('The arrows do not lead to the option.');
      await this.message.press('ArrowDown');
    }
    await this.message.press('Enter');
    await this.files.waitFor({ state: 'hidden' });
  }

  /** Mentions the file of that name. */
  async mention(name: string): Promise<void> {
    await this.typeMention(name);
    const option = this.files.getByRole('option', { name }).first();
    await option.waitFor();
    await this.choose(option);
  }

  /** What in the view may act or deceive though it came as text: nothing, if all is well. */
  liveParts(): Promise<string[]> {
    return this.body.evaluate(findLiveParts);
  }

  /** Listens to the status line. The function it resolves to waits until that says something, however briefly. */
  async listenForStatus(pattern: RegExp): Promise<() => Promise<void>> {
    const heard = await this.status.first().evaluateHandle(listenForTexts);
    const wanted = new RegExp(pattern.source, 'i');
    return async () => {
      await until(async () => {
        const texts = await heard.jsonValue();
        if (!texts.some((text) => wanted.test(text))) throw new Error(`It has said ${JSON.stringify(texts)}`);
        return true;
      }, `the status line says ${pattern.source}`);
    };
  }
}

/** Runs in the view. */
function findLiveParts(body: Element): string[] {
  // Control characters, zero-width ones and those that turn the direction of text.
  const invisible = /(?![\t\n])[\p{Cc}\p{Cf}]/u;
  const found: string[] = [];
  if (body.ownerDocument.documentElement.dataset['harm'] !== undefined) found.push('a script that ran');
  if (invisible.test(body.textContent)) found.push('invisible characters');
  const active =
    'iframe, object, embed, form[action], img, video, audio, base, meta, link, style, script:not([src])';
  for (const element of body.querySelectorAll(active)) found.push(element.outerHTML);
  for (const element of body.querySelectorAll('*:not(script)'))
    for (const { name, value } of element.attributes) {
      const isAddress = ['href', 'xlink:href', 'src', 'action', 'formaction'].includes(name);
      const isLive = isAddress && !/^(?:https?|mailto):/.test(value);
      if (isLive || name.startsWith('on') || invisible.test(value)) found.push(`${name}=${value}`);
    }
  return found;
}

/** Runs in the view. */
function listenForTexts(element: Element): readonly string[] {
  const texts = [element.textContent];
  const observer = new MutationObserver(() => texts.push(element.textContent));
  observer.observe(element, { subtree: true, childList: true, characterData: true });
  return texts;
}
