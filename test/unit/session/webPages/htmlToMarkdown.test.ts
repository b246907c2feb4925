import { describe, expect, it } from 'vitest';
import { htmlToMarkdown } from '../../../../src/session/webPages/htmlToMarkdown';

const at = new URL('https://site.example/docs/page.html');

describe('htmlToMarkdown', () => {
  it('keeps what a page says and leaves out what surrounds it', () => {
    const html = `<!doctype html><html><head><title> The
      page </title></head><body><nav>menu</nav><header>banner</header><article><h1>Heading</h1>
      <p>Call <code>a_b*c</code>, see <a href="../x?a=1#y">there</a>.</p>
      <pre><code class="language-js">if (a)\n  b;</code></pre>
      <table><thead><tr><th>A</th><th>B|C</th></tr></thead><tbody><tr><td>1</td><td>2<br>3</td></tr></tbody></table>
      </article><footer>imprint</footer></body></html>`;
    const markdown = htmlToMarkdown(html, at);
    expect(markdown).toContain('# The page\n');
    expect(markdown).toContain('Heading');
    expect(markdown).toContain('Call `a_b*c`, see [there](https://site.example/x?a=1#y).');
    expect(markdown).toContain('```js\nif (a)\n  b;\n```');
    expect(markdown).toContain(String.raw`| A | B\|C |` + '\n| --- | --- |\n| 1 | 2 3 |');
    expect(markdown).not.toMatch(/menu|banner|imprint/u);
  });

  it.each([
    ['nothing', '', ''],
    ['text alone', 'just text', 'just text'],
    ['no body', '<p>one</p><p>two</p>', 'one\n\ntwo'],
    ['no html', '<title>T</title><body><p>one</p>', '# T\n\none'],
    ['a base of its own', '<base href="/b/"><body><main><a href="c">d</a></main>', '[d](https://site.example/b/c)'],
  ])('takes a page with %s', (_what, html, markdown) => {
    expect(htmlToMarkdown(html, at)).toBe(markdown);
  });

  it('gives the bare text of what is nested too deep', () => {
    expect(htmlToMarkdown(`${'<div>'.repeat(3_000)}deep`, at)).toBe('deep');
  });
});
