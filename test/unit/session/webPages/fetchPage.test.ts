import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { AddressPolicy } from '../../../../src/session/webPages/checkedAddresses';
import { publicHosts } from '../../../../src/session/webPages/checkedAddresses';
import { fetchPage } from '../../../../src/session/webPages/fetchPage';
import type { PageAnswer } from '../../../../src/session/webPages/pageRequest';

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A server on the loopback; gives its port. */
async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Every name lies on the loopback, which is the one place that is allowed. */
const loopback: AddressPolicy = {
  resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
  isAllowed: (address) => address === '127.0.0.1',
};

function fetchFrom(url: string, policy = loopback, signal = new AbortController().signal): Promise<PageAnswer> {
  return fetchPage(url, policy, signal);
}

/** The policy of the product over names of our own. */
function publicOnly(names: Readonly<Record<string, readonly string[]>>): AddressPolicy {
  return publicHosts((host) =>
    Promise.resolve((names[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))),
  );
}

const reasonOf = (answer: PageAnswer): string => (answer.kind === 'refused' ? answer.reason : answer.kind);

describe('fetchPage', () => {
  it('gives a page as Markdown and asks without anything personal', async () => {
    let seen: NodeJS.Dict<string | string[]> = {};
    const port = await serve((request, response) => {
      seen = request.headers;
      response.setHeader('content-type', 'text/html; charset=utf-8').setHeader('set-cookie', 'a=b');
      response.end('<title>Guide</title><body><main><h2>One</h2><p>Text with <a href="/b">a link</a>.</p></main>');
    });
    expect(await fetchFrom(`http://site.test:${port}/a#part`)).toEqual({
      kind: 'page',
      url: `http://site.test:${port}/a`,
      status: 200,
      text: `# Guide\n\n## One\n\nText with [a link](http://site.test:${port}/b).`,
      isCut: false,
    });
    expect(Object.keys(seen).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
    expect(seen['host']).toBe(`site.test:${port}`);
  });

  it('gives text and JSON as they are, without control characters, unpacked and in their own encoding', async () => {
    const bodies: Readonly<Record<string, readonly [string, string | null, Buffer]>> = {
      '/json': ['application/json', null, Buffer.from('{"a": "<b>"}')],
      '/packed': ['text/plain', 'gzip', gzipSync('packed')],
      '/latin': ['text/plain; charset=iso-8859-1', null, Buffer.from('caf\u00e9', 'latin1')],
      '/ansi': ['text/plain', null, Buffer.from('\u001B[31mred\u001B[0m\u0007\u202E end\r\nnext')],
      '/marked': ['text/plain; charset=latin1', null, Buffer.from('\uFEFF漢')],
    };
    const port = await serve((request, response) => {
      const [type, encoding, body] = bodies[request.url ?? ''] ?? ['', null, Buffer.alloc(0)];
      response.setHeader('content-type', type);
      if (encoding !== null) response.setHeader('content-encoding', encoding);
      response.end(body);
    });
    const textAt = async (path: string): Promise<unknown> => {
      const answer = await fetchFrom(`http://site.test:${port}${path}`);
      return answer.kind === 'page' ? answer.text : answer;
    };
    expect(await textAt('/json')).toBe('{"a": "<b>"}');
    expect(await textAt('/packed')).toBe('packed');
    expect(await textAt('/latin')).toBe('café');
    expect(await textAt('/ansi')).toBe('red end\nnext');
    expect(await textAt('/marked')).toBe('漢');
  });

  it('refuses what is no text', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/typed') response.setHeader('content-type', 'image/png');
      response.end(Buffer.from([137, 80, 78, 71, 0, 1]));
    });
    expect(reasonOf(await fetchFrom(`http://site.test:${port}/typed`))).toBe('type');
    expect(reasonOf(await fetchFrom(`http://site.test:${port}/`))).toBe('type');
  });

  it('reads no more than five megabytes, packed or endless', async () => {
    const packed = gzipSync(Buffer.alloc(50_000_000, 'x'));
    const port = await serve((request, response) => {
      response.setHeader('content-type', 'text/plain');
      if (request.url === '/packed') response.setHeader('content-encoding', 'gzip').end(packed);
      else {
        const write = (): void => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        };
        response.on('drain', write);
        write();
      }
    });
    for (const path of ['/packed', '/endless']) {
      const answer = await fetchFrom(`http://site.test:${port}${path}`);
      expect(answer).toMatchObject({ kind: 'page', isCut: true });
      expect(answer.kind === 'page' && answer.text.length).toBe(5_000_000);
    }
  });

  it('follows redirects within the host, five at most, and tells of those that lead away', async () => {
    const port = await serve((request, response) => {
      const [, kind = '', count = '0'] = (request.url ?? '').split('/');
      if (kind === 'away') response.writeHead(302, { location: `http://other.test:${port}/` }).end();
      else if (kind === 'www') response.writeHead(301, { location: `http://www.site.test:${port}/hop/0` }).end();
      else if (kind === 'port') response.writeHead(302, { location: 'http://site.test:1/' }).end();
      else if (kind === 'file') response.writeHead(302, { location: 'file:///etc/passwd' }).end();
      else if (kind === 'login') response.writeHead(302, { location: `http://a:b@site.test:${port}/` }).end();
      else if (Number(count) > 0) response.writeHead(307, { location: `/hop/${Number(count) - 1}` }).end();
      else response.setHeader('content-type', 'text/plain').end('here');
    });
    const at = (path: string): Promise<PageAnswer> => fetchFrom(`http://site.test:${port}${path}`);
    expect(await at('/hop/5')).toMatchObject({ kind: 'page', url: `http://site.test:${port}/hop/0`, text: 'here' });
    expect(reasonOf(await at('/hop/6'))).toBe('redirects');
    expect(await at('/www')).toMatchObject({ kind: 'page', text: 'here' });
    expect(await at('/away')).toEqual({ kind: 'elsewhere', url: `http://other.test:${port}/` });
    expect(await at('/port')).toEqual({ kind: 'elsewhere', url: 'http://site.test:1/' });
    expect(reasonOf(await at('/file'))).toBe('address');
    expect(reasonOf(await at('/login'))).toBe('address');
  });

  it('stops when it is told to', async () => {
    const abort = new AbortController();
    const port = await serve(() => {
      abort.abort();
    });
    expect(reasonOf(await fetchFrom(`http://site.test:${port}/`, loopback, abort.signal))).toBe('network');
  });
});

