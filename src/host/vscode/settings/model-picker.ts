import { ConfigurationTarget, type QuickPickItem, window, workspace } from 'vscode';
import { originOf } from './model-config.js';
import { findKeyProblem, type ApiKeys } from './secrets.js';
import { findAddressProblem, type Settings } from './settings.js';

interface ProviderItem extends QuickPickItem {
  readonly id: 'offline' | 'openai' | 'compatible';
}

const PROVIDERS: readonly ProviderItem[] = [
  {
    id: 'offline',
    label: '$(plug) Offline',
    description: 'no key, no network',
    detail: 'A stand-in that finds, searches and shows files by simple rules.',
  },
  {
    id: 'openai',
    label: '$(cloud) OpenAI',
    description: 'needs a key',
    detail: 'The files that the model reads are sent to OpenAI.',
  },
  {
    id: 'compatible',
    label: '$(server) Compatible server',
    description: 'Ollama, vLLM, LM Studio, OpenRouter, ...',
    detail: 'Any server that speaks the chat completions of OpenAI, on this machine or elsewhere.',
  },
];

/**
 * Asks for a provider, an address, a model and a key, as far as each is needed. Changes nothing until all are given.
 */
export async function pickModel(current: Settings, keys: ApiKeys): Promise<void> {
  const provider = await window.showQuickPick(PROVIDERS, {
    title: 'Troupe: Select Model',
    placeHolder: 'Who answers?',
  });
  if (provider === undefined) return;
  if (provider.id === 'offline') {
    await change('provider', 'offline');
    return;
  }
  const baseUrl = provider.id === 'openai' ? '' : await askAddress(current.baseUrl);
  if (baseUrl === undefined) return;
  const model = await askModel(current.model, provider.id);
  if (model === undefined) return;
  const isNeeded = provider.id === 'openai';
  if ((await keys.get(baseUrl)) === undefined && !(await askKey(baseUrl, keys, isNeeded))) return;
  await change('model', model);
  await change('baseUrl', baseUrl);
  // Last, so that the old model stays in use until everything else is set.
  await change('provider', 'openai');
}

/**
 * Asks for the key of the server at `baseUrl` and stores it. Resolves to whether there is one now, or none is needed.
 */
export async function askKey(baseUrl: string, keys: ApiKeys, isNeeded: boolean): Promise<boolean> {
  const key = await window.showInputBox({
    title: 'Troupe: API Key',
    prompt: `The key for ${serverName(baseUrl)}. It is stored in the secret storage of the editor.${isNeeded ? '' : ' Leave it empty when the server asks for none.'}`,
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => (text === '' && !isNeeded ? undefined : findKeyProblem(text)),
  });
  if (key === undefined) return false;
  if (key !== '') await keys.set(baseUrl, key);
  return true;
}

/** Deletes the stored key of the server at `baseUrl`. */
export async function clearKey(baseUrl: string, keys: ApiKeys): Promise<void> {
  await keys.clear(baseUrl);
  void window.showInformationMessage(`Troupe has no API key for ${serverName(baseUrl)} any more.`);
}

function serverName(baseUrl: string): string {
  return baseUrl === '' ? 'OpenAI' : originOf(baseUrl);
}

function askAddress(current: string): Thenable<string | undefined> {
  return window.showInputBox({
    title: 'Troupe: Base URL',
    prompt: 'Where the server is. Many of them want /v1 at the end.',
    value: current === '' ? 'http://localhost:11434/v1' : current,
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() === '' ? 'Enter the address of the server.' : findAddressProblem(text),
  });
}

function askModel(current: string, provider: 'openai' | 'compatible'): Thenable<string | undefined> {
  return window.showInputBox({
    title: 'Troupe: Model',
    prompt: 'The name of the model, as the server knows it.',
    placeHolder: provider === 'openai' ? 'gpt-5' : 'qwen3-coder',
    value: current,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? 'Enter the name of the model.' : undefined),
  });
}

/** Changes a setting of the person. */
async function change<Name extends keyof Settings>(name: Name, value: Settings[Name]): Promise<void> {
  await workspace.getConfiguration('troupe').update(name, value, ConfigurationTarget.Global);
}
