import { randomBytes } from 'node:crypto';
import { Uri, env, l10n, type Webview, type WebviewOptions } from 'vscode';

export interface WebviewPage {
  /** File name in `dist/webview` without its extension; `.js` and `.css` are loaded. */
  readonly bundle: 'chat' | 'inspector';
  readonly title: string;
  /** Strings the page needs before it can ask for anything; they become `data-*` attributes of the root element. */
  readonly data?: Readonly<Record<string, string>>;
}

/** Scripts run, and only our own built files can be loaded. */
export function webviewOptions(extensionUri: Uri): WebviewOptions {
  return { enableScripts: true, localResourceRoots: [webviewFolder(extensionUri)] };
}

function webviewFolder(extensionUri: Uri): Uri {
  return Uri.joinPath(extensionUri, 'dist', 'webview');
}

/**
 * The page of a webview. Nothing remote, nothing inline: one script with a nonce, one style sheet, fonts and images of
 * the extension, images from data URLs for pictures inside a conversation. The toolkit puts one empty style element into
 * the page to learn what the browser can do; it finds the nonce in the meta element. The texts of the user's language are
 * data in the page, which no policy has to allow; `webview/ui/text.ts` reads them.
 */
export function webviewPage(webview: Webview, extensionUri: Uri, page: WebviewPage): string {
  const nonce = randomBytes(16).toString('base64');
  const file = (name: string): string =>
    escapeAttribute(webview.asWebviewUri(Uri.joinPath(webviewFolder(extensionUri), name)).toString());
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} data:`,
  ].join('; ');
  const data = Object.entries(page.data ?? {})
    .map(([name, value]) => ` data-${name}="${escapeAttribute(value)}"`)
    .join('');
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(env.language)}">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${escapeAttribute(policy)}">
  <meta property="csp-nonce" content="${nonce}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="${file(`${page.bundle}.css`)}">
  <title>${escapeAttribute(page.title)}</title>
</head>
<body>
  <div id="root"${data}></div>
  <script type="application/json" id="texts">${l10n.bundle === undefined ? '' : scriptJson(l10n.bundle)}</script>
  <script nonce="${nonce}" src="${file(`${page.bundle}.js`)}"></script>
</body>
</html>`;
}

/** JSON in which nothing can end the script element. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
