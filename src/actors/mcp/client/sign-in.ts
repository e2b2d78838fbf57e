import {
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { createHash, randomBytes } from 'node:crypto';
import { parseRecord } from '../../protocol/json/json-shape.js';
import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { McpClientIdentity } from '../../protocol/mcp.js';
import { SignInError } from './sign-in-error.js';
import { WANTS_SIGN_IN } from './wants-sign-in.js';

// As many random bytes as make a guess hopeless.
const STATE_BYTES = 24;

// Somebody who reads a page and looks for a password is done by then. Units: milliseconds.
const MAX_SIGN_IN_MS = 5 * 60_000;

/** Where an authorization server sends the browser back to, on this machine. */
export interface SignInReceiver {
  readonly url: string;
  /** Resolves to the parameters of the request that carries this `state`. */
  receive(state: string, signal: AbortSignal): Promise<URLSearchParams>;
  close(): void;
}

/** What signing in needs of the world. */
export interface SignInPorts {
  /** The text that was saved for exactly this server. */
  readonly load: () => Promise<string | undefined>;
  readonly save: (text: string) => Promise<void>;
  /** Listens on this machine; on the wanted port if it is free. */
  readonly listen: (port: number | undefined) => Promise<SignInReceiver>;
  /** Called with tokens and keys before they are used: they must not be shown. Default: nobody is. */
  readonly onSecrets?: (secrets: readonly string[]) => void;
  /** Asks the person, and opens the page. Resolves to whether it was opened. Default: nobody can be asked. */
  readonly open?: (page: URL, signal: AbortSignal) => Promise<boolean>;
}

interface Saved {
  readonly tokens?: StoredOAuthTokens;
  readonly client?: StoredOAuthClientInformation;
  readonly redirectUrl?: string;
}

/** Where one flow sends the browser. */
interface SignInPage {
  readonly url: URL;
  /** What the authorization server gets to know only with the code. */
  readonly verifier: string;
}

/** Signs the person in at one server, and keeps its tokens. One object serves all connections to that server. */
export class SignIn implements OAuthClientProvider {
  readonly clientMetadataUrl?: string;
  readonly #ports: SignInPorts;
  readonly #identity: McpClientIdentity;
  #saved: Promise<Saved> | undefined;
  #receiver: SignInReceiver | undefined;
  /** The latest page to sign in at, and the page that the person has been sent to: what belongs to it must not change. */
  #page: SignInPage | undefined;
  #opened: SignInPage | undefined;
  #verifiers: readonly string[] = [];
  #discovered: OAuthDiscoveryState | undefined;
  #completing: Promise<void> | undefined;

  constructor(ports: SignInPorts, identity: McpClientIdentity = {}) {
    this.#ports = ports;
    this.#identity = identity;
    if (identity.metadataUrl !== undefined) this.clientMetadataUrl = identity.metadataUrl;
  }

  get redirectUrl(): string {
    return this.#receiver?.url ?? 'http://127.0.0.1/callback';
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'Troupe',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
  }

  /** Must be called before an answer with status 401 or 403 is handled: the flow then begins. */
  async prepare(): Promise<void> {
    if (this.#receiver !== undefined || this.#ports.open === undefined) return;
    const { redirectUrl } = await this.#load();
    const port = redirectUrl === undefined ? undefined : Number(new URL(redirectUrl).port);
    const receiver = await this.#ports.listen(port);
    // Another request may have been faster.
    if (this.#receiver === undefined) this.#receiver = receiver;
    else receiver.close();
  }

  /** Ends the wait for the browser, if there is one. */
  close(): void {
    this.#receiver?.close();
    this.#receiver = undefined;
    this.#page = undefined;
    this.#opened = undefined;
    this.#verifiers = [];
  }

  /**
   * Asks the person, waits for the browser, and calls `finish` with what it brought. Requests that come together share it.
   * Errors: `SignInError`; those of `finish`; the signal's reason.
   */
  complete(finish: (params: URLSearchParams) => Promise<void>, signal: AbortSignal): Promise<void> {
    this.#completing ??= this.#complete(finish, signal).finally(() => {
      this.#completing = undefined;
      this.close();
    });
    return this.#completing;
  }

  state(): string {
    return randomBytes(STATE_BYTES).toString('base64url');
  }

  async clientInformation(): Promise<StoredOAuthClientInformation | undefined> {
    const { id, secret } = this.#identity;
    if (id !== undefined) return { client_id: id, ...omitUndefined({ client_secret: secret }) };
    const { client, redirectUrl, tokens } = await this.#load();
    if (tokens?.refresh_token === undefined && this.#ports.open === undefined)
      throw new SignInError(WANTS_SIGN_IN);
    // A registration holds for its own address; without it, only tokens can be renewed.
    const isUsable = redirectUrl === this.redirectUrl || tokens?.refresh_token !== undefined;
    return isUsable ? client : undefined;
  }

  saveClientInformation(client: StoredOAuthClientInformation): Promise<void> {
    return this.#change({ client, redirectUrl: this.redirectUrl });
  }

  async tokens(): Promise<StoredOAuthTokens | undefined> {
    return (await this.#load()).tokens;
  }

  saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    return this.#change({ tokens });
  }

  redirectToAuthorization(url: URL): void {
    // Requests that are refused together have flows at once.
    const challenge = url.searchParams.get('code_challenge');
    const verifier = this.#verifiers.find((one) => challengeOf(one) === challenge);
    this.#page = { url, verifier: verifier ?? this.#verifiers.at(-1) ?? '' };
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifiers = [...this.#verifiers, verifier];
  }

  codeVerifier(): string {
    return (this.#opened ?? this.#page)?.verifier ?? '';
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovered = state;
  }

  /** What was found counts for one flow: a server may move to another authorization server. */
  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#completing === undefined ? undefined : this.#discovered;
  }

  async invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    if (scope === 'all' || scope === 'discovery') this.#discovered = undefined;
    if (scope === 'all') await this.#change({ tokens: undefined, client: undefined });
    if (scope === 'client') await this.#change({ client: undefined });
    if (scope === 'tokens') await this.#change({ tokens: undefined });
  }

  async #complete(finish: (params: URLSearchParams) => Promise<void>, signal: AbortSignal): Promise<void> {
    const { open } = this.#ports;
    const receiver = this.#receiver;
    const page = this.#page;
    if (open === undefined || receiver === undefined || page === undefined)
      throw new SignInError(WANTS_SIGN_IN);
    const { url } = page;
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))
      throw new SignInError(`It wants ${url.origin} to be opened to sign in, which is not an https address.`);
    this.#opened = page;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(MAX_SIGN_IN_MS)]);
    // Listens before the page opens: an authorization server redirects a browser that is signed in at once.
    const received = receiver.receive(url.searchParams.get('state') ?? '', limited);
    received.catch(() => undefined);
    if (!(await open(url, limited))) throw new SignInError('Signing in was declined.');
    const params = await received.catch((error: unknown) => {
      signal.throwIfAborted();
      throw limited.aborted ? new SignInError('Nobody signed in within five minutes.') : error;
    });
    await finish(params);
  }

  #load(): Promise<Saved> {
    this.#saved ??= this.#ports.load().then((text) => this.#note(parseRecord(text ?? '{}') ?? {}));
    return this.#saved;
  }

  async #change(part: { readonly [Key in keyof Saved]: Saved[Key] | undefined }): Promise<void> {
    const next = JSON.stringify({ ...(await this.#load()), ...part });
    // Undefined parts are gone now.
    this.#saved = Promise.resolve(this.#note(parseRecord(next) ?? {}));
    await this.#ports.save(next);
  }

  #note(saved: Saved): Saved {
    const { tokens, client } = saved;
    const secrets = [tokens?.access_token, tokens?.refresh_token, tokens?.id_token, client?.client_secret];
    this.#ports.onSecrets?.(secrets.flatMap((secret) => (typeof secret === 'string' ? secret : [])));
    return saved;
  }
}

/** Source: RFC 7636, section 4.2. */
function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}
