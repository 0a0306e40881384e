import { once } from 'node:events';
import { Agent } from 'node:http';
import { answerText, type FaultServer, startFaultServer } from '../../testing/fault-server.fixture.js';
import { ObservedTransport } from './observed-transport.js';

let server: FaultServer;
let agent: Agent;

beforeEach(async () => {
  server = await startFaultServer((response, received, nth) => {
    if (received.url === '/cut')
      response.writeHead(200, { 'content-length': '8' }).write('half', () => response.destroy());
    else answerText(200, received.url === '/large' ? 'x'.repeat(1_100_000) : 'ok')(response, received, nth);
  });
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});

afterEach(async () => {
  agent.destroy();
  await server.close();
});

function request(transport: ObservedTransport, path = '/') {
  const { hostname, port } = new URL(server.url);
  const sent = transport.request({ agent, hostname, port, method: 'POST', path }, (response) => response.resume());
  sent.end('body');
  return sent;
}

describe('the observed transport', () => {
  it('nothing counts as sent before the request starts', () => {
    const transport = new ObservedTransport(false, Infinity);

    expect(transport.mayHaveBeenSent).toBe(false);
    expect(transport.notSentReason()).toBe('request_unsendable');
  });

  it('the request counts as sent once its new socket is connected', async () => {
    const transport = new ObservedTransport(false, Infinity);
    const sent = request(transport);
    expect(transport.mayHaveBeenSent).toBe(false);
    await once(sent, 'close');

    expect(transport.mayHaveBeenSent).toBe(true);
  });

  it('the request counts as sent once it has a reused socket', async () => {
    await once(request(new ObservedTransport(false, Infinity)), 'close');
    const transport = new ObservedTransport(false, Infinity);
    const sent = request(transport);
    await once(sent, 'socket');

    expect(sent.reusedSocket).toBe(true);
    expect(transport.mayHaveBeenSent).toBe(true);
    await once(sent, 'close');
  });

  it('keeps the status and the received bytes of an answer that is cut off', async () => {
    const transport = new ObservedTransport(false, Infinity);
    const sent = request(transport, '/cut');
    await once(sent, 'close');

    expect(transport.lost('connection_lost')).toEqual({
      kind: 'lost',
      reason: 'connection_lost',
      status: 200,
      received: Buffer.from('half'),
    });
  });

  it('keeps the first megabyte of a larger answer', async () => {
    const transport = new ObservedTransport(false, Infinity);
    await once(request(transport, '/large'), 'close');
    const lost = transport.lost('connection_lost');

    expect(lost).toMatchObject({ kind: 'lost', reason: 'too_large', status: 200 });
    const { length } = lost.kind === 'lost' ? lost.received! : [];
    expect(length).toBeGreaterThan(900_000);
    expect(length).toBeLessThanOrEqual(1_048_576);
  });

  it('the observed transport has neither status nor bytes if no answer arrived', () => {
    expect(new ObservedTransport(false, Infinity).lost('timed_out')).toEqual({
      kind: 'lost',
      reason: 'timed_out',
      status: null,
    });
  });

  it.each(['a new', 'a kept'])('writes nothing to %s socket that becomes ready after the deadline', async (kind) => {
    if (kind === 'a kept') await once(request(new ObservedTransport(false, Infinity)), 'close');
    const before = server.requests.length;
    const transport = new ObservedTransport(false, performance.now() - 1);
    const sent = request(transport);
    await once(sent, 'error');

    expect(transport.mayHaveBeenSent).toBe(false);
    expect(transport.notSentReason()).toBe('window_over');
    await once(request(new ObservedTransport(false, Infinity)), 'close');
    expect(server.requests).toHaveLength(before + 1);
  });
});