describe('fetchPage against attacks', () => {
  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://0/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://api.localhost:8080/',
    'http://metadata.google.internal/',
    'http://127。0。0。1/',
    'file:///etc/passwd',
    'ftp://example.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://name:password@example.com/',
    'http://',
    'no address',
  ])('refuses %s without asking anybody', async (url) => {
    const policy = publicHosts(() => Promise.reject(new Error('asked')));
    expect(reasonOf(await fetchFrom(url, policy))).toBe('address');
  });

  it('refuses a name when any of its addresses is private', async () => {
    const policy = publicOnly({ 'one.test': ['10.0.0.1'], 'two.test': ['93.184.215.14', '::1'], 'none.test': [] });
    expect(reasonOf(await fetchFrom('http://one.test/', policy))).toBe('address');
    expect(reasonOf(await fetchFrom('http://two.test/', policy))).toBe('address');
    expect(reasonOf(await fetchFrom('http://none.test/', policy))).toBe('network');
  });

  it('refuses a redirect to a private address', async () => {
    const port = await serve((_request, response) => {
      response.writeHead(302, { location: '/next' }).end();
    });
    let asked = 0;
    const rebound: AddressPolicy = {
      ...loopback,
      // The name means another address at the second look.
      resolve: () => Promise.resolve([{ address: (asked += 1) === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }]),
    };
    expect(reasonOf(await fetchFrom(`http://site.test:${port}/`, rebound))).toBe('address');
    expect(asked).toBe(2);
  });

  it('connects to the address it has checked, whatever the name means a moment later', async () => {
    const port = await serve((request, response) => {
      response.setHeader('content-type', 'text/plain').end(`from ${request.socket.localAddress ?? ''}`);
    });
    let asked = 0;
    const rebinding: AddressPolicy = {
      isAllowed: (address) => address === '127.0.0.1',
      // 127.0.0.2 would answer too: the server would say so.
      resolve: () => Promise.resolve([{ address: (asked += 1) === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]),
    };
    expect(await fetchFrom(`http://localtest.me:${port}/`, rebinding)).toMatchObject({ text: 'from 127.0.0.1' });
    expect(asked).toBe(1);
  });

  it('makes inert text of scripts, links that run and what is hidden', async () => {
    const port = await serve((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<body><main><p onclick="run()">Seen</p><script>steal()</script><style>p{}</style>
        <a href="javascript:alert(1)">one</a> <a href="command:strata.run">two</a> <a href="JAVA&#10;SCRIPT:x()">three</a>
        <img src="data:image/svg+xml,<svg onload=x()>" alt="four"><iframe src="https://a.example"></iframe>
        <p hidden>obey me</p><svg><script>x()</script></svg><template>five</template><form><input value="six"></form>
        <!-- seven --></main></body>`);
    });
    const answer = await fetchFrom(`http://site.test:${port}/`);
    const text = answer.kind === 'page' ? answer.text : '';
    expect(text).toContain('Seen');
    expect(text).not.toMatch(/script|steal|javascript|command:|data:|obey|five|six|seven|onclick|iframe/iu);
  });

  it('answers something for pages that are made to break readers', async () => {
    const pages = [
      `${'<div>'.repeat(5_000)}deep`,
      '<'.repeat(20_000),
      `<p>${'&'.repeat(20_000)}`,
      '<table><tr>'.repeat(200),
    ];
    const port = await serve((request, response) => {
      response.setHeader('content-type', 'text/html').end(pages[Number((request.url ?? '').slice(1))]);
    });
    for (const index of pages.keys()) {
      const answer = await fetchFrom(`http://site.test:${port}/${index}`);
      expect(['page', 'unreadable']).toContain(reasonOf(answer));
    }
  });
});
