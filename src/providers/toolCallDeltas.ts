/** A piece of a streamed tool call, as loosely as servers send it. */
export interface ToolCallDelta {
  readonly index?: number | null;
  readonly id?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: unknown } | null;
}

interface GrowingCall {
  id: string;
  name: string;
  arguments: string;
  readonly index: number | null;
}

export interface CompleteToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/**
 * Puts tool calls together from their streamed pieces. Servers differ: pieces with an index, without one, with the same
 * index for every call, whole calls at once, names repeated with each piece, arguments as an object, no id.
 */
export class ToolCallAssembler {
  readonly #calls: GrowingCall[] = [];

  /** @param makeId Gives an id for a call that came without one, or with one already used in this reply. */
  constructor(private readonly makeId: () => string) {}

  add(delta: ToolCallDelta): void {
    const name = delta.function?.name ?? '';
    const text = argumentText(delta.function?.arguments);
    const call = this.#find(delta, name) ?? this.#start(delta);
    if (call.name === '') call.name = name;
    // A name that repeats is the whole name again; another one is the next piece of it.
    else if (name !== '' && name !== call.name) call.name += name;
    if (call.id === '') call.id = delta.id ?? '';
    call.arguments += text;
  }

  /** The calls in the order they began. Call once, at the end of the reply. */
  finish(): readonly CompleteToolCall[] {
    const used = new Set<string>();
    return this.#calls
      .filter((call) => call.name !== '')
      .map((call) => {
        const id = call.id === '' || used.has(call.id) ? this.makeId() : call.id;
        used.add(id);
        return { id, name: call.name, arguments: call.arguments.trim() === '' ? '{}' : call.arguments };
      });
  }

  #find(delta: ToolCallDelta, name: string): GrowingCall | undefined {
    const id = delta.id ?? '';
    if (typeof delta.index === 'number') {
      const call = this.#calls.findLast((candidate) => candidate.index === delta.index);
      if (call === undefined) return undefined;
      // Another id under the same index is another call: some servers number every call 0.
      if (id !== '' && call.id !== '' && call.id !== id) return this.#byId(id);
      // So is a whole call after a whole call, where they have no ids either.
      const isWhole = id === '' && name !== '' && isObject(argumentText(delta.function?.arguments));
      return isWhole && isObject(call.arguments) ? undefined : call;
    }
    if (id !== '') return this.#byId(id);
    return name === '' ? this.#calls.at(-1) : undefined;
  }

  #byId(id: string): GrowingCall | undefined {
    return this.#calls.find((candidate) => candidate.id === id);
  }

  #start(delta: ToolCallDelta): GrowingCall {
    const call = { id: '', name: '', arguments: '', index: delta.index ?? null };
    this.#calls.push(call);
    return call;
  }
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

function argumentText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
