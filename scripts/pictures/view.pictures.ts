import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LLMock } from '@copilotkit/aimock';
import { modelSettings } from '../../test/vscode/harness/model-requests.js';
import { test } from '../../test/vscode/harness/test.js';
import { drawMovingPicture, type Frame } from './moving-picture.js';

const DOCS = join(import.meta.dirname, '../../docs');
const SIZE = { width: 1080, height: 680 };

const FILES = {
  'src/cart.ts': `export interface Line {
  readonly price: number;
  readonly count: number;
}

/** The sum of all lines. Units: cents. */
export function total(lines: readonly Line[]): number {
  let sum = 0;
  for (const line of lines) {
    sum += line.price;
  }
  return sum;
}

/** What the customer reads. */
export function format(cents: number): string {
  return '$' + cents / 100;
}
`,
  'src/cart.test.ts': `import { expect, test } from 'vitest';
import { format, total } from './cart.js';

test('two of a kind cost twice as much', () => {
  expect(total([{ price: 250, count: 2 }])).toBe(500);
});

test('cents have two digits', () => {
  expect(format(450)).toBe('$4.50');
});
`,
};

const EDIT = `*** Begin Patch
*** Update File: src/cart.ts
@@
-  let sum = 0;
-  for (const line of lines) {
-    sum += line.price;
-  }
-  return sum;
+  return lines.reduce((sum, { price, count }) => sum + price * count, 0);
@@
-  return '$' + cents / 100;
+  return \`$\${(cents / 100).toFixed(2)}\`;
*** End Patch`;

function script(model: LLMock): void {
  const call = (name: string, parameters: object) => ({ name, arguments: JSON.stringify(parameters) });
  model.on(
    { turnIndex: 0 },
    {
      content: 'I read the cart and its tests first.',
      toolCalls: [call('read_file', { uri: 'src/cart.ts' }), call('read_file', { uri: 'src/cart.test.ts' })],
    },
  );
  model.on(
    { turnIndex: 1 },
    {
      content: '`total` leaves out the count in src/cart.ts:10, and `format` drops the last zero.',
      toolCalls: [call('edit_file', { uri: 'src/cart.ts', search_replace_blocks: EDIT })],
    },
  );
  model.on(
    { turnIndex: 2 },
    {
      content:
        'Both are mended in src/cart.ts: `total` multiplies each price by its count, and `format` always has two digits.',
    },
  );
}

for (const [name, theme] of [
  ['dark', 'Dark Modern'],
  ['light', 'Light Modern'],
] as const)
  test(`a change is reviewed: ${name}`, async ({ startModel, openWindow }) => {
    const model = await startModel();
    script(model);
    const window = await openWindow({
      files: FILES,
      settings: {
        ...modelSettings(model.url),
        'workbench.colorTheme': theme,
        'typescript.validate.enable': false,
        'editor.minimap.enabled': false,
        'window.commandCenter': false,
        'workbench.layoutControl.enabled': false,
      },
    });
    const { page } = window;
    await page.setViewportSize(SIZE);
    const frames: Frame[] = [];
    const take = async (seconds: number): Promise<void> => {
      frames.push({ jpeg: await page.screenshot({ type: 'jpeg', quality: 72 }), seconds });
    };
    const chat = await window.openChat();
    await window.host.evaluate(async ({ vscode }) => {
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      if (folder !== undefined)
        await vscode.window.showTextDocument(vscode.Uri.joinPath(folder.uri, 'src/cart.ts'), {
          preview: false,
        });
      await vscode.commands
        .executeCommand('workbench.action.closeActivityBar')
        .then(undefined, () => undefined);
    });
    await chat.message.click();
    await chat.message.pressSequentially('Two cart tests fail. Why?');
    await take(1.6);
    await chat.message.press('Enter');
    const proposal = page.locator('.tabs-container').getByRole('tab', { name: /proposed by Troupe/ });
    await proposal.waitFor();
    await chat.button('Approve').waitFor();
    await take(2.4);
    await chat.message.press('Control+Enter');
    await chat.ended(chat.turns.first());
    await page.locator('.codelens-decoration').getByText('Keep').first().waitFor();
    await take(2.4);
    const undo = page.locator('.codelens-decoration a').getByText('Undo', { exact: true }).last();
    if (name === 'dark') {
      await page.screenshot({ path: join(DOCS, 'vscode-dark.png') });
      await undo.hover();
      await take(1.2);
      await undo.click();
      await undo.waitFor({ state: 'detached' }).catch(() => undefined);
      await take(2.4);
      const label = 'VS Code, in which Troupe asks about a change, and one part of it is undone';
      writeFileSync(join(DOCS, 'vscode-review.svg'), drawMovingPicture(frames, { ...SIZE, label }));
    } else await page.screenshot({ path: join(DOCS, 'vscode-light.png') });
  });
