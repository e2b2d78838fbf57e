import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { answerJson, listen, serveMcp } from './serve-http.js';

/** A server that wants a token, and the authorization server that gives it, on two origins. */
export async function startSignedInServer(): Promise<{
  readonly url: string;
  readonly expire: () => void;
  readonly grants: string[];
}> {
  const valid = new Set<string>();
  const grants: string[] = [];
  let challenge = '';
  const issuer = await listen(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer);
    if (pathname === '/.well-known/oauth-authorization-server')
      return answerJson(response, 200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        registration_endpoint: `${issuer}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
      });
    if (pathname === '/register')
      return answerJson(response, 201, { ...JSON.parse(await text(request)), client_id: 'registered' });
    if (pathname === '/authorize') {
      challenge = searchParams.get('code_challenge') ?? '';
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code: 'code', state: searchParams.get('state') ?? '' }).toString();
      return response.writeHead(302, { location: back.href }).end();
    }
    if (pathname !== '/token') return response.writeHead(404).end();
    const form = new URLSearchParams(await text(request));
    const digest = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const kind = form.get('grant_type') ?? '';
    if (kind === 'authorization_code' && digest !== challenge)
      return answerJson(response, 400, { error: 'invalid_grant' });
    grants.push(kind);
    const token = `token-${grants.length}`;
    valid.add(token);
    return answerJson(response, 200, { access_token: token, token_type: 'Bearer', refresh_token: 'again' });
  });
  const origin = await listen((request, response) => {
    if (request.url?.startsWith('/.well-known/oauth-protected-resource') === true)
      return answerJson(response, 200, { resource: `${origin}/mcp`, authorization_servers: [issuer] });
    if (valid.has(request.headers.authorization?.slice('Bearer '.length) ?? ''))
      return serveMcp(request, response);
    return response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
  });
  return {
    url: `${origin}/mcp`,
    grants,
    expire: () => {
      valid.clear();
    },
  };
}
