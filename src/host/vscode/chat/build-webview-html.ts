/** The parts of the chat view's page. */
interface WebviewPage {
  /** Addresses that the webview may load. */
  readonly script: string;
  readonly styles: string;
  /** The webview's own source for a content security policy. */
  readonly cspSource: string;
  /** Fresh for each page. Shape: letters and digits. */
  readonly nonce: string;
}

/**
 * The page of the chat view. Its content security policy allows only the one script with the nonce: no inline handlers,
 * no inline styles, no requests.
 */
export function buildWebviewHtml({ script, styles, cspSource, nonce }: WebviewPage): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    `img-src ${cspSource} data:`,
    `font-src ${cspSource}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${escapeAttribute(policy)}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Troupe</title>
    <link rel="stylesheet" href="${escapeAttribute(styles)}">
  </head>
  <body>
    <script nonce="${escapeAttribute(nonce)}" src="${escapeAttribute(script)}"></script>
  </body>
</html>
`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
