import { join } from 'node:path';
import * as z from 'zod/mini';
import { t } from '../../l10n/text';
import { confinedPath, workspacePath } from './confinedPath';
import { SearchTime } from './searchTime';
import { defineTool } from './tool';
import { listFiles } from './workspaceListing';

/** Most paths in one result. */
const MOST_PATHS = 1_000;

export const globTool = defineTool({
  name: 'glob',
  canonicalName: 'Glob',
  description: 'Lists the files of the workspace that match a glob pattern such as src/**/*.ts. Respects .gitignore.',
  schema: z.object({
    pattern: z.string().check(z.minLength(1), z.describe('Glob pattern')),
    path: z.optional(z.string().check(z.describe('Folder to start in; the workspace folder by default'))),
  }),
  needsApproval: false,
  preview: (args) => {
    const summary = args.path === undefined ? args.pattern : t('{0} in {1}', args.pattern, args.path);
    return { summary, detail: summary };
  },
  run: async (args, context) => {
    const folder = await confinedPath(context.root, args.path ?? '.');
    const time = new SearchTime(context);
    const paths: string[] = [];
    for await (const path of listFiles(context, { folder, pattern: args.pattern }, time)) {
      paths.push(workspacePath(context.root, join(folder, path)));
      if (paths.length > MOST_PATHS) break;
    }
    if (paths.length === 0) return { text: ['No file matches.', ...time.notes].join('\n'), isError: false };
    const isCut = paths.length > MOST_PATHS;
    if (isCut) paths.pop();
    paths.sort();
    if (isCut) paths.push(`[more than ${String(MOST_PATHS)} files match; narrow the pattern]`);
    return { text: [...paths, ...time.notes].join('\n'), isError: false };
  },
});
