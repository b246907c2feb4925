import * as z from 'zod/mini';
import type { PageAnswer } from '../webPages/pageRequest';
import { MOST_BODY_BYTES, PageError } from '../webPages/pageRequest';
import { fetchInThread } from '../webPages/pageThread';
import { webUrl } from '../webPages/webUrl';
import type { Tool, ToolContext, ToolOutcome } from './tool';
import { ToolError, defineTool } from './tool';

const DEFAULT_SECONDS = 30;
const MOST_SECONDS = 120;

/** Fetches one page; rejects with the signal's reason once it aborts. */
export type FetchPage = (url: string, signal: AbortSignal) => Promise<PageAnswer>;

/** @param fetchPage other than in a thread of its own in tests */
export function createWebFetchTool(fetchPage: FetchPage): Tool {
  return defineTool({
    name: 'web_fetch',
    canonicalName: 'Web Fetch',
    description:
      'Fetches a public web page and gives it as Markdown, or text and JSON as they are. Redirects to another host are told, not followed.',
    schema: z.object({
      url: z.string().check(z.minLength(1), z.describe('http or https address')),
      timeout_seconds: z.optional(
        z
          .int()
          .check(
            z.minimum(1),
            z.maximum(MOST_SECONDS),
            z.describe(`Seconds to wait; ${String(DEFAULT_SECONDS)} by default`),
          ),
      ),
    }),
    needsApproval: true,
    check: ({ url }) => {
      pageUrl(url);
    },
    preview: ({ url }) => ({ summary: url, detail: url }),
    run: ({ url, timeout_seconds: seconds = DEFAULT_SECONDS }, context) => fetchFor(url, seconds, context, fetchPage),
  });
}

export const webFetchTool = createWebFetchTool((url, signal) => fetchInThread(url, signal));

async function fetchFor(
  url: string,
  seconds: number,
  context: ToolContext,
  fetchPage: FetchPage,
): Promise<ToolOutcome> {
  const timeout = AbortSignal.timeout(seconds * 1000);
  try {
    return outcome(await fetchPage(pageUrl(url).href, AbortSignal.any([context.signal, timeout])));
  } catch (error) {
    if (error instanceof PageError) throw new ToolError('unsuitable', error.message, { cause: error });
    if (context.signal.aborted)
      throw new ToolError('cancelled', 'Stopped before the page was there.', { cause: error });
    if (timeout.aborted) throw new ToolError('failed', `The page was not there within ${String(seconds)} s.`);
    throw error;
  }
}

/** @throws ToolError `unsuitable` */
function pageUrl(url: string): URL {
  try {
    return webUrl(url);
  } catch (error) {
    throw error instanceof PageError ? new ToolError('unsuitable', error.message, { cause: error }) : error;
  }
}

function outcome(answer: PageAnswer): ToolOutcome {
  switch (answer.kind) {
    case 'page': {
      const { url, status, text, isCut } = answer;
      const isError = status >= 400;
      const head = isError ? `[${url} answered with status ${String(status)}]` : `[${url}]`;
      const cut = isCut ? [`[cut: the page is larger than ${String(MOST_BODY_BYTES / 1_000_000)} MB]`] : [];
      return { text: [head, '', text.trim() === '' ? '[no text]' : text.trim(), ...cut].join('\n'), isError };
    }
    case 'elsewhere':
      return {
        text: `[redirected to another host, which was not followed; to go there, fetch ${answer.url}]`,
        isError: true,
      };
    case 'refused':
      return { text: `[not fetched: ${answer.text}]`, isError: true };
  }
}
