import { z } from 'zod';
import { SettingsError } from '../../actors/protocol/errors.js';
import { modelInfo } from './model-info.js';

// A slash ends the name of the provider in `provider/model`.
const PROVIDER_ID = /^[\w.-]+$/;

// The stand-in cannot be replaced: it is what answers without a key and a network.
const RESERVED_ID = 'offline';

const variable = z.string().regex(/^\w+$/, 'expected the name of an environment variable');

const provider = z
  .strictObject({
    api: z.string().optional(),
    baseUrl: z.string().optional(),
    apiKey: z
      .never(
        'a key does not belong into this file: name a variable with "apiKeyEnv", or a file with "apiKeyFile"',
      )
      .optional(),
    apiKeyEnv: variable.optional(),
    apiKeyFile: z.string().min(1).optional(),
    headers: z.record(z.string(), z.union([z.string(), z.strictObject({ env: variable })])).optional(),
    models: z.record(z.string().min(1), modelInfo).optional(),
    defaultModel: z.string().min(1).optional(),
    fallback: z.string().min(1).optional(),
  })
  .refine(
    ({ apiKeyEnv, apiKeyFile }) => apiKeyEnv === undefined || apiKeyFile === undefined,
    'expected "apiKeyEnv" or "apiKeyFile", got both',
  );

const providersFile = z.strictObject({
  model: z.string().min(1).optional(),
  fallback: z.string().min(1).optional(),
  providers: z.record(
    z
      .string()
      .regex(PROVIDER_ID, 'expected a name of letters, digits, ".", "_" and "-"')
      .refine((id) => id !== RESERVED_ID, `"${RESERVED_ID}" is the name of the stand-in`),
    provider,
  ),
});

/** The content of a file of providers. Keys are named there, and lie elsewhere. */
export type ProvidersFile = z.infer<typeof providersFile>;

/** How a file names one provider. */
export type ProviderEntry = ProvidersFile['providers'][string];

/**
 * Parses the content of a file of providers; `path` is for messages.
 * Errors: `SettingsError` that names each wrong place, and quotes no value.
 */
export function readProviders(text: string, path: string): ProvidersFile {
  const setting = 'providers';
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The message of what was thrown quotes the text.
    throw new SettingsError(`The file of model providers ${path} is not valid JSON.`, { setting });
  }
  const parsed = providersFile.safeParse(json);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    // What is wrong with a name lies one level deeper.
    const { message } = (issue.code === 'invalid_key' ? issue.issues[0] : undefined) ?? issue;
    return `${issue.path.join('.') || 'the file'}: ${message}`;
  });
  throw new SettingsError(`The file of model providers ${path} is wrong. ${problems.join('; ')}.`, {
    setting,
  });
}
