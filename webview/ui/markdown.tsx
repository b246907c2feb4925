import { useMemo } from 'preact/hooks';
import type { VNode } from 'preact';
import { renderMarkdown } from './renderMarkdown';
import './markdown.css';

/** A model's text. */
export function Markdown({ text }: { readonly text: string }): VNode {
  const html = useMemo(() => renderMarkdown(text), [text]);
  return <div class="markdown" dangerouslySetInnerHTML={{ __html: html }} />;
}
