import { window } from 'vscode';
import { describeServer } from './provider-rows.js';
import { type ApiKeys, findKeyProblem } from '../settings/secrets.js';
import type { Settings } from '../settings/settings.js';

type ServerSettings = Pick<Settings, 'provider' | 'model' | 'baseUrl'>;

/** Asks for the key of the server that the settings name, and stores it. */
export async function askKey(settings: ServerSettings, keys: ApiKeys): Promise<void> {
  if (!takesKey(settings)) return;
  const key = await window.showInputBox({
    title: 'Troupe: API Key',
    prompt: `The key for ${describeServer(settings)}. It is stored in the secret storage of the editor.`,
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
  void window.showInformationMessage(`Troupe has no API key for ${describeServer(settings)} any more.`);
}

/** Whether the key of the chosen model is in the secret storage; says where it is if not. */
function takesKey({ provider }: ServerSettings): boolean {
  if (provider === 'openai') return true;
  const reason =
    provider === 'offline' || provider === 'vscode'
      ? 'The chosen model takes no key.'
      : `The key of ${provider} is where your providers.json says.`;
  void window.showInformationMessage(`${reason} "Troupe: Select Model" chooses another model.`);
  return false;
}
