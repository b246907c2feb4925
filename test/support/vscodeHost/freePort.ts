import { createServer } from 'node:net';

/** A port that is free on the loopback interface at this moment. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('the server has no port'));
        else resolve(address.port);
      });
    });
  });
}
