import { type ListedModel, listModels } from './modelList';

/** A server on this machine and what it offers. */
export interface LocalServer {
  /** What it probably is, by its port: `Ollama`. */
  readonly name: string;
  readonly baseUrl: string;
  readonly models: readonly ListedModel[];
}

interface WellKnownPort {
  readonly name: string;
  readonly port: number;
}

/** Where these listen unless told otherwise, as their documentation says. */
const WELL_KNOWN_PORTS: readonly WellKnownPort[] = [
  { name: 'Ollama', port: 11434 },
  { name: 'LM Studio', port: 1234 },
  { name: 'vLLM', port: 8000 },
  { name: 'llama.cpp', port: 8080 },
];

/** Milliseconds; what runs here answers at once, and a person waits for the list. */
const PATIENCE = 800;

/**
 * Asks the ports where servers of local models listen, on loopback only and without any key. What answers with something
 * else than a list of models is another program, and what does not answer is not there.
 */
export async function findLocalServers(
  ports: readonly WellKnownPort[] = WELL_KNOWN_PORTS,
): Promise<readonly LocalServer[]> {
  const found = await Promise.all(
    ports.map(async ({ name, port }): Promise<LocalServer | null> => {
      const baseUrl = `http://127.0.0.1:${String(port)}/v1`;
      try {
        const models = await listModels({ baseUrl, timeoutMilliseconds: PATIENCE });
        return models.length === 0 ? null : { name, baseUrl, models };
      } catch {
        return null;
      }
    }),
  );
  return found.filter((server) => server !== null);
}
