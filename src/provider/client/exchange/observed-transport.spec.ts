import { once } from 'node:events';
import { Agent } from 'node:http';
import { answerText, type FaultServer, startFaultServer } from '../../testing/fault-server.fixture.js';
import { ObservedTransport } from './observed-transport.js';

let server: FaultServer;
let agent: Agent;

beforeEach(async () => {
  server = await startFaultServer(answerText(200, 'ok'));
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});

afterEach(async () => {
  agent.destroy();
  await server.close();
});

function request(transport: ObservedTransport) {
  const { hostname, port } = new URL(server.url);
  const sent = transport.request({ agent, hostname, port, method: 'POST', path: '/' }, (response) => response.resume());
  sent.end('body');
  return sent;
}

describe('the observed transport', () => {
  it('reports nothing sent before the request starts', () => {
    const transport = new ObservedTransport(false, Infinity);

    expect(transport.mayHaveBeenSent).toBe(false);
    expect(transport.notSentReason()).toBe('request_unsendable');
  });

  it('reports a request as sent once its socket is connected', async () => {
    const transport = new ObservedTransport(false, Infinity);
    const sent = request(transport);
    expect(transport.mayHaveBeenSent).toBe(false);
    await once(sent, 'close');

    expect(transport.mayHaveBeenSent).toBe(true);
  });

  it('reports a request as sent once it has a kept socket', async () => {
    await once(request(new ObservedTransport(false, Infinity)), 'close');
    const transport = new ObservedTransport(false, Infinity);
    const sent = request(transport);
    await once(sent, 'socket');

    expect(sent.reusedSocket).toBe(true);
    expect(transport.mayHaveBeenSent).toBe(true);
    await once(sent, 'close');
  });

  it.each(['a new', 'a kept'])('writes nothing to %s socket that is ready too late', async (kind) => {
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
