import * as z from 'zod/mini';
import type { MediaPart } from '../../engine/message';
import type { Memory } from '../memoryFile';
import type { WorkspaceFiles } from '../workspaceFiles';
import type { SeenFiles } from './seenFiles';

/** What a tool may touch. */
export interface ToolContext {
  /** Absolute path of the workspace folder, links resolved. */
  readonly root: string;
  readonly files: WorkspaceFiles;
  /** Originals the context let go of. */
  readonly archive: ArchiveReader | null;
  /** What every session of the workspace knows; null where nothing can be remembered. */
  readonly memory: Pick<Memory, 'add'> | null;
  /** Absolute path of ripgrep, which searches faster; null where there is none. */
  readonly ripgrep: string | null;
  /** The files as the model, or the person who was asked, saw them last. */
  readonly seen: SeenFiles;
  readonly signal: AbortSignal;
  /** Shows a person the end of the output so far, in place of what was shown before. A few kilobytes, a few times a second. */
  readonly onOutput: (text: string) => void;
}

export interface ArchiveReader {
  /** The content behind a pointer, or null when there is none. */
  read(pointer: string): Promise<Uint8Array | null>;
  /** Every pointer, the newest first. */
  list(): Promise<readonly string[]>;
}

/** What goes back to the model. */
export interface ToolOutcome {
  readonly text: string;
  readonly isError: boolean;
  /** Images that belong to the text. */
  readonly media?: readonly MediaPart[];
  /** Recorded in place of the tool's canonical name. */
  readonly toolName?: string;
}

/** What a person reads before and while a call runs. */
export interface ToolPreview {
  /** One line: `src/a.ts`, `npm test`; at most `LONGEST_SUMMARY` characters. */
  readonly summary: string;
  /** What exactly will run or be written, whole. */
  readonly detail: string;
}

/** Characters of a call's summary. A row shows fewer; a line of many kilobytes would make the page lay out all of it. */
export const LONGEST_SUMMARY = 200;

/** A file as it stands and as a call would leave it: the two sides of a diff. */
export interface FileProposal {
  /** From the workspace folder, with forward slashes. */
  readonly path: string;
  /** Empty for a file that does not exist yet. */
  readonly before: string;
  readonly after: string;
}

/** What a proposal is made from. */
export type ProposalContext = Pick<ToolContext, 'root' | 'files' | 'seen'>;

export interface Tool {
  /** On the wire: `read_file`. */
  readonly name: string;
  /** In the reference and on the screen: `Read File`. */
  readonly canonicalName: string;
  readonly description: string;
  /** JSON schema of the arguments object. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Whether it changes or runs anything, which only a person may allow. */
  readonly needsApproval: boolean;
  /**
   * Looks at the arguments before a person is asked, who need not decide about what can do nothing. `args` is unchecked.
   * @throws ToolError `arguments` or `unsuitable`
   */
  check(args: unknown): void;
  /** The file these arguments write, as they name it; null for none. `args` is unchecked. */
  writtenPath(args: unknown): string | null;
  /** @param args The parsed arguments, unchecked. */
  preview(args: unknown): ToolPreview;
  /**
   * What the call would make of the file it writes, for a person to look at before it is allowed; nothing is changed.
   * Null for what writes no file, and where the call would fail. `ProposedChanges` of the views shows it in a diff editor.
   */
  proposal(args: unknown, context: ProposalContext): Promise<FileProposal | null>;
  /** Throws `ToolError` with words for the model, or whatever went wrong below. */
  run(args: unknown, context: ToolContext): Promise<ToolOutcome>;
}

/** The tool could not do what it was asked; the message tells the model why. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  constructor(
    readonly reason: 'arguments' | 'outside' | 'missing' | 'unsuitable' | 'conflict' | 'cancelled' | 'failed',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

interface ToolDefinition<Schema extends z.ZodMiniObject> {
  readonly name: string;
  readonly canonicalName: string;
  readonly description: string;
  readonly schema: Schema;
  readonly needsApproval: boolean;
  /** Throws a `ToolError` where the arguments fit the schema and can do nothing all the same. */
  readonly check?: (args: z.output<Schema>) => void;
  readonly writtenPath?: (args: z.output<Schema>) => string;
  readonly preview: (args: z.output<Schema>) => ToolPreview;
  /** May reject as `run` does. */
  readonly proposal?: (args: z.output<Schema>, context: ProposalContext) => Promise<FileProposal>;
  readonly run: (args: z.output<Schema>, context: ToolContext) => Promise<ToolOutcome>;
}

/** Makes a tool whose arguments are checked before they reach it. */
export function defineTool<Schema extends z.ZodMiniObject>(definition: ToolDefinition<Schema>): Tool {
  const { schema, check, preview, proposal, run, writtenPath, ...rest } = definition;
  const checked = (args: unknown): z.output<Schema> => {
    const parsed = z.safeParse(schema, args);
    if (parsed.success) {
      check?.(parsed.data);
      return parsed.data;
    }
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'arguments'}: ${problemOf(issue)}`);
    throw new ToolError('arguments', `The arguments do not fit ${rest.name}. ${problems.join('; ')}`);
  };
  return {
    ...rest,
    parameters: parametersOf(schema),
    check: (args) => {
      checked(args);
    },
    writtenPath: (args) => {
      const parsed = z.safeParse(schema, args);
      return parsed.success && writtenPath !== undefined ? writtenPath(parsed.data) : null;
    },
    preview: (args) => {
      const parsed = z.safeParse(schema, args);
      if (!parsed.success) return { summary: '', detail: JSON.stringify(args) };
      const { summary, detail } = preview(parsed.data);
      return { summary: clipped(summary, LONGEST_SUMMARY), detail };
    },
    proposal: async (args, context) => {
      const parsed = z.safeParse(schema, args);
      if (!parsed.success || proposal === undefined) return null;
      try {
        return await proposal(parsed.data, context);
      } catch {
        // The call will say what is wrong.
        return null;
      }
    },
    run: async (args, context) => run(checked(args), context),
  };
}

/** The text, or its start and an ellipsis: at most `limit` characters (UTF-16 units), no half of a surrogate pair. */
export function clipped(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The schema as sent with each call, without what costs tokens and says nothing. */
function parametersOf(schema: z.ZodMiniObject): Readonly<Record<string, unknown>> {
  const { $schema: _dialect, ...parameters } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return parameters;
}

function problemOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_type' ? `must be of type ${issue.expected}` : issue.code.replaceAll('_', ' ');
}
