import { once } from 'node:events';
import { createServer } from 'node:net';
import { Logger } from '@nestjs/common';
import { type TokenLease, TokenStore } from './budget/token-store.js';
import { answerJson, listen, startFaultServer } from './testing/fault-server.fixture.js';
import {
  credentials,
  newOrder,
  providerAt,
  PROVIDER_ORDER_ID,
  wireOrderObject,
} from './testing/provider-under-test.fixture.js';
import { selfSignedCertificate } from './testing/self-signed-certificate.fixture.js';

class EmptyStore extends TokenStore {
  lease(): Promise<TokenLease> {
    return Promise.resolve({ granted: 0, nextTokenInMs: 10_000 });
  }

  giveBack(): Promise<void> {
    return Promise.resolve();
  }

  endHeld(): Promise<void> {
    return Promise.resolve();
  }
}

class BrokenStore extends TokenStore {
  lease(): Promise<TokenLease> {
    return Promise.reject(new Error('no database'));
  }

  giveBack(): Promise<void> {
    return Promise.resolve();
  }

  endHeld(): Promise<void> {
    return Promise.resolve();
  }
}

async function addressOfNobody(): Promise<string> {
  const server = createServer();
  const url = await listen(server, 'http');
  server.close();
  await once(server, 'close');
  return url;
}

Logger.overrideLogger(false);

async function both(baseUrl: string, options: Parameters<typeof providerAt>[1] = {}) {
  const provider = providerAt(baseUrl, { timeoutMs: 1_000, ...options });
  try {
    const created = await provider.orders.createOrder(credentials, newOrder);
    const read = await provider.orders.readOrder(credentials, PROVIDER_ORDER_ID);
    return { created, read };
  } finally {
    provider.close();
  }
}

function bothSay(reason: string) {
  return { created: { kind: 'not_sent', reason }, read: { kind: 'unavailable', reason, httpStatus: null } };
}

describe('requests that were not written', () => {
  it('a refused connection is reported as not sent', async () => {
    await expect(both(await addressOfNobody())).resolves.toEqual(bothSay('connect_failure'));
  });

  it('a connection refused by every address of the host is reported as not sent', async () => {
    const { port } = new URL(await addressOfNobody());

    await expect(both(`http://localhost:${port}`)).resolves.toEqual(bothSay('connect_failure'));
  });

  it('an unresolvable host is reported as not sent', async () => {
    await expect(both('https://provider.invalid', { timeoutMs: 5_000 })).resolves.toEqual(bothSay('dns_failure'));
  });

  it('a request to a host with an untrusted certificate is reported as not sent', async () => {
    const server = await startFaultServer(answerJson(201, wireOrderObject()), { tls: selfSignedCertificate() });
    try {
      await expect(both(server.url)).resolves.toEqual(bothSay('tls_failure'));
      expect(server.requests).toHaveLength(0);
    } finally {
      await server.close();
    }
  });

  it('an https request to a host without TLS is reported as not sent', async () => {
    const server = await startFaultServer(answerJson(201, wireOrderObject()));
    try {
      await expect(both(server.url.replace('http:', 'https:'))).resolves.toEqual(bothSay('tls_failure'));
      expect(server.requests).toHaveLength(0);
    } finally {
      await server.close();
    }
  });

  it('a TLS handshake that does not finish is reported as not sent', async () => {
    const sockets: { destroy(): unknown }[] = [];
    const server = createServer((socket) => sockets.push(socket));
    const url = await listen(server, 'https');

    await expect(both(url, { timeoutMs: 150 })).resolves.toEqual(bothSay('connect_timeout'));

    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });

  it.each<[string, TokenStore, string]>([
    ['the shared budget has no slot', new EmptyStore(), 'budget_exhausted'],
    ['the shared budget is unavailable', new BrokenStore(), 'budget_unavailable'],
  ])('nothing is sent when %s', async (_name, tokens, reason) => {
    const server = await startFaultServer(answerJson(201, wireOrderObject()));
    try {
      await expect(both(server.url, { tokens, timeoutMs: 150 })).resolves.toEqual(bothSay(reason));
      expect(server.requests).toHaveLength(0);
    } finally {
      await server.close();
    }
  });
});
