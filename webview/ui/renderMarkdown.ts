import createDomPurify from 'dompurify';
import MarkdownIt from 'markdown-it';
import { visibleText } from './visibleControls';

// Raw HTML stays text; addresses become links only where the author wrote a link; pictures would be fetched from anywhere.
const markdown = new MarkdownIt({ html: false, linkify: false, breaks: false }).disable('image');

const safeAddress = /^(?:https?|mailto):/i;
markdown.validateLink = (address) => safeAddress.test(address.trim());

const purifier = createDomPurify(window);
purifier.addHook('afterSanitizeAttributes', (node) => {
  // Shows where a link leads before it is followed.
  if (node.tagName === 'A') node.setAttribute('title', node.getAttribute('href') ?? '');
  // A block of code may scroll sideways, and must then be reachable by keyboard.
  if (node.tagName === 'PRE') node.setAttribute('tabindex', '0');
});

/** The words of a markdown text without its signs, for screen readers. */
export function markdownText(text: string): string {
  return new DOMParser().parseFromString(renderMarkdown(text), 'text/html').body.textContent.trim();
}

/** HTML of a model's markdown, safe to put into the page: no markup, style, picture or script of the model survives. */
export function renderMarkdown(text: string): string {
  // Behind the rendering, as an entity may stand for a hidden character too.
  return purifier.sanitize(visibleText(markdown.render(text)), {
    ALLOWED_URI_REGEXP: safeAddress,
    FORBID_ATTR: ['style'],
    FORBID_TAGS: ['form', 'input', 'img', 'style', 'svg', 'math'],
  });
}
