import type { Uri, Webview } from 'vscode';
import { describe, expect, it, vi } from 'vitest';
import { webviewPage } from '../../../src/platform/webviewPage';

const l10n = vi.hoisted((): { bundle?: Record<string, string> } => ({}));

vi.mock('vscode', () => ({
  l10n,
  env: { language: 'en' },
  Uri: { joinPath: (base: { path: string }, ...parts: string[]) => ({ path: [base.path, ...parts].join('/') }) },
}));

const webview = {
  cspSource: 'https://source.test',
  asWebviewUri: ({ path }: { path: string }) => ({ toString: () => `https://source.test${path}` }),
} as unknown as Webview;

const extensionUri = { path: '/extension' } as unknown as Uri;
const page = (title: string): string => webviewPage(webview, extensionUri, { bundle: 'chat', title });

const textsOf = (html: string): string | undefined =>
  /<script type="application\/json" id="texts">(.*?)<\/script>/s.exec(html)?.[1];

describe('webviewPage', () => {
  it('allows nothing but its own script, styles, fonts and images', () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page('Chat'))?.[1] ?? '';
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).not.toMatch(/unsafe|\*|connect-src|frame-src/);
    expect(policy.match(/script-src [^;]*/)?.[0]).toMatch(/^script-src 'nonce-[\w+/=]{22,}'$/);
  });

  it('gives each page a nonce of its own, and the script the nonce of its page', () => {
    const [first, second] = [page('Chat'), page('Chat')].map((html) => {
      const allowed = /script-src 'nonce-([^']+)'/.exec(html)?.[1];
      expect(/<script nonce="([^"]+)"/.exec(html)?.[1]).toBe(allowed);
      return allowed;
    });
    expect(first).not.toBe(second);
  });

  it('shows a title from a file as text', () => {
    const html = page('</title><script>alert("x")</script>');
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html).toContain('&lt;/title&gt;');
  });

  it('carries the texts of the language, of which none ends the script element', () => {
    expect(textsOf(page('Chat'))).toBe('');
    l10n.bundle = { Stop: 'Detener', 'a </script> <!--': '</script>' };
    const texts = textsOf(page('Chat'));
    expect(texts).not.toContain('<');
    expect(JSON.parse(texts ?? '')).toEqual(l10n.bundle);
  });
});
