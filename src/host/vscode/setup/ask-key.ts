import { window } from 'vscode';
import { describeServer } from './provider-rows.js';
import { type ApiKeys, findKeyProblem } from '../settings/secrets.js';
import type { Settings } from '../settings/settings.js';
import { SETUP_TEXTS } from '../words/command-words.js';

type ServerSettings = Pick<Settings, 'provider' | 'model' | 'baseUrl'>;

/** Asks for the key of the server that the settings name, and stores it. */
export async function askKey(settings: ServerSettings, keys: ApiKeys): Promise<void> {
  if (!takesKey(settings)) return;
  const key = await window.showInputBox({
    title: SETUP_TEXTS.keyTitle,
    prompt: SETUP_TEXTS.storeKeyPrompt(describeServer(settings)),
    password: true,
    ignoreFocusOut: true,
    validateInput: findKeyProblem,
  });
  if (key !== undefined) await keys.set(settings.baseUrl, key);
}

/** Deletes the stored key of the server that the settings name. */
export async function clearKey(settings: ServerSettings, keys: ApiKeys): Promise<void> {
  if (!takesKey(settings)) return;
  await keys.clear(settings.baseUrl);
  void window.showInformationMessage(SETUP_TEXTS.keyCleared(describeServer(settings)));
}

/** Whether the key of the chosen model is in the secret storage; says where it is if not. */
function takesKey({ provider }: ServerSettings): boolean {
  if (provider === 'openai') return true;
  const reason =
    provider === 'offline' || provider === 'vscode'
      ? SETUP_TEXTS.takesNoKey
      : SETUP_TEXTS.keyElsewhere(provider);
  void window.showInformationMessage(SETUP_TEXTS.chooseOther(reason));
  return false;
}
