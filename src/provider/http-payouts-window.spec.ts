import { once } from 'node:events';
import { createServer } from 'node:net';
import { Logger } from '@nestjs/common';
import { type TokenLane, type TokenLease, TokenStore } from './budget/token-store.js';
import { SEND_WINDOW_MS } from './port/send-window.js';
import { answerJson, type FaultServer, listen, startFaultServer } from './testing/fault-server.fixture.js';
import { newPayout, wirePayoutObject } from './testing/payout.fixture.js';
import { credentials, providerAt, type TestedProviderOptions } from './testing/provider-under-test.fixture.js';
import { selfSignedCertificate } from './testing/self-signed-certificate.fixture.js';

Logger.overrideLogger(false);

/** Grants no tokens until told to, and records the requests for them. */
class StingyStore extends TokenStore {
  readonly asked: TokenLane[] = [];

  lease(lane: TokenLane): Promise<TokenLease> {
    this.asked.push(lane);
    return Promise.resolve({ granted: 0, nextTokenInMs: 10 });
  }

  giveBack(): Promise<void> {
    return Promise.resolve();
  }

  endHeld(): Promise<void> {
    return Promise.resolve();
  }
}

let server: FaultServer;

beforeEach(async () => {
  server = await startFaultServer(answerJson(201, wirePayoutObject()));
});

afterEach(async () => {
  await server.close();
});

/** Sends a payout whose claim began `ageMs` ago. */
async function sendClaimed(
  ageMs: number,
  options: TestedProviderOptions & { readonly url?: string; readonly isOpen?: () => boolean } = {},
) {
  const provider = providerAt(options.url ?? server.url, { timeoutMs: 5_000, ...options });
  const startedAt = performance.now();
  try {
    const window = { sendBefore: startedAt - ageMs + SEND_WINDOW_MS, isOpen: options.isOpen ?? (() => true) };
    const outcome = await provider.payouts.createPayout(credentials, newPayout, window);
    return { outcome, tookMs: performance.now() - startedAt };
  } finally {
    provider.close();
  }
}

describe('the send window of a claim', () => {
  it.each([0, 1_000])('a payout claimed %i ms ago is sent', async (ageMs) => {
    const { outcome } = await sendClaimed(ageMs);

    expect(outcome).toMatchObject({ kind: 'accepted' });
    expect(server.requests).toHaveLength(1);
  });

  it.each([2_000, 2_100, 3_600_000, NaN])('a payout claimed %d ms ago is not sent', async (ageMs) => {
    const tokens = new StingyStore();
    const { outcome } = await sendClaimed(ageMs, { tokens });

    expect(outcome).toEqual({ kind: 'not_sent', reason: 'claim_expired' });
    expect(server.requests).toHaveLength(0);
    expect(tokens.asked).toHaveLength(0);
  });

  it('a payout is not sent if its window is closed by another clock before the call', async () => {
    const tokens = new StingyStore();
    const { outcome } = await sendClaimed(0, { tokens, isOpen: () => false });

    expect(outcome).toEqual({ kind: 'not_sent', reason: 'claim_expired' });
    expect(tokens.asked).toHaveLength(0);
  });

  it('a payout is not sent if its window is closed by another clock just before the first byte', async () => {
    let looks = 0;
    const { outcome } = await sendClaimed(0, { isOpen: () => (looks += 1) === 1 });

    expect(outcome).toEqual({ kind: 'not_sent', reason: 'window_over' });
    expect(looks).toBe(2);
    expect(server.requests).toHaveLength(0);
  });

  it('payouts with an expired claim do not open the circuit', async () => {
    const provider = providerAt(server.url);
    const expired = { sendBefore: performance.now(), isOpen: () => true };
    for (let call = 1; call <= 6; call += 1) await provider.payouts.createPayout(credentials, newPayout, expired);
    const outcome = await provider.payouts.createPayout(credentials, newPayout);
    provider.close();

    expect(outcome).toMatchObject({ kind: 'accepted' });
  });

  it('the send window of a claim may end while the request waits for a slot in the budget', async () => {
    const { outcome, tookMs } = await sendClaimed(1_850, { tokens: new StingyStore() });

    expect(outcome).toEqual({ kind: 'not_sent', reason: 'budget_exhausted' });
    expect(tookMs).toBeLessThan(1_500);
  });

  it('the send window of a claim may end while the request waits for the connection', async () => {
    const sockets: { destroy(): unknown }[] = [];
    const silent = createServer((socket) => sockets.push(socket));
    const url = await listen(silent, 'https');
    const { outcome, tookMs } = await sendClaimed(1_850, { url });
    for (const socket of sockets) socket.destroy();
    silent.close();
    await once(silent, 'close');

    expect(outcome).toEqual({ kind: 'not_sent', reason: 'connect_timeout' });
    expect(tookMs).toBeLessThan(1_500);
  });

  it('lasts at most two seconds from the call, even if the caller allows more', async () => {
    const { outcome, tookMs } = await sendClaimed(-3_600_000, { tokens: new StingyStore() });

    expect(outcome).toEqual({ kind: 'not_sent', reason: 'budget_exhausted' });
    expect(tookMs).toBeLessThan(3_500);
  });
});

describe('payouts that were not written', () => {
  async function addressOfNobody(): Promise<string> {
    const nobody = createServer();
    const url = await listen(nobody, 'http');
    nobody.close();
    await once(nobody, 'close');
    return url;
  }

  it('a refused connection is reported as not sent', async () => {
    const { outcome } = await sendClaimed(0, { url: await addressOfNobody() });

    expect(outcome).toEqual({ kind: 'not_sent', reason: 'connect_failure' });
  });

  it('an unresolvable host is reported as not sent', async () => {
    const { outcome } = await sendClaimed(0, { url: 'https://provider.invalid' });

    expect(outcome).toEqual({ kind: 'not_sent', reason: 'dns_failure' });
  });

  it('a request to a host with an untrusted certificate is reported as not sent', async () => {
    const impostor = await startFaultServer(answerJson(201, wirePayoutObject()), { tls: selfSignedCertificate() });
    try {
      const { outcome } = await sendClaimed(0, { url: impostor.url });

      expect(outcome).toEqual({ kind: 'not_sent', reason: 'tls_failure' });
      expect(impostor.requests).toHaveLength(0);
    } finally {
      await impostor.close();
    }
  });
});
