import { OutputError } from './outputError';

/**
 * Writes to a standard stream. A reader that has seen enough, such as `head`, closes its end: that is no error.
 *
 * @throws OutputError when the stream cannot be written
 */
export async function print(stream: NodeJS.WritableStream, text: string): Promise<void> {
  const error = await new Promise<Error | null | undefined>((resolve) => {
    // The stream emits the error besides handing it over, and an error nobody listens to ends the process. The listener
    // stays, as the event may come later.
    stream.on('error', resolve);
    stream.write(text, resolve);
  });
  if (error == null || ('code' in error && error.code === 'EPIPE')) return;
  throw new OutputError(`The output cannot be written: ${error.message}.`, { cause: error });
}
